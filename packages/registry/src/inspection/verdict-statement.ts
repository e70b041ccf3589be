import { viewVersion } from "@gaia/catalog";
import type { Verdict } from "@gaia/policy";
import type { ScannerReport } from "@gaia/findings";
import { type PreparedAttestation, prepareAttestation } from "../kernel/attest.ts";
import type { Ctx } from "../kernel/context.ts";

/** What the registry says about one inspection of one version. */
export interface Judged {
  inspectionId: string;
  verdict: Verdict;
  reportDigest: string | null;
  scanners: ScannerReport[];
}

/** Signs a verdict ahead of the transaction that makes it true, and names whose it is for the audit log. */
export async function prepareVerdict(
  ctx: Ctx,
  versionId: number,
  judged: Judged,
): Promise<{ statement: PreparedAttestation; target: string }> {
  const view = await viewVersion(ctx, versionId);
  const statement = await prepareAttestation(ctx, {
    publisher: view.publisher,
    name: view.name,
    version: view.version,
    decision: "verdict",
    releaseDigest: view.release_digest,
    contentDigest: view.content_digest,
    of: versionId,
    detail: {
      verdict: judged.verdict,
      inspection_id: judged.inspectionId,
      ...(judged.reportDigest ? { report_digest: judged.reportDigest } : {}),
      scanners: judged.scanners.map(({ name, version, rules_digest, findings_digest }) => ({
        name,
        version,
        rules_digest,
        findings_digest,
      })),
    },
  });
  return { statement, target: `skill:${view.name}@${view.version}` };
}
