import type { ReadCtx } from "@gaia/catalog";
import type { Blobs } from "@gaia/storage";

/** What a read is given, and a storage that keeps what was made. */
export interface ArtefactCtx extends ReadCtx {
  blobs: Pick<Blobs, "read" | "put">;
}
