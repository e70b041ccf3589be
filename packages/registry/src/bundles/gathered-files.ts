import { sha256Hex } from "@gaia/archive";
import type { BundleFile } from "@gaia/bundle";
import { RegistryError } from "@gaia/catalog";

/** What is in memory while a bundle is written, but packages. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;

/** The files of a bundle while it is put together: texts in memory, packages by their digests. */
export interface GatheredFiles {
  /** @throws RegistryError `invalid_request` for more than is kept in memory */
  add(path: string, mediaType: string, content: string | Uint8Array): void;
  /** A blob of storage. */
  addBlob(path: string, mediaType: string, blob: { sha256: string; sizeBytes: number }): void;
  /** In the order of an index. */
  list(): BundleFile[];
  /** Null: it is a blob. */
  textOf(path: string): Uint8Array | null;
}

export function gatherFiles(): GatheredFiles {
  const texts = new Map<string, Uint8Array>();
  const files: BundleFile[] = [];
  let textBytes = 0;
  return {
    add(path, mediaType, content) {
      const bytes = typeof content === "string" ? new Uint8Array(Buffer.from(content)) : content;
      textBytes += bytes.length;
      if (textBytes > MOST_TEXT_BYTES)
        throw new RegistryError(
          "invalid_request",
          "What is said of these releases is more than a bundle holds: export several.",
        );
      texts.set(path, bytes);
      files.push({ path, media_type: mediaType, size_bytes: bytes.length, sha256: sha256Hex(bytes) });
    },
    addBlob(path, mediaType, { sha256, sizeBytes }) {
      files.push({ path, media_type: mediaType, size_bytes: sizeBytes, sha256 });
    },
    list: () => files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    textOf: (path) => texts.get(path) ?? null,
  };
}
