import { sha256Hex } from "@gaia/archive";
import type { Catalog } from "./context.ts";
import { blobKey } from "./blob-keys.ts";
import { RegistryError } from "./errors.ts";

/**
 * A blob's bytes, checked against the digest that names it (R6): storage that answers other bytes is a shut door,
 * never a download.
 * @throws RegistryError `unavailable`
 */
export async function readBlob(ctx: Catalog, sha256: string): Promise<Uint8Array> {
  let bytes: Uint8Array | null;
  try {
    bytes = await ctx.blobs.read(blobKey(sha256));
  } catch (error) {
    throw new RegistryError("unavailable", "Storage does not answer; try again.", { cause: error });
  }
  if (bytes && sha256Hex(bytes) === sha256) return bytes;
  ctx.warn("blob_unreadable", { sha256, found: bytes !== null });
  throw new RegistryError("unavailable", "The stored package could not be read intact; the operators were notified.");
}
