import { COMMON_FILES, logFile, PROOF_FILE } from "@gaia/bundle";
import { findNewestCheckpoint, findShownCheckpoint, findVulnerabilities, readRecords } from "@gaia/catalog";
import { versionDependencies } from "@gaia/db";
import { parseSignedCheckpoint, parseTlogProof, TILE_WIDTH, tilePath } from "@gaia/log";
import { inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { revocationList } from "../revocations/revocation-list.ts";
import { listRegistryKeys } from "../signing/registry-keys.ts";
import type { GatheredFiles } from "./gathered-files.ts";
import { toText } from "./release-files.ts";

/** So many of the lowest tiles come along, the newest: half a million leaves, 16 MiB. */
const MOST_LOWEST_TILES = 2_048;
const HASH_BYTES = 32;
const DEPENDENCIES_AT_ONCE = 500;
const MOST_DEPENDENCIES = 20_000;

/** What the index says of what is common. */
export interface CommonHead {
  log: { origin: string; size: number; root: string } | null;
  revocations: { sequence: number; issued_at: string };
}

/** Adds keys, advisories, the list of revocations and the log's tree; the last two know of everything that was added before. */
export async function addCommon(ctx: Ctx, versionIds: readonly number[], files: GatheredFiles): Promise<CommonHead> {
  files.add(COMMON_FILES.keys, "application/json", toText({ keys: await listRegistryKeys(ctx) }));
  files.add(COMMON_FILES.advisories, "application/json", toText(await advisoriesOf(ctx, versionIds)));
  const revocations = Buffer.from((await revocationList(ctx).answer(null)).body).toString("utf8");
  files.add(COMMON_FILES.revocations, "application/json", revocations);
  return { log: await addLog(ctx, files), revocations: headOf(revocations) };
}

/** OSV records that hold for what the releases were found to need, by id. */
async function advisoriesOf(ctx: Ctx, versionIds: readonly number[]): Promise<unknown[]> {
  const queries = new Map<string, { ecosystem: "PyPI" | "npm"; name: string; version: string }>();
  for (let at = 0; at < versionIds.length && queries.size < MOST_DEPENDENCIES; at += DEPENDENCIES_AT_ONCE) {
    const rows = await ctx.db
      .select({
        ecosystem: versionDependencies.ecosystem,
        name: versionDependencies.name,
        version: versionDependencies.version,
      })
      .from(versionDependencies)
      .where(inArray(versionDependencies.versionId, versionIds.slice(at, at + DEPENDENCIES_AT_ONCE)))
      .limit(MOST_DEPENDENCIES);
    for (const row of rows) queries.set(`${row.ecosystem} ${row.name} ${row.version}`, row);
  }
  const found = await findVulnerabilities(ctx, [...queries.values()].slice(0, MOST_DEPENDENCIES));
  return readRecords(ctx, [...new Set(found.flatMap((all) => all.map(({ id }) => id)))]);
}

/** The head was written by `signRevocations`. */
function headOf(revocations: string): CommonHead["revocations"] {
  const { envelope } = JSON.parse(revocations) as { envelope: { payload: string } };
  const { predicate } = JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8")) as {
    predicate: { sequence: number; issued_at: string };
  };
  return { sequence: predicate.sequence, issued_at: predicate.issued_at };
}

/** The tree that is shown, with its cosignatures, and its tiles of hashes: all of the higher levels, the newest of the lowest. */
async function addLog(ctx: Ctx, files: GatheredFiles): Promise<CommonHead["log"]> {
  const note = await treeFor(ctx, files);
  if (note === null) return null;
  const { origin, tree } = parseSignedCheckpoint(note).checkpoint;
  files.add(COMMON_FILES.checkpoint, "text/plain", note);
  for (let level = 0; countAt(tree.size, level) > 0; level += 1) {
    const count = countAt(tree.size, level);
    const full = Math.floor(count / TILE_WIDTH);
    const first = level === 0 ? Math.max(0, full - MOST_LOWEST_TILES) : 0;
    for (let index = first; index < full; index += 1) await addTile(ctx, files, { level, index, width: TILE_WIDTH });
    const width = count % TILE_WIDTH;
    if (width > 0) await addTile(ctx, files, { level, index: full, width });
  }
  return { origin, size: tree.size, root: Buffer.from(tree.root).toString("base64") };
}

/** The shown one; the newest where a proof that was added is of a newer tree than that. */
async function treeFor(ctx: Ctx, files: GatheredFiles): Promise<string | null> {
  const shown = await findShownCheckpoint(ctx);
  const least = Math.max(0, ...files.list().flatMap(({ path }) => provenSize(path, files) ?? []));
  const isEnough = shown !== null && parseSignedCheckpoint(shown).checkpoint.tree.size >= least;
  return isEnough ? shown : ((await findNewestCheckpoint(ctx))?.note ?? null);
}

function provenSize(path: string, files: GatheredFiles): number | null {
  const text = path.endsWith(`/${PROOF_FILE}`) ? files.textOf(path) : null;
  return text === null ? null : parseTlogProof(Buffer.from(text).toString("utf8")).signed.checkpoint.tree.size;
}

const countAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

async function addTile(
  { log }: Ctx,
  files: GatheredFiles,
  name: { level: number; index: number; width: number },
): Promise<void> {
  const path = tilePath(name);
  // A partial tile goes once the full one is there.
  const bytes = (await log.tiles.read(path)) ?? (await log.tiles.read(tilePath({ ...name, width: TILE_WIDTH })));
  if (bytes === null) throw new Error(`the log has no ${path}`);
  files.add(logFile(path), "application/octet-stream", bytes.subarray(0, name.width * HASH_BYTES));
}
