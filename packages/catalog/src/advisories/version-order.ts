import { explain } from "@renovatebot/pep440";
import semver from "semver";

/** The package indexes whose advisories the registry reads. */
export const ECOSYSTEMS = ["PyPI", "npm"] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

/** A version, taken apart once so that comparing is cheap. */
export type VersionKey = readonly (number | string)[];

const MAX_CHARACTERS = 256;

/** The one spelling of a package's name: PEP 503 for PyPI; npm tells upper and lower case apart. */
export function packageName(ecosystem: Ecosystem, name: string): string {
  return ecosystem === "PyPI" ? name.toLowerCase().replaceAll(/[-_.]+/g, "-") : name;
}

const MAX_NAME = 214;

/** Whether an index may have a package of this name: letters of both cases, which the registry of npm once took. */
export function isPackageName(ecosystem: Ecosystem, name: string): boolean {
  if (name.length > MAX_NAME) return false;
  return ecosystem === "PyPI"
    ? /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name)
    : /^(?:@[A-Za-z0-9._~-]+\/)?[A-Za-z0-9_~][A-Za-z0-9._~-]*$/.test(name);
}

/** Null for what the ecosystem (PEP 440, SemVer 2.0.0) knows as no version. Time is linear in at most 256 characters. */
export function versionKey(ecosystem: Ecosystem, version: string): VersionKey | null {
  if (version.length > MAX_CHARACTERS) return null;
  return ecosystem === "PyPI" ? pep440Key(version) : semverKey(version);
}

/** Below zero where `a` comes before `b`, zero where they are the same version. */
export function compareKeys(a: VersionKey, b: VersionKey): number {
  for (let index = 0; index < a.length || index < b.length; index += 1) {
    const [left, right] = [a[index], b[index]];
    if (left === right) continue;
    // What goes on where the other has ended (a local version, more of a pre-release) comes after it.
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    // SemVer 11.4.3; PEP 440's keys never mix them at one place.
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

const LOWEST = Number.NEGATIVE_INFINITY;
const HIGHEST = Number.POSITIVE_INFINITY;
/** Ends the release numbers: below any number that could go on. */
const END = -1;
const PRE_RANK: Record<string, number> = { a: 0, b: 1, rc: 2 };

/** The order of PEP 440 ("Summary of permitted suffixes and relative ordering"). */
function pep440Key(version: string): VersionKey | null {
  const parsed = explain(version);
  if (parsed === null) return null;
  const release = parsed.release.map(Number);
  while (release.at(-1) === 0) release.pop();
  const pre = parsed.pre === null ? null : ([String(parsed.pre[0]), Number(parsed.pre[1])] as const);
  const [post, dev] = [numberOf(parsed.post), numberOf(parsed.dev)];
  const isPlainDev = pre === null && post === null && dev !== null;
  const preKey = pre === null ? [isPlainDev ? LOWEST : HIGHEST, 0] : [PRE_RANK[pre[0]] ?? 0, pre[1]];
  return [parsed.epoch, ...release, END, ...preKey, post ?? LOWEST, dev ?? HIGHEST, ...localKey(parsed.local)];
}

/** The library gives a number where its types say a pair. */
function numberOf(part: unknown): number | null {
  if (part === null || part === undefined) return null;
  return Number(Array.isArray(part) ? part[1] : part);
}

/** A local version comes after the same without; in it, numbers come after words. */
function localKey(local: string | null): (number | string)[] {
  if (local === null) return [];
  return local
    .toLowerCase()
    .split(/[._-]/)
    .flatMap((part) => (/^\d+$/.test(part) ? [1, Number(part)] : [0, part]));
}

/** SemVer 2.0.0, section 11. */
function semverKey(version: string): VersionKey | null {
  const parsed = semver.parse(version, { loose: true });
  if (parsed === null) return null;
  const core = [parsed.major, parsed.minor, parsed.patch];
  return parsed.prerelease.length === 0 ? [...core, 1] : [...core, 0, ...parsed.prerelease];
}
