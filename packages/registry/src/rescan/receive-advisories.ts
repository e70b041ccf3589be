import { ensureMay } from "@gaia/catalog";
import type { AdvisorySource, ImportedAdvisories } from "../advisories/import-advisories.ts";
import { importAdvisories } from "../advisories/import-advisories.ts";
import type { Ctx } from "../kernel/context.ts";
import { holdCaller } from "../kernel/while-allowed.ts";
import { startRescanForAdvisories } from "./find-advised.ts";

/**
 * Imports OSV records and begins the re-scan of the versions that bring the packages they are about.
 * @returns what the import did, and the re-scan's id, or null where it concerns no version
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export async function receiveAdvisories(
  ctx: Ctx,
  input: { sources: Iterable<AdvisorySource> | AsyncIterable<AdvisorySource>; onProgress?(seen: number): void },
): Promise<ImportedAdvisories & { rescan_id: string | null }> {
  const { handle } = ensureMay(ctx, "importAdvisories");
  const imported = await importAdvisories(ctx, {
    ...input,
    actor: handle,
    requestId: ctx.requestId,
    ensureAllowed: (tx) => holdCaller(ctx, tx, { action: "importAdvisories", target: {} }),
  });
  const again = imported.packages.length > 0 ? await startRescanForAdvisories(ctx, imported.packages) : null;
  return { ...imported, rescan_id: again };
}
