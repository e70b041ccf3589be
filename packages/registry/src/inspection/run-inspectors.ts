import { judge } from "@gaia/policy";
import { withSnippets } from "@gaia/scan";
import type { Conclusion } from "../conclude-inspection.ts";
import type { Inspected, Inspector, InspectorInput } from "./inspector.ts";
import { mergeFindings } from "./merge-findings.ts";
import { orderFindings } from "./order-findings.ts";
import { outsideScanners } from "./outside-scanners.ts";
import { ownAnalysers } from "./own-analysers.ts";
import { permissionFindings } from "./permission-truth.ts";
import { usesOf } from "./uses-of.ts";
import { versionFindings } from "./version-difference.ts";

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
  const uses = isComplete(all.scanners, "gaia-code") ? usesOf(all.facts) : null;
  const compared = [
    ...permissionFindings(input.subject.manifest, uses ?? []),
    ...(await versionFindings(input.ctx, input.subject, uses)),
  ];
  const findings = [...all.findings, ...withSnippets(compared, input.subject.files)];
  const { verdict, reason } = judge({ scanners: all.scanners, findings: orderFindings(findings) });
  const retryable = all.scanners.some((scanner) => scanner.retryable);
  return { verdict, reason, scanners: all.scanners, findings: mergeFindings(findings), uses, retryable };
}

const isComplete = (scanners: Inspected["scanners"], name: string): boolean =>
  scanners.some((scanner) => scanner.name === name && scanner.status === "completed");
