import { isPackageName } from "@gaia/catalog";
import { replaceHidden } from "@gaia/text";
import type { PackageFile } from "@gaia/archive";
import type { Finding } from "@gaia/findings";
import semver from "semver";
import { judgeNpmSpec } from "./judge-npm-spec.ts";
import { type NpmPin, type NpmRequirement, requirementFinding } from "./npm-requirement.ts";
import { type LockEntry, pinOf, readLockFile } from "./read-lock-file.ts";

export interface NpmRequirements {
  /** What no lock file answers. */
  requirements: NpmRequirement[];
  pins: NpmPin[];
  findings: Finding[];
  /** What of the package could not be read. */
  problems: string[];
}

const MAX_MANIFESTS = 30;
const MAX_REQUIREMENTS = 300;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MANIFEST = /(?:^|\/)package\.json$/;
const LOCK = /(?:^|\/)(?:npm-shrinkwrap|package-lock)\.json$/;
const INSTALLED = /(?:^|\/)node_modules\//;
const GROUPS = [
  { name: "dependencies", isDev: false },
  { name: "optionalDependencies", isDev: false },
  { name: "peerDependencies", isDev: false },
  { name: "devDependencies", isDev: true },
] as const;

interface Reading extends NpmRequirements {
  /** The lock files, and of their entries those that a package.json beside them, or the manifest, asks for. */
  locked: { path: string; entries: LockEntry[] }[];
  asked: Set<LockEntry>;
  /** Directories with a package.json, and the names those have. */
  directories: Set<string>;
  names: Set<string>;
  knownHosts: ReadonlySet<string>;
}

interface Asked {
  name: string | null;
  text: string;
  isDev: boolean;
  file: string | null;
  line: number | null;
}

/**
 * Every package that the skill asks npm for: by its manifest, by each package.json in it, by each lock file beside one. Pure.
 * @param input.knownHosts hosts that npm takes packages from on this machine; empty where that is not known
 */
export function readNpmRequirements(input: {
  files: PackageFile[];
  declared: { spec: string; file: string; line: number | null }[];
  knownHosts: ReadonlySet<string>;
}): NpmRequirements {
  const reading: Reading = {
    requirements: [],
    pins: [],
    findings: [],
    problems: [],
    locked: [],
    asked: new Set(),
    directories: new Set(),
    names: new Set(),
    knownHosts: input.knownHosts,
  };
  const own = input.files.filter(({ path }) => !INSTALLED.test(path));
  const manifests = own.filter(({ path }) => MANIFEST.test(path));
  if (manifests.length > MAX_MANIFESTS) reading.problems.push(`more than ${MAX_MANIFESTS} package.json`);
  const parsed = manifests.slice(0, MAX_MANIFESTS).flatMap((file) => {
    const manifest = parseFile(file, reading);
    return manifest === null ? [] : [{ file, manifest }];
  });
  for (const { file, manifest } of parsed) {
    reading.directories.add(directoryOf(file.path));
    if (typeof manifest["name"] === "string") reading.names.add(manifest["name"]);
  }
  const locks = new Map<string, LockEntry[]>();
  for (const file of own.filter(({ path }) => LOCK.test(path)).slice(0, MAX_MANIFESTS)) readLock(file, locks, reading);
  for (const { file, manifest } of parsed) {
    const lock = locks.get(directoryOf(file.path));
    for (const asked of askedBy(file, manifest)) judge(asked, reading, lock);
  }
  for (const { spec, file, line } of input.declared) {
    judge({ name: null, text: spec, isDev: false, file, line }, reading, locks.get(""));
  }
  // Only now it is known what of them somebody asks for.
  for (const { path, entries } of reading.locked) reading.pins.push(...pinsOf(path, entries, reading.asked));
  if (reading.requirements.length > MAX_REQUIREMENTS) {
    reading.problems.push(`more than ${MAX_REQUIREMENTS} requirements`);
    reading.requirements.length = MAX_REQUIREMENTS;
  }
  const { requirements, pins, findings, problems } = reading;
  return { requirements: distinct(requirements), pins, findings, problems };
}

function distinct(requirements: NpmRequirement[]): NpmRequirement[] {
  const found = new Map<string, NpmRequirement>();
  for (const each of requirements) {
    const key = `${each.name}@${each.range}`;
    const known = found.get(key);
    if (known === undefined || (known.isDev && !each.isDev)) found.set(key, each);
  }
  return [...found.values()];
}

function* askedBy(file: PackageFile, manifest: Record<string, unknown>): Generator<Asked> {
  const lines = new TextDecoder().decode(file.bytes).split(/\r\n|\r|\n/);
  for (const { name: group, isDev } of GROUPS) {
    const dependencies = manifest[group];
    if (typeof dependencies !== "object" || dependencies === null) continue;
    for (const [name, spec] of Object.entries(dependencies).slice(0, MAX_REQUIREMENTS)) {
      const at = lines.findIndex((line) => line.includes(JSON.stringify(name)));
      const place = { file: file.path, line: at < 0 ? null : at + 1 };
      yield { name, text: typeof spec === "string" ? spec : "\0", isDev, ...place };
    }
  }
}

