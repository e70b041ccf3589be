import { type Ecosystem, ECOSYSTEMS, isEventVersion, packageName } from "@gaia/catalog";
import type { RangeEvent, AffectedVersions } from "@gaia/db";
import { jsonProblem } from "./plain-json.ts";

/** An OSV record that can be stored, matched and served. */
export interface Advisory {
  id: string;
  modified: Date;
  published: Date | null;
  withdrawn: Date | null;
  aliases: string[];
  summary: string;
  severity: string | null;
  packages: { ecosystem: Ecosystem; name: string; affected: AffectedVersions }[];
  /** The record as it is served: what came, less what no reader could use. */
  raw: Record<string, unknown>;
}

/** `other`: a sound record about other ecosystems, or other things than packages. */
export type ReadAdvisory = { kind: "advisory"; advisory: Advisory } | { kind: "other" } | { kind: "bad"; why: string };

const MAX_AFFECTED = 2_000;
const MAX_EVENTS = 2_000;
const MAX_VERSIONS = 20_000;
const MAX_VERSION_CHARACTERS = 256;
const MAX_ALIASES = 100;
const MAX_SUMMARY = 1_000;
const ID = /^[A-Za-z0-9][A-Za-z0-9:._-]{1,99}$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d{0,3})?(?:Z|\+00:00)$/;
const KINDS = ["introduced", "fixed", "last_affected", "limit"] as const;

/** The record is refused, for the reason in the message. */
class Bad extends Error {}

/**
 * Reads one OSV record (schema 1.x), which may be anything at all. Pure; time grows with its size only. What can be
 * matched is checked here once, so that nobody who reads it later meets a version or a time that does not parse.
 */
export function readAdvisory(value: unknown): ReadAdvisory {
  const unkept = jsonProblem(value);
  if (unkept !== null) return { kind: "bad", why: unkept };
  try {
    return read(value);
  } catch (error) {
    if (error instanceof Bad) return { kind: "bad", why: error.message };
    throw error;
  }
}

function read(value: unknown): ReadAdvisory {
  const record = toRecord(value);
  if (record === null) throw new Bad("it is no JSON object");
  const schema = record["schema_version"] ?? "1.0.0";
  if (typeof schema !== "string" || !/^1\.\d{1,4}(?:\.\d{1,4})?$/.test(schema)) {
    throw new Bad("its schema_version is not 1.x");
  }
  const { id } = record;
  if (typeof id !== "string" || !ID.test(id)) throw new Bad("it has no id that can be used");
  const modified = toTime(record, "modified");
  if (modified === null) throw new Bad("modified is missing");
  const times = { published: toTime(record, "published"), withdrawn: toTime(record, "withdrawn") };
  const entries = list(record["affected"], "affected", MAX_AFFECTED);
  // What concerns commits alone names no package.
  const named = entries.filter((entry) => entry["package"] !== undefined);
  const packages = mergePackages(named);
  if (packages.length === 0) return { kind: "other" };
  const aliases = texts(record["aliases"], "aliases", MAX_ALIASES);
  const raw = { ...record, schema_version: schema, aliases, affected: named, modified };
  for (const name of ["published", "withdrawn"] as const) {
    if (times[name] === null) delete (raw as Record<string, unknown>)[name];
    else (raw as Record<string, unknown>)[name] = times[name];
  }
  const summary = record["summary"] ?? "";
  if (typeof summary !== "string") throw new Bad("summary is no text");
  if (typeof (record["details"] ?? "") !== "string") throw new Bad("details is no text");
  const advisory = {
    id,
    modified: new Date(modified),
    published: times.published === null ? null : new Date(times.published),
    withdrawn: times.withdrawn === null ? null : new Date(times.withdrawn),
    aliases,
    summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
    severity: severityOf(record),
    packages,
    raw,
  };
  return { kind: "advisory", advisory };
}

