import { createHash } from "node:crypto";
import type { DirectoryFile } from "./find-signatures.ts";
import type { HashedFile } from "./signed-directory.ts";

/** By each of the digests that a signed manifest may use. */
export const hashFiles = (files: readonly DirectoryFile[]): HashedFile[] =>
  files.map(({ path, bytes }) => ({
    path,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    blake2b: createHash("blake2b512").update(bytes).digest("hex"),
  }));
