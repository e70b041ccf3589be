/** A package of a lock file as its needs are looked up: `path` as `node_modules/a/node_modules/b`, or the skill's own directory. */
export interface LockPlace {
  path: string;
  /** `name@version`; null for what cannot be named so, or is the skill's own. */
  id: string | null;
  /** Its own directory: a workspace, or what a link leads to. */
  isOwn: boolean;
  /** Names that it requires, and those that it goes without. */
  requires: string[];
  optional: string[];
}

export interface LockNeeds {
  /** `name@version`, in their order. */
  needs: string[];
  /** It requires something that the lock file does not have. */
  needsMore: boolean;
}

const MAX_LOOKUPS = 200_000;
const MAX_PATH = 2_000;

/**
 * Which package of a lock file needs which: a name is looked up beside the package that requires it and then in each directory above, as
 * Node does. Bounded: what comes after too many names is said to need more.
 * @returns by path
 */
export function needsInLock(places: readonly LockPlace[]): Map<string, LockNeeds> {
  const byPath = new Map(places.map((place) => [place.path, place]));
  let left = MAX_LOOKUPS;
  const find = (from: string, name: string): LockPlace | null => {
    for (let directory: string | null = from; directory !== null; directory = above(directory)) {
      if ((left -= 1) < 0) return null;
      const found = byPath.get(directory === "" ? `node_modules/${name}` : `${directory}/node_modules/${name}`);
      if (found !== undefined) return found;
    }
    return null;
  };
  const known = new Map<string, LockNeeds>();
  for (const { path, id, requires, optional } of places) {
    const needs = new Set<string>();
    const isShort = path.length <= MAX_PATH;
    const wanted = isShort ? requires.map((name) => find(path, name)) : [];
    const perhaps = isShort ? optional.flatMap((name) => find(path, name) ?? []) : [];
    for (const place of [...wanted, ...perhaps])
      if (place !== null && place.id !== null && place.id !== id) needs.add(place.id);
    const isMissing = wanted.some((place) => place === null || (place.id === null && !place.isOwn));
    known.set(path, { needs: [...needs].toSorted(), needsMore: isMissing || !isShort || left < 0 });
  }
  return known;
}

/** The directory in which Node looks next; null above the lock file's own. */
function above(directory: string): string | null {
  if (directory === "") return null;
  const at = directory.lastIndexOf("/");
  const parent = at < 0 ? "" : directory.slice(0, at);
  // No `node_modules` holds one of its own.
  return parent.replace(/(?:^|\/)node_modules$/, "");
}
