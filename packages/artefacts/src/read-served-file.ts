import { findFileOf, readFile, type ReadCtx } from "@gaia/catalog";
import type { Protocol } from "@gaia/policy";
import { ensureServed } from "./find-served.ts";
import type { Artefact } from "./derive-artefact.ts";

/**
 * One file of a version as it was published, if a client of this protocol may have that version; null: it has no file of exactly this
 * path. Nothing else of the package is unpacked.
 * @throws NotServed; RegistryError `unavailable`
 */
export async function readServedFile(
  ctx: ReadCtx,
  input: { protocol: Protocol; name: string; version: string; path: string },
): Promise<Artefact | null> {
  const { versionId } = await ensureServed(ctx, input);
  const file = await findFileOf(ctx.db, { versionId, path: input.path });
  if (file === null) return null;
  const { sha256, sizeBytes } = file;
  return { sha256, sizeBytes, bytes: await readFile(ctx, file) };
}
