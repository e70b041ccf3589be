import { ArchiveError, showName } from "./archive-error.ts";
import type { EntryPath } from "./entry-path.ts";
import { foldName } from "./fold-name.ts";

/** Remembers the paths of one package, and refuses a path that another system would take for one it has already. */
export interface PathLedger {
  /** @throws ArchiveError `path_collision` (the same name, or one that folds to it) or `path_conflict` (a file where a folder is) */
  add(entry: EntryPath): void;
}

interface Known {
  name: string;
  isDirectory: boolean;
  /** A directory entry of its own stood in the archive, rather than a file below it. */
  isListed: boolean;
  children: Map<string, Known>;
}

/**
 * A ledger that folds names as the laxest file systems do: Unicode compatibility forms, letter case, and the variation
 * selectors that nobody sees. A tree, so that time and memory are linear in the paths.
 */
export function pathLedger(): PathLedger {
  const root = new Map<string, Known>();
  return {
    add({ path, isDirectory }) {
      const segments = path.split("/");
      let siblings = root;
      segments.forEach((name, index) => {
        const isLast = index === segments.length - 1;
        const here = {
          name,
          isDirectory: isDirectory || !isLast,
          isListed: isLast,
          children: new Map<string, Known>(),
        };
        siblings = place(siblings, here, path);
      });
    },
  };
}

/** Puts one segment among its siblings, and gives the place for what is below it. */
function place(siblings: Map<string, Known>, here: Known, path: string): Map<string, Known> {
  const key = foldName(here.name);
  const other = siblings.get(key);
  if (other === undefined) {
    siblings.set(key, here);
    return here.children;
  }
  if (other.isDirectory !== here.isDirectory) {
    throw new ArchiveError(
      "path_conflict",
      `entry '${showName(path)}' needs a folder where there is a file, or the other way round`,
      path,
    );
  }
  if (other.name !== here.name) {
    throw new ArchiveError(
      "path_collision",
      `in entry '${showName(path)}' the names '${showName(other.name)}' and '${showName(here.name)}' are one on some systems`,
      path,
    );
  }
  if (here.isListed && other.isListed) {
    throw new ArchiveError("path_collision", `entry '${showName(path)}' is there twice`, path);
  }
  other.isListed ||= here.isListed;
  return other.children;
}
