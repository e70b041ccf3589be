import type { Looked } from "@gaia/db";
import { permissionFindings } from "@gaia/manifest";
import { judge } from "@gaia/policy";
import { findingsDigest, withSnippets } from "@gaia/findings";
import type { Ctx } from "../kernel/context.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Subject } from "./inspector.ts";
import { directoryFindings, judgeDirectories } from "./directory-signatures.ts";
import { leftOut } from "./left-out.ts";
import { mergeFindings } from "./merge-findings.ts";
import { orderFindings } from "./order-findings.ts";
import { versionFindings } from "./version-difference.ts";

/** One verdict over what was said of a version. Without the `subject`, whose package cannot be read, nothing is compared. */
export async function concludeFrom(
  ctx: Ctx,
  subject: Subject | null,
  { scanners, findings: said, uses, resolved }: Looked,
): Promise<Omit<Conclusion, "retryable">> {
  const signed = subject === null ? null : await judgeDirectories(ctx, subject);
  const compared =
    subject === null
      ? []
      : [
          ...permissionFindings(subject.manifest, uses ?? []),
          ...(await versionFindings(ctx, subject, uses)),
          ...directoryFindings(signed ?? []),
        ];
  const findings = [...said, ...(subject === null ? [] : withSnippets(compared, subject.files))];
  const { verdict, reason } = judge({
    scanners,
    findings: orderFindings(findings),
    holdFrom: ctx.holdFrom,
    blockFrom: ctx.blockFrom,
  });
  const merged = mergeFindings(findings);
  const told = scanners.map((each) => ({ ...each, findings_digest: findingsDigest(each, findings) }));
  return {
    verdict,
    reason,
    scanners: told,
    findings: merged,
    leftOut: leftOut(findings, merged),
    uses,
    resolved,
    directorySignatures: signed,
  };
}
