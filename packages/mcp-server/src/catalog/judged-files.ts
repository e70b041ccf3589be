import { join } from "node:path";
import { type PackageFile, sha256Hex } from "@gaia/archive";
import { isMissing, readFiles, readLocalFiles, readRegularFile } from "@gaia/install/installed";
import type { JudgedFile, JudgedSkill } from "./served-skill.ts";

export const judgedFile = ({ path, bytes }: PackageFile): JudgedFile => ({
  path,
  sizeBytes: bytes.byteLength,
  sha256: sha256Hex(bytes),
});

export const lookedAt = (files: readonly PackageFile[]): Map<string, string> =>
  new Map(files.map(({ path, bytes }) => [path, sha256Hex(bytes)]));

/** One file of a skill as it was judged; null when it is another one by now. */
export async function readJudged(skill: JudgedSkill, file: JudgedFile): Promise<Uint8Array | null> {
  try {
    const read = await readRegularFile(join(skill.runnable.directory, file.path), file.sizeBytes);
    return read !== null && sha256Hex(read.bytes) === file.sha256 ? read.bytes : null;
  } catch (error) {
    if (isMissing(error) || isLink(error)) return null;
    throw error;
  }
}

/** Whether a skill's directory holds what was judged, and nothing else. */
export async function isAsJudged({ runnable: { directory, digests }, scope }: JudgedSkill): Promise<boolean> {
  try {
    const { files, others, excess } = await (scope === "local" ? readLocalFiles : readFiles)(directory);
    if (excess !== null || others.length > 0 || files.length !== digests.size) return false;
    return files.every(({ path, bytes }) => digests.get(path) === sha256Hex(bytes));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isLink = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ELOOP";
