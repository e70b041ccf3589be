import { blobKey, RegistryError } from "@gaia/catalog";
import type { Registry } from "../kernel/context.ts";
import type { ReadUpload } from "../kernel/packages.ts";

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
