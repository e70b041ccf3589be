import { judge } from "@gaia/policy";
import type { Conclusion } from "../conclude-inspection.ts";
import { orderFindings } from "./order-findings.ts";
import type { Inspected, Inspector, InspectorInput } from "./inspector.ts";
import { outsideScanners } from "./outside-scanners.ts";
import { ownAnalysers } from "./own-analysers.ts";

/** Every way of looking, all at the same time. */
const INSPECTORS: readonly Inspector[] = [outsideScanners, ownAnalysers];

/** Looks at a version in every way there is, and comes to one verdict (design §5). */
export async function runInspectors(input: InspectorInput): Promise<Conclusion> {
  const parts = await Promise.all(INSPECTORS.map((inspect) => inspect(input)));
  input.abort.throwIfAborted();
  const all: Inspected = {
    scanners: parts.flatMap(({ scanners }) => scanners),
    findings: parts.flatMap(({ findings }) => findings),
    facts: parts.flatMap(({ facts }) => facts),
  };
  const findings = orderFindings(all.findings);
  const { verdict, reason } = judge({ scanners: all.scanners, findings });
  const retryable = all.scanners.some((scanner) => scanner.retryable);
  return { verdict, reason, scanners: all.scanners, findings, retryable };
}
