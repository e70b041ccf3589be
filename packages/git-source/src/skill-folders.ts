import { isSystemJunk } from "@gaia/archive";
import { isManifestName } from "@gaia/manifest";
import type { PathEntry } from "./walk-tree.ts";

/** A folder of a commit that has a manifest. */
export interface SkillFolder {
  /** "" is the root of the repository. */
  folder: string;
  /** Its manifests, by name; a `package.json` alone is one only where nothing below is a skill. */
  manifests: string[];
  /** The nearest skill's folder that this one stands in; null: none. */
  within: string | null;
}

/** The folders that have a manifest of some format of ours, sorted by path. Pure; cost: the entries, and their depth. */
export function skillFolders(entries: readonly PathEntry[]): SkillFolder[] {
  const manifests = new Map<string, string[]>();
  for (const { path, kind } of entries) {
    const at = path.lastIndexOf("/");
    const [folder, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
    if ((kind !== "file" && kind !== "executable") || !isManifestName(name) || isSystemJunk(path)) continue;
    manifests.set(folder, [...(manifests.get(folder) ?? []), name]);
  }
  const holders = new Set([...manifests.keys()].flatMap(foldersAbove));
  for (const [folder, names] of manifests)
    if (names.every((name) => name === "package.json") && holders.has(folder)) manifests.delete(folder);
  return [...manifests]
    .map(([folder, names]) => ({
      folder,
      manifests: names.toSorted(),
      within: foldersAbove(folder).find((above) => manifests.has(above)) ?? null,
    }))
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** The nearest first, the root last. */
function foldersAbove(folder: string): string[] {
  if (folder === "") return [];
  const parts = folder.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - 1 - index).join("/"));
}
