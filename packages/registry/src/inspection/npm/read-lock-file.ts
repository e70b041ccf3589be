/** One installed package of a lock file. */
export interface LockEntry {
  name: string;
  version: string;
  isDev: boolean;
  /** Asked for by the skill itself rather than by another package. */
  isTop: boolean;
  /** Where npm would fetch it; null: wherever its registry is. */
  resolved: string | null;
  hasIntegrity: boolean;
}

const MAX_ENTRIES = 10_000;
const MAX_DEPTH = 40;

/**
 * The packages of a package-lock.json or npm-shrinkwrap.json, in any of its three forms.
 * @param value the parsed file, which may be anything
 * @returns null when it is no lock file, or holds more than 10,000 packages
 */
export function readLockFile(value: unknown): LockEntry[] | null {
  const lock = toRecord(value);
  if (lock === null) return null;
  const packages = toRecord(lock["packages"]);
  const entries = packages === null ? fromTree(lock["dependencies"]) : fromPackages(packages);
  return entries === null || entries.length > MAX_ENTRIES ? null : entries;
}

/** lockfileVersion 2 and 3: by path. The skill's own workspaces lie outside node_modules. */
function fromPackages(packages: Record<string, unknown>): LockEntry[] | null {
  const names = Object.keys(packages);
  if (names.length > MAX_ENTRIES) return null;
  return names.flatMap((path) => {
    const at = path.lastIndexOf("node_modules/");
    const entry = toRecord(packages[path]);
    if (at < 0 || entry === null || entry["link"] === true) return [];
    const given = entry["name"];
    const name = typeof given === "string" ? given : path.slice(at + "node_modules/".length);
    return [toEntry(name, entry, at === 0)];
  });
}

/** lockfileVersion 1: a tree. */
function fromTree(value: unknown): LockEntry[] | null {
  const found: LockEntry[] = [];
  const waiting = [{ tree: toRecord(value), depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tree === null) continue;
    if (next.depth > MAX_DEPTH || found.length > MAX_ENTRIES) return null;
    for (const [name, each] of Object.entries(next.tree)) {
      const entry = toRecord(each);
      if (entry === null) continue;
      found.push(toEntry(name, entry, next.depth === 0));
      waiting.push({ tree: toRecord(entry["dependencies"]), depth: next.depth + 1 });
    }
  }
  return found;
}

function toEntry(name: string, entry: Record<string, unknown>, isTop: boolean): LockEntry {
  const { version, resolved } = entry;
  return {
    name,
    version: typeof version === "string" ? version : "",
    isDev: entry["dev"] === true || entry["devOptional"] === true,
    isTop,
    resolved: typeof resolved === "string" ? resolved : null,
    hasIntegrity: typeof entry["integrity"] === "string",
  };
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // members stay unknown
    : null;
}
