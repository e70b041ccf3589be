import type { PackageFile } from "@gaia/archive";
import { objectId } from "./object-id.ts";
import type { ObjectFormat } from "./settings.ts";
import type { SkillFolder } from "./skill-folders.ts";
import type { PathEntry } from "./walk-tree.ts";

/**
 * The folder that these files are of: one that has every one of them; else the one whose manifest names the skill, then the one that is
 * called so, then the one with most of the files. Of equal ones that with most of them, then with the fewest others, then the first by
 * path. Null: no folder has the name, or more than half of the files. Pure; cost: the files once a folder, the entries once a level.
 */
export function bestFolder(
  { name, files: published }: { name: string | null; files: readonly PackageFile[] },
  { entries, folders, names, format }: Places,
): string | null {
  const files = published.map(({ path, bytes }) => ({ path, id: objectId("blob", bytes, format) }));
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  const sizes = sizesOf(entries);
  const ranked = folders
    .map(({ folder }) => {
      const there = files.map(({ path }) => ids.get(folder === "" ? path : `${folder}/${path}`));
      const known = there.filter((id) => id !== undefined).length;
      const same = there.filter((id, index) => id === files[index]?.id).length;
      const isNamed = name !== null && names.get(folder) === name;
      const isCalled = name !== null && folder.split("/").at(-1) === name;
      const rank = same === files.length ? 3 : isNamed ? 2 : isCalled ? 1 : 0;
      return { folder, rank, same, known, others: (sizes.get(folder) ?? 0) - known };
    })
    .filter(({ rank, same, known }) => known > 0 && (rank > 0 || same * 2 > files.length))
    .toSorted(
      (one, other) =>
        other.rank - one.rank || other.same - one.same || other.known - one.known || one.others - other.others,
    );
  return ranked[0]?.folder ?? null;
}

interface Places {
  entries: readonly PathEntry[];
  folders: readonly SkillFolder[];
  /** What the manifest of a folder says its skill is called, where it does. */
  names: ReadonlyMap<string, string>;
  format: ObjectFormat;
}

/** How much stands below each folder. */
function sizesOf(entries: readonly PathEntry[]): Map<string, number> {
  const sizes = new Map([["", entries.length]]);
  for (const { path } of entries)
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
      const folder = path.slice(0, at);
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
  return sizes;
}
