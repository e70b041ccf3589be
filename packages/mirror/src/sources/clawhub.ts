import { createHash } from "node:crypto";
import { ArchiveError, type PackageFile, readArchive, sha256Hex } from "@gaia/archive";
import {
  countNames,
  isObject,
  type Json,
  namedTwice,
  readJson,
  readPackage,
  toLine,
  toMoment,
} from "../upstream/reading.ts";
import { lookUps } from "../upstream/look-ups.ts";
import type {
  ListedTo,
  ListStep,
  Upstream,
  UpstreamDoor,
  UpstreamEntry,
  UpstreamPackage,
} from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

const PAGE = 100;
const MOST_FILES = 5_000;
const CURSOR = /^[\x20-\x7e]{1,2000}$/;

/** A registry of the `clawhub` client; `base` is where its `/api/v1` lies, without a slash behind. */
export function clawhubUpstream(door: UpstreamDoor, base: string): Upstream {
  return {
    kind: "clawhub",
    listSkills: ({ isListed = () => false, from = null } = {}) => listSkills(door, base, { isListed, from }),
    readSkill: (sought) => readSkill(door, sought),
  };
}

/** A page of its list; null: it is no such list. @throws UpstreamError */
export async function readClawhubPage(
  door: UpstreamDoor,
  base: string,
  asked: { cursor: string | null; limit: number },
): Promise<{ items: unknown[]; nextCursor: string | null } | null> {
  const url = new URL(`${base}/api/v1/skills`);
  url.searchParams.set("sort", "createdAt");
  url.searchParams.set("limit", String(asked.limit));
  if (asked.cursor !== null) url.searchParams.set("cursor", asked.cursor);
  const page = await readJson(door, url.href, door.limits.pageBytes);
  // The registry's own API has `next_cursor`.
  if (page === null || !Array.isArray(page["items"]) || !Object.hasOwn(page, "nextCursor")) return null;
  const { items, nextCursor } = page;
  if (nextCursor === null || nextCursor === "") return { items, nextCursor: null };
  if (typeof nextCursor === "string" && CURSOR.test(nextCursor)) return { items, nextCursor };
  throw new UpstreamError("malformed", "The upstream's list says no readable place of its next page.");
}

async function* listSkills(
  door: UpstreamDoor,
  base: string,
  { isListed, from }: { isListed: (name: string) => boolean; from: ListedTo | null },
): AsyncIterable<ListStep> {
  let count = 0;
  let cursor = from?.cursor ?? null;
  const looks = lookUps();
  const seen = new Set<string>();
  const timesBefore = countNames();
  for (let pages = from?.pages ?? 0; pages < door.limits.pages; pages++) {
    const page = await readClawhubPage(door, base, { cursor, limit: PAGE });
    if (page === null) throw new UpstreamError("not_an_upstream", `${base}/api/v1/skills lists no skills.`);
    for (const item of page.items) {
      const name = isObject(item) ? toLine(item["slug"]) : null;
      if (name === null || !isObject(item)) continue;
      if (++count > door.limits.skills) {
        yield* looks.rest();
        yield { kind: "cut" };
        return;
      }
      const nth = timesBefore(name);
      if (nth === 1) yield namedTwice(name, `${base}/api/v1/skills`);
      if (nth > 0 || isListed(name)) continue;
      const origin = `${base}/api/v1/skills/${encodeURIComponent(name)}`;
      yield* await looks.look({ name, origin }, async () => lookUp(door, base, { name, item }));
    }
    cursor = page.nextCursor;
    // A list that leads back to where it was has no end.
    if (cursor === null || seen.has(cursor)) {
      yield* looks.rest();
      return;
    }
    seen.add(cursor);
    if (!looks.isHolding()) yield { kind: "page", to: { cursor, pages: pages + 1 } };
  }
  yield* looks.rest();
  yield { kind: "cut" };
}

async function lookUp(
  door: UpstreamDoor,
  base: string,
  { name, item }: { name: string; item: Json },
): Promise<UpstreamEntry> {
  const latest = isObject(item["latestVersion"]) ? item["latestVersion"] : {};
  const version = toLine(latest["version"]);
  const owner = toLine(item["ownerHandle"]);
  const ofOwner = owner === null ? "" : `?ownerHandle=${encodeURIComponent(owner)}`;
  const detail = `${base}/api/v1/skills/${encodeURIComponent(name)}`;
  const unreadable = (reason: string): UpstreamEntry => ({
    kind: "unreadable",
    name,
    origin: `${detail}${ofOwner}`,
    reason,
  });
  if (version === null) return unreadable("The upstream offers no version of it.");
  let said: Json | null;
  try {
    const address = `${detail}/versions/${encodeURIComponent(version)}${ofOwner}`;
    said = await readJson(door, address, door.limits.detailBytes);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.code === "unreachable") throw error;
    return unreadable(error.message);
  }
  const files = isObject(said) && isObject(said["version"]) ? digestsOf(said["version"]["files"]) : null;
  if (files === null) return unreadable(`The upstream does not say which files ${version} has.`);
  const url = new URL(`${base}/api/v1/download`);
  url.searchParams.set("slug", name);
  url.searchParams.set("version", version);
  if (owner !== null) url.searchParams.set("ownerHandle", owner);
  return {
    kind: "skill",
    name,
    version,
    publisher: owner,
    publishedAt: toMoment(latest["createdAt"]),
    digest: digestOf(files),
    origin: url.href,
  };
}

interface Summed {
  path: string;
  sha256: string;
}

function digestsOf(files: unknown): Summed[] | null {
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES) return null;
  const summed = files.flatMap((file: unknown) => {
    if (!isObject(file)) return [];
    const { path, sha256 } = file;
    return typeof path === "string" && typeof sha256 === "string" ? [{ path, sha256: sha256.toLowerCase() }] : [];
  });
  return summed.length === files.length ? summed : null;
}

/** Of paths and digests in the order of their bytes. */
function digestOf(files: readonly Summed[]): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).toSorted();
  return `sha256:${createHash("sha256").update(lines.join("")).digest("hex")}`;
}

/** The archive has files that are said one by one, so it is opened here. */
async function readSkill(
  door: UpstreamDoor,
  { origin: address, digest }: { origin: string; digest: string | null },
): Promise<UpstreamPackage> {
  const { archive } = await readPackage(door, { address, digest: null });
  const { files } = opened(archive, door);
  const summed = files.map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes) }));
  if (digest !== null && digestOf(summed) !== digest)
    throw new UpstreamError("digest_mismatch", "Its files are not those that the upstream says.");
  return { files };
}

function opened(archive: Uint8Array, door: UpstreamDoor): { files: PackageFile[] } {
  try {
    return readArchive(archive, door.limits.archive);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new UpstreamError("malformed", `Its archive cannot be read: ${error.message}.`, { cause: error });
  }
}
