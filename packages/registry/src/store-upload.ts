import { sha256Hex } from "@gaia/archive";
import { blobKey } from "./blob-keys.ts";
import type { Registry } from "./context.ts";
import { RegistryError } from "./errors.ts";
import type { ReadUpload } from "./read-upload.ts";

/**
 * Puts the upload as it came and its canonical archives into storage, each under its digest. Comes before the
 * transaction: a crash between the two leaves blobs that no row names, which `collectOrphans` removes.
 */
export async function storeUpload(ctx: Registry, upload: ReadUpload): Promise<void> {
  const blobs = new Map([upload.upload, upload.zip, upload.tgz].map((blob) => [blob.sha256, blob.bytes]));
  try {
    await Promise.all([...blobs].map(([sha256, bytes]) => ctx.blobs.put(blobKey(sha256), bytes)));
  } catch (error) {
    throw new RegistryError("unavailable", "The package could not be stored; nothing was published. Try again.", {
      cause: error,
    });
  }
}

/**
 * A blob's bytes, checked against the digest that names it (R6): storage that answers other bytes is a shut door,
 * never a download.
 * @throws RegistryError `unavailable`
 */
export async function readBlob(ctx: Registry, sha256: string): Promise<Uint8Array> {
  let bytes: Uint8Array | null;
  try {
    bytes = await ctx.blobs.read(blobKey(sha256));
  } catch (error) {
    throw new RegistryError("unavailable", "Storage does not answer; try again.", { cause: error });
  }
  if (bytes && sha256Hex(bytes) === sha256) return bytes;
  ctx.warn("blob_unreadable", { sha256, found: bytes !== null });
  throw new RegistryError("unavailable", "The stored package could not be read intact; the operators were told.");
}
