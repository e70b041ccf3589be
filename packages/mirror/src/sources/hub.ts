import {
  countNames,
  isObject,
  type Json,
  namedTwice,
  readJson,
  readPackage,
  toDigest,
  toLine,
  toMoment,
} from "../upstream/reading.ts";
import { lookUps } from "../upstream/look-ups.ts";
import type { ListStep, Upstream, UpstreamDoor, UpstreamEntry } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

/** An Agent Hub, the protocol of the client of GAIA: `index.json`, `manifest.json` of each skill, zips. `base` has no slash behind. */
export function hubUpstream(door: UpstreamDoor, base: string): Upstream {
  return {
    kind: "hub",
    listSkills: ({ isListed = () => false } = {}) => listSkills(door, base, isListed),
    readSkill: ({ origin: address, digest }) => readPackage(door, { address, digest }),
  };
}

/** The skills of an index; null: it is no index of a hub. @throws UpstreamError */
export async function readHubIndex(door: UpstreamDoor, base: string): Promise<unknown[] | null> {
  const index = await readJson(door, `${base}/index.json`, door.limits.indexBytes);
  const agents = index?.["agents"];
  return Array.isArray(agents) ? agents : null;
}

async function* listSkills(
  door: UpstreamDoor,
  base: string,
  isListed: (name: string) => boolean,
): AsyncIterable<ListStep> {
  const agents = await readHubIndex(door, base);
  if (agents === null) throw new UpstreamError("not_an_upstream", `${base}/index.json lists no skills.`);
  let count = 0;
  const looks = lookUps();
  const timesBefore = countNames();
  for (const agent of agents) {
    const name = isObject(agent) && agent["type"] === "skill" ? toLine(agent["id"]) : null;
    if (name === null) continue;
    if (++count > door.limits.skills) break;
    const nth = timesBefore(name);
    if (nth === 1) yield namedTwice(name, `${base}/index.json`);
    if (nth > 0 || isListed(name)) continue;
    const origin = `${base}/skills/${encodeURIComponent(name)}`;
    yield* await looks.look({ name, origin }, async () => lookUp(door, base, name));
  }
  yield* looks.rest();
  if (count > door.limits.skills) yield { kind: "cut" };
}

/** A file's name as clients of this protocol put it into an address. */
const FILE_NAME = /^[A-Za-z0-9][\w.+-]{0,199}$/;
const SAFE_SEGMENT = /^[A-Za-z0-9][\w.+-]{0,127}$/;

async function lookUp(door: UpstreamDoor, base: string, name: string): Promise<UpstreamEntry> {
  const unreadable = (reason: string, origin = `${base}/skills/${encodeURIComponent(name)}`): UpstreamEntry => ({
    kind: "unreadable",
    name,
    origin,
    reason,
  });
  if (!SAFE_SEGMENT.test(name)) return unreadable("Its name cannot stand in an address.");
  let manifest: Json | null;
  try {
    manifest = await readJson(door, `${base}/skills/${name}/manifest.json`, door.limits.detailBytes);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code === "unreachable") throw error;
    return unreadable(error.message);
  }
  const versions = manifest?.["versions"];
  if (!isObject(versions)) return unreadable("The upstream lists it and says nothing of its versions.");
  const newest = newestOf(versions, manifest?.["latest_version"]);
  if (newest === null) return unreadable("The upstream offers no version of it.");
  const said = versions[newest];
  const file = artifactOf(said);
  if (file === null || !SAFE_SEGMENT.test(newest)) return unreadable(`The upstream names no file of ${newest}.`);
  return {
    kind: "skill",
    name,
    version: newest,
    publisher: isObject(said) ? toLine(said["publisher"]) : null,
    publishedAt: isObject(said) ? toMoment(said["published_at"]) : null,
    digest: file.digest,
    origin: `${base}/skills/${name}/${newest}/${file.name}`,
  };
}

/** The version that the hub calls its latest, or else the last that it names. */
function newestOf(versions: Json, latest: unknown): string | null {
  const named = toLine(latest);
  if (named !== null && Object.hasOwn(versions, named)) return named;
  return toLine(Object.keys(versions).at(-1));
}

/** The client takes `artifact`, or else the first of `artifacts`; without a digest it takes neither. */
function artifactOf(version: unknown): { name: string; digest: string } | null {
  if (!isObject(version)) return null;
  const listed = Array.isArray(version["artifacts"]) ? version["artifacts"] : [];
  const artifact: unknown = version["artifact"] ?? listed[0];
  if (!isObject(artifact)) return null;
  const { filename: name, sha256 } = artifact;
  const digest = toDigest(sha256);
  return typeof name === "string" && FILE_NAME.test(name) && digest !== null ? { name, digest } : null;
}