/** One entry for each package, ranges and versions of all its entries together; the entries lose ranges nobody can read. */
function mergePackages(entries: Record<string, unknown>[]): Advisory["packages"] {
  const found = new Map<string, Advisory["packages"][number]>();
  let [events, versions] = [0, 0];
  for (const entry of entries) {
    const asked = toRecord(entry["package"]);
    const { ecosystem, name } = asked ?? {};
    if (typeof ecosystem !== "string" || typeof name !== "string") throw new Bad("a package in it has no name");
    if (!isEcosystem(ecosystem)) continue;
    if (!/^[\x21-\x7e]{1,214}$/.test(name)) throw new Bad(`a package's name in it is not one of ${ecosystem}`);
    const affected = readAffected(ecosystem, entry);
    // Which versions, nobody has said yet.
    if (affected.ranges.length === 0 && affected.versions.length === 0) continue;
    versions += affected.versions.length;
    events += affected.ranges.reduce((total, range) => total + range.events.length, 0);
    if (events > MAX_EVENTS) throw new Bad(`its ranges have more than ${MAX_EVENTS} events`);
    if (versions > MAX_VERSIONS) throw new Bad(`it lists more than ${MAX_VERSIONS} versions`);
    const canonical = packageName(ecosystem, name);
    const key = `${ecosystem} ${canonical}`;
    const known = found.get(key)?.affected;
    if (known === undefined) found.set(key, { ecosystem, name: canonical, affected });
    else {
      known.ranges.push(...affected.ranges);
      known.versions = [...known.versions, ...affected.versions];
    }
  }
  return [...found.values()];
}

function readAffected(ecosystem: Ecosystem, entry: Record<string, unknown>): AffectedVersions {
  const versions = texts(entry["versions"], "versions", MAX_VERSIONS, MAX_VERSION_CHARACTERS);
  const kept: { raw: Record<string, unknown>; events: RangeEvent[] | null }[] = [];
  let unreadable = 0;
  for (const range of list(entry["ranges"], "ranges", MAX_EVENTS)) {
    const { type } = range;
    const events = list(range["events"], "events", MAX_EVENTS).flatMap(toEvents);
    if (type === "GIT") kept.push({ raw: range, events: null });
    else if (type !== "ECOSYSTEM" && type !== "SEMVER") throw new Bad("a range in it is of no known type");
    else if (events.some((event) => event.kind === "introduced") && events.every((e) => isEventVersion(ecosystem, e))) {
      kept.push({ raw: range, events });
    } else unreadable += 1;
  }
  const ranges = kept.flatMap(({ events }) => (events === null ? [] : [{ events }]));
  if (unreadable > 0 && versions.length === 0) {
    throw new Bad(`a range in it has versions that ${ecosystem} does not know, and no versions are listed`);
  }
  if (entry["ranges"] !== undefined) entry["ranges"] = kept.map(({ raw }) => raw);
  return { ranges, versions };
}

function toEvents(event: Record<string, unknown>): RangeEvent[] {
  return KINDS.flatMap((kind) => {
    const version = event[kind];
    if (version === undefined) return [];
    if (typeof version !== "string" || version.length > MAX_VERSION_CHARACTERS) {
      throw new Bad("an event in it has no version");
    }
    return [{ kind, version }];
  });
}

/** GitHub's word for it where the record has one, else nothing: scores are the readers' to compute. */
function severityOf(record: Record<string, unknown>): string | null {
  const given = toRecord(record["database_specific"])?.["severity"];
  return typeof given === "string" && /^[A-Za-z]{1,20}$/.test(given) ? given.toLowerCase() : null;
}

/** The time as RFC 3339 in UTC with at most microseconds; null where there is none. */
function toTime(record: Record<string, unknown>, name: string): string | null {
  const given = record[name];
  if (given === undefined || given === null) return null;
  const match = typeof given === "string" ? TIME.exec(given) : null;
  const text = match === null ? "" : `${match[1]}${match[2] === undefined ? "" : `.${match[2]}`}Z`;
  if (Number.isNaN(Date.parse(text))) throw new Bad(`${name} is no time in UTC`);
  return text;
}

const isEcosystem = (text: string): text is Ecosystem => (ECOSYSTEMS as readonly string[]).includes(text);

function list(value: unknown, name: string, most: number): Record<string, unknown>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Bad(`${name} is no list`);
  if (value.length > most) throw new Bad(`${name} has more than ${most} entries`);
  return value.map((each) => {
    const record = toRecord(each);
    if (record === null) throw new Bad(`an entry of ${name} is no object`);
    return record;
  });
}

function texts(value: unknown, name: string, most: number, characters = 200): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > most) throw new Bad(`${name} is no list of at most ${most}`);
  if (!value.every((each) => typeof each === "string" && each.length <= characters)) {
    throw new Bad(`an entry of ${name} is no text of at most ${characters} characters`);
  }
  return value as string[]; // each was looked at
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // members stay unknown
    : null;
}
