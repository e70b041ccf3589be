import { BILL_FILE, type PackageFile, RESERVED_FILES, sha256Hex, type Sums } from "@gaia/archive";
import { readSkill } from "@gaia/manifest";
import { dependenciesHash, generatedRequirements } from "./generated-files.ts";

/**
 * What differs between a skill's files and its sums: what is missing or was changed, and what no install put there. Empty: nothing. `hash`:
 * the lock's `dependencies_hash`, null where no lock has one.
 */
export function problemsOfFiles(files: readonly PackageFile[], sums: Sums, hash: string | null): string[] {
  const problems: string[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, sha256 } of sums.entries) {
    const file = byPath.get(path);
    if (file === undefined) problems.push(`${path} is missing`);
    else if (sha256Hex(file.bytes) !== sha256) problems.push(`${path} was changed`);
    byPath.delete(path);
  }
  for (const name of [...RESERVED_FILES, BILL_FILE]) byPath.delete(name);
  const packaged = filesOf(files, sums);
  for (const { path, bytes } of byPath.values()) {
    if (path === "requirements.txt" && isAsGenerated(bytes, packaged, { version: sums.header?.version, hash }))
      continue;
    problems.push(`${path} does not belong to the skill`);
  }
  return problems;
}

/** The package's own files among those that lie in its place. */
export const filesOf = (files: readonly PackageFile[], sums: Sums): PackageFile[] => {
  const listed = new Set(sums.entries.map(({ path }) => path));
  return files.filter(({ path }) => listed.has(path));
};

/** Whether a `requirements.txt` is what an install of these files writes beside them, with the pins that its lock's `hash` stands for. */
export function isAsGenerated(
  bytes: Uint8Array,
  packaged: PackageFile[],
  { version, hash }: { version: string | undefined; hash: string | null },
): boolean {
  const { skill } = readSkill(packaged, { version });
  const declared = skill === null ? null : generatedRequirements(skill, packaged);
  if (declared === null) return false;
  const text = Buffer.from(bytes).toString("utf8");
  // What was pinned when it was installed stays pinned.
  const isPinned = hash !== null && hash !== dependenciesHash(skill, null);
  return isPinned ? dependenciesHash(skill, text) === hash : text === declared;
}
