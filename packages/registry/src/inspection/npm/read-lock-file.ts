import { isPackageName } from "@gaia/catalog";
import semver from "semver";
import { type LockPlace, needsInLock } from "./lock-needs.ts";
import type { NpmPin } from "./npm-requirement.ts";
import { hashesOf, licenseOf } from "./told-by-npm.ts";

/** One installed package of a lock file. */
export interface LockEntry {
  name: string;
  version: string;
  isDev: boolean;
  /** In the outermost `node_modules`: what the skill asks for is there, and most of what others need. */
  isTop: boolean;
  /** The lock file itself says that the skill asks for it. Its older form does not say it. */
  isAsked: boolean;
  /** Where npm would fetch it; null: wherever its registry is. */
  resolved: string | null;
  /** `name@version` of what it needs in turn; `needsMore`: something of that is not in the lock file. */
  needs: string[];
  needsMore: boolean;
  license: string | null;
  /** Of what is fetched: `sha512:<hex>`. */
  hashes: string[];
}

/** An entry as it is written, at its path. */
interface Written {
  path: string;
  name: string;
  entry: Record<string, unknown>;
  isOwn: boolean;
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
  const written = packages === null ? fromTree(lock["dependencies"]) : fromPackages(packages);
  if (written === null || written.length > MAX_ENTRIES) return null;
  const needs = needsInLock(written.map(toPlace));
  const asked = new Set(written.flatMap(({ path, isOwn }) => (isOwn ? (needs.get(path)?.needs ?? []) : [])));
  return written.flatMap((each) => {
    if (each.isOwn) return [];
    const { path, name, entry } = each;
    const { version, resolved } = entry;
    return {
      name,
      version: typeof version === "string" ? version : "",
      isDev: entry["dev"] === true || entry["devOptional"] === true,
      isTop: path.lastIndexOf("node_modules/") === 0,
      isAsked: asked.has(idOf(each) ?? ""),
      resolved: typeof resolved === "string" ? resolved : null,
      needs: needs.get(path)?.needs ?? [],
      needsMore: needs.get(path)?.needsMore ?? true,
      license: licenseOf(entry["license"]),
      hashes: hashesOf(entry["integrity"]),
    };
  });
}

/** As a package that is installed; `place` is where the skill asks for it. */
export function pinOf(entry: LockEntry, place: Pick<NpmPin, "file" | "line">): NpmPin {
  const { name, version, isDev, isAsked, needs, needsMore, license, hashes } = entry;
  return { name, version, isDev, isAsked, needs, needsMore, license, hashes, ...place };
}

/** lockfileVersion 2 and 3: by path. The skill's own workspaces lie outside node_modules, and links lead to them. */
function fromPackages(packages: Record<string, unknown>): Written[] | null {
  const paths = Object.keys(packages);
  if (paths.length > MAX_ENTRIES) return null;
  return paths.flatMap((path) => {
    const at = path.lastIndexOf("node_modules/");
    const entry = toRecord(packages[path]);
    if (entry === null) return [];
    const given = entry["name"];
    const name = typeof given === "string" ? given : path.slice(at + "node_modules/".length);
    return [{ path, name, entry, isOwn: at < 0 || entry["link"] === true }];
  });
}

/** lockfileVersion 1: a tree. */
function fromTree(value: unknown): Written[] | null {
  const found: Written[] = [];
  const waiting = [{ tree: toRecord(value), at: "", depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tree === null) continue;
    if (next.depth > MAX_DEPTH || found.length > MAX_ENTRIES) return null;
    for (const [name, each] of Object.entries(next.tree)) {
      const entry = toRecord(each);
      if (entry === null) continue;
      const path = `${next.at}node_modules/${name}`;
      found.push({ path, name, entry, isOwn: false });
      waiting.push({ tree: toRecord(entry["dependencies"]), at: `${path}/`, depth: next.depth + 1 });
    }
  }
  return found;
}

/** In the older form `dependencies` are the packages inside, and `requires` is what is needed. */
function toPlace(written: Written): LockPlace {
  const { path, entry, isOwn } = written;
  const required = toRecord(entry["requires"]) ?? toRecord(entry["dependencies"]) ?? {};
  const peers = Object.keys(toRecord(entry["peerDependencies"]) ?? {});
  const ways = toRecord(entry["peerDependenciesMeta"]) ?? {};
  const goesWithout = (name: string): boolean => toRecord(ways[name])?.["optional"] === true;
  return {
    path,
    isOwn,
    id: isOwn ? null : idOf(written),
    requires: [
      ...Object.keys(required),
      ...peers.filter((name) => !goesWithout(name)),
      ...(isOwn ? Object.keys(toRecord(entry["devDependencies"]) ?? {}) : []),
    ],
    optional: [...Object.keys(toRecord(entry["optionalDependencies"]) ?? {}), ...peers.filter(goesWithout)],
  };
}

function idOf({ name, entry }: Written): string | null {
  const { version } = entry;
  const isKnown = typeof version === "string" && semver.valid(version, { loose: true }) !== null;
  return isKnown && isPackageName("npm", name) ? `${name}@${version}` : null;
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // members stay unknown
    : null;
}
