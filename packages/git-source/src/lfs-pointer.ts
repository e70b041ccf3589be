/** What a pointer of Git LFS speaks of: the SHA-256 of the file's bytes in lower-case hex, and its size. */
export interface LfsPointer {
  sha256: string;
  sizeBytes: number;
}

const MOST_BYTES = 1_024;
const VERSION = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\n/;
const CONTENT = /\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/;

/** The pointer that stands in a file's place where git has it by LFS (git-lfs, docs/spec.md); null: it is none. Pure. */
export function readLfsPointer(bytes: Uint8Array): LfsPointer | null {
  if (bytes.length > MOST_BYTES) return null;
  const text = Buffer.from(bytes).toString("latin1");
  const [, sha256, size] = (VERSION.test(text) && CONTENT.exec(text)) || [];
  return sha256 === undefined ? null : { sha256, sizeBytes: Number(size) };
}
