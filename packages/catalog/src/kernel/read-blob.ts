import { ArchiveError, readZipFile, sha256Hex } from "@gaia/archive";
import type { Catalog } from "./context.ts";
import { blobKey } from "./blob-keys.ts";
import { RegistryError } from "./errors.ts";

/**
 * A blob's bytes, checked against the digest that names it (R6): storage that answers other bytes is a shut door,
 * never a download.
 * @throws RegistryError `unavailable`
 */
export async function readBlob(ctx: Catalog, sha256: string): Promise<Uint8Array> {
  const bytes = await readUnchecked(ctx, sha256);
  if (bytes && sha256Hex(bytes) === sha256) return bytes;
  throw unreadable(ctx, { sha256, found: bytes !== null });
}

/**
 * One file of the canonical zip that `zipSha256` names, checked against its own digest: the rest of the archive is neither inflated nor
 * hashed.
 * @throws RegistryError `unavailable`
 */
export async function readFileOfZip(
  ctx: Catalog,
  zipSha256: string,
  file: { path: string; sha256: string; sizeBytes: number },
): Promise<Uint8Array> {
  const zip = await readUnchecked(ctx, zipSha256);
  const bytes = zip && unpacked(zip, file);
  if (bytes && sha256Hex(bytes) === file.sha256) return bytes;
  throw unreadable(ctx, { sha256: zipSha256, found: zip !== null, path: file.path });
}

/** Null: what storage has is no zip, or one without that file. */
function unpacked(zip: Uint8Array, file: { path: string; sizeBytes: number }): Uint8Array | null {
  try {
    return readZipFile(zip, file);
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}

async function readUnchecked(ctx: Catalog, sha256: string): Promise<Uint8Array | null> {
  try {
    return await ctx.blobs.read(blobKey(sha256));
  } catch (error) {
    throw new RegistryError("unavailable", "Storage does not answer; try again.", { cause: error });
  }
}

function unreadable(ctx: Catalog, what: { sha256: string; found: boolean; path?: string }): RegistryError {
  ctx.warn("blob_unreadable", what);
  return new RegistryError("unavailable", "The stored package could not be read intact; the operators were notified.");
}
