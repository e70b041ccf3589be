import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { type ServedSkill, servedSkills } from "@gaia/artefacts";
import { describeVersions } from "@gaia/catalog";
import type { PageCache } from "@gaia/edge";
import { type HubCtx, isOffered } from "./bundle.ts";
import { toIndexEntry } from "./shapes.ts";

/** The client reads all of it with each search, within ten seconds. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Under no address: what is kept under it is no answer. */
const KEPT_AS = "hub index";

/** A skill of the index, as it is written there. */
interface Entry {
  name: string;
  downloads: number;
  json: string;
}

/** An index as it is sent, in either coding. */
export interface IndexFile {
  identity: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  /** Each coding's own, quoted. */
  etag: { identity: string; gzip: string };
}

interface Kept {
  entries: readonly Entry[];
  file: IndexFile;
}

/**
 * Gives the index that whoever asks may see. That of public skills is made once and kept until one of them changes; with skills of their
 * own it is made for somebody and kept for nobody.
 */
export function indexFiles(mostBytes = MOST_BYTES) {
  let kept: Kept | null = null;
  const makePublic = async (ctx: HubCtx): Promise<Kept> => {
    const entries = await listEntries(ctx, "public");
    const isSame = kept !== null && same(kept.entries, entries);
    // Downloads alone, or nothing: a client that has it need not read it again.
    return isSame && kept !== null ? kept : { entries, file: await toFile(ctx, entries, { mostBytes, isKept: true }) };
  };
  const publicIndex = async (ctx: HubCtx, pages: PageCache): Promise<Kept> => {
    let made: Kept | null = null;
    const { page } = await pages.render(KEPT_AS, async () => {
      made = await makePublic(ctx);
      kept = made;
      return pageOf(made.file.etag.identity);
    });
    if (made !== null) return made;
    // The page may speak of another making than the one that is held.
    return kept !== null && page?.etag === kept.file.etag.identity ? kept : await makePublic(ctx);
  };
  return async (ctx: HubCtx, pages: PageCache): Promise<IndexFile> => {
    const { entries, file } = await publicIndex(ctx, pages);
    const own = await listEntries(ctx, "hidden");
    if (own.length === 0) return file;
    const all = [...own, ...entries].toSorted((a, b) => b.downloads - a.downloads);
    return await toFile(ctx, all, { mostBytes, isKept: false });
  };
}

/** The skills that are public, or those that are not and whoever acts may see, the most downloaded first. */
async function listEntries(ctx: HubCtx, among: "public" | "hidden"): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  for await (const batch of servedSkills(ctx, { protocol: "hub", among })) {
    for (const entry of await toEntries(ctx, batch)) entries.set(entry.name, entries.get(entry.name) ?? entry);
  }
  return [...entries.values()];
}

async function toEntries(ctx: HubCtx, batch: readonly ServedSkill[]): Promise<Entry[]> {
  const offered = batch.filter(({ newest }) => isOffered(newest));
  const ids = offered.map(({ newest }) => newest.versionId);
  const described = await describeVersions(ctx, ids);
  return offered.flatMap(({ downloads, newest: facts }) => {
    const about = described.get(facts.versionId);
    if (about === undefined) return [];
    return [{ name: facts.name, downloads, json: JSON.stringify(toIndexEntry({ facts, described: about })) }];
  });
}

const same = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  a.length === b.length && a.every(({ json }, at) => json === b[at]?.json);

async function toFile(
  ctx: HubCtx,
  entries: readonly Entry[],
  { mostBytes, isKept }: { mostBytes: number; isKept: boolean },
): Promise<IndexFile> {
  const identity = Buffer.from(toIndex(ctx, entries, mostBytes));
  const level = isKept ? constants.Z_DEFAULT_COMPRESSION : constants.Z_BEST_SPEED;
  const tag = createHash("sha256").update(identity).digest("base64url");
  const packed = Buffer.from(await promisify(gzip)(identity, { level }));
  return { identity, gzip: packed, etag: { identity: `"${tag}"`, gzip: `"${tag}-gzip"` } };
}

/** The text of an index with as many of the entries as `mostBytes` hold; how many are left out is logged. */
export function toIndex(
  ctx: Pick<HubCtx, "now" | "warn">,
  entries: readonly Pick<Entry, "json">[],
  mostBytes: number,
): string {
  const head = `{"schema_version":1,"generated_at":${JSON.stringify(ctx.now().toISOString())},"agents":[`;
  const end = "]}\n";
  const listed: string[] = [];
  // The first entry has no comma in front.
  let sizeBytes = head.length + end.length - 1;
  for (const { json } of entries) {
    sizeBytes += Buffer.byteLength(json) + 1;
    if (sizeBytes > mostBytes) break;
    listed.push(json);
  }
  const leftOut = entries.length - listed.length;
  if (leftOut > 0) ctx.warn("hub_index_full", { listed: listed.length, left_out: leftOut, most_bytes: mostBytes });
  return `${head}${listed.join(",")}${end}`;
}

/** What is forgotten when a public skill changes, and after a minute. */
const pageOf = (etag: string) => ({
  subjects: ["catalog"] as const,
  rate: null,
  body: "",
  sizeBytes: 0,
  etag,
  headers: {},
  notModifiedHeaders: {},
  downloadOf: undefined,
  path: "",
  route: "",
});