function judge(asked: Asked, reading: Reading, lock: LockEntry[] | undefined): void {
  const { name, text, isDev, file, line } = asked;
  const judged = judgeNpmSpec(name === null ? { text } : { name, spec: text });
  if (judged.kind === "package") {
    const locked = lock?.find((entry) => entry.isTop && entry.name === judged.name);
    const isAnswered = locked !== undefined && semver.satisfies(locked.version, judged.range, { loose: true });
    if (isAnswered) reading.asked.add(locked);
    else reading.requirements.push({ ...judged, isDev, file, line });
    return;
  }
  if (judged.kind === "local" && isInside(judged.path, asked, reading)) return;
  const shown = [name, text].filter((each) => each !== null).join("@");
  const rule = judged.kind === "local" ? "local-path" : judged.rule;
  reading.findings.push(requirementFinding(asked, { rule, shown: redact(shown), why: judged.why }));
  if (rule === "unreadable") reading.problems.push(`could not read the requirement ${redact(shown)}`);
}

/** A neighbour in the same package is read like everything else in it. */
function isInside(path: string | null, asked: Asked, reading: Reading): boolean {
  if (path === null) return asked.name !== null && reading.names.has(asked.name);
  const segments = asked.file === null ? [] : asked.file.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return false;
    } else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return reading.directories.has(segments.join("/"));
}

function readLock(file: PackageFile, locks: Map<string, LockEntry[]>, reading: Reading): void {
  const parsed = parseFile(file, reading);
  const entries = parsed === null ? null : readLockFile(parsed);
  if (entries === null) {
    if (parsed !== null) reading.problems.push(`could not read ${redact(file.path)}`);
    return;
  }
  locks.set(directoryOf(file.path), entries);
  reading.locked.push({ path: file.path, entries });
  if (!entries.every(({ name }) => isPackageName("npm", name)))
    reading.problems.push(`could not read the name of a package in ${redact(file.path)}`);
  const usual = usualHosts(entries, reading.knownHosts);
  const strangers = new Set<string>();
  for (const { name, version, resolved } of entries) {
    const place = { file: file.path, line: null };
    const from = resolved === null ? sourceOf(version, usual) : sourceOf(resolved, usual);
    if (from !== null && !strangers.has(from)) {
      strangers.add(from);
      const why = "the lock file takes it from outside the registry of npm";
      const shown = redact(`${name}@${resolved ?? version}`);
      reading.findings.push(requirementFinding(place, { rule: "remote-source", shown, why }));
    }
  }
}

/**
 * What an installation takes from a lock file. The licences and digests in one that a package brings are its author's word, and what its
 * packages need may be left out there.
 */
function pinsOf(path: string, entries: readonly LockEntry[], asked: ReadonlySet<LockEntry>): NpmPin[] {
  return entries.flatMap((each) => {
    if (!isPackageName("npm", each.name) || semver.valid(each.version, { loose: true }) === null) return [];
    const pin = pinOf(each, { file: each.isTop ? path : null, line: null });
    return [{ ...pin, isAsked: pin.isAsked || asked.has(each), license: null, hashes: [], needsMore: true }];
  });
}

/** The hosts that a lock file may name: npm's own on this machine, or, where that is not known, the one that it names most. */
function usualHosts(entries: LockEntry[], known: ReadonlySet<string>): ReadonlySet<string> {
  if (known.size > 0) return known;
  const counts = new Map<string, number>();
  for (const { resolved } of entries) {
    const host = hostOf(resolved ?? "");
    if (host !== null) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return new Set(most === undefined ? [] : [most[0]]);
}

/** What of a source is strange; null when it is a version, or an address at a usual host. */
function sourceOf(source: string, usual: ReadonlySet<string>): string | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(source)) return null;
  const host = hostOf(source);
  return host !== null && usual.has(host) ? null : (host ?? source.split(":", 1)[0] ?? source);
}

function hostOf(address: string): string | null {
  return /^https?:\/\/(?:[^/@]{0,200}@)?([^/:]{1,253})/i.exec(address)?.[1]?.toLowerCase() ?? null;
}

function parseFile(file: PackageFile, reading: Reading): Record<string, unknown> | null {
  try {
    if (file.bytes.byteLength > MAX_FILE_BYTES) throw new Error("too large");
    const value: unknown = JSON.parse(new TextDecoder().decode(file.bytes));
    // Members stay unknown.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw new Error("no object");
  } catch {
    reading.problems.push(`could not read ${redact(file.path)}`);
    return null;
  }
}

const directoryOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/** Without what could be a password in an address, and on one line. */
function redact(text: string): string {
  const withoutPassword = text.slice(0, 300).replaceAll(/\/\/[^/@\s]{1,200}@/g, "//***@");
  return replaceHidden(withoutPassword, " ").replaceAll(/\s+/g, " ").slice(0, 120);
}
