import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judgeCheckpoint, LogError, openConsistent, openTiles, parseLeaf } from "@gaia/log";
import type { InstallContext } from "../context.ts";
import { type InstallError, unverified } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import type { PinnedLog } from "./pinned-log.ts";
import { readSeenCheckpoint, rememberCheckpoint, type SeenCheckpoint, toSeen } from "./seen-checkpoints.ts";

/** What following a log needs of an install. */
export type LogContext = Pick<InstallContext, "registry" | "paths" | "tell"> & {
  door: Pick<InstallContext["door"], "log">;
};

/** A log's decisions of a moment ago are on their way, and a cache may be a moment behind: asked again after these, in milliseconds. */
export const WAITS_MS: readonly number[] = [100, 200, 400, 800, 1600, 2400];

/**
 * The registry's newest checkpoint: believed by the pinned policy, no older than the one that this home has seen, and of the same history.
 * It is remembered. Throws exit 5 for everything else; a registry whose checkpoint is old is said, or refused where the policy asks for it.
 */
export async function settleCheckpoint(context: LogContext, pinned: PinnedLog): Promise<SeenCheckpoint> {
  const { registry, paths } = context;
  const origins = pinned.policy.logs.map(({ key }) => key.name);
  const known = new Map<string, SeenCheckpoint | null>();
  // Before it is asked for: what another process learns meanwhile is no reason to call this one old.
  for (const origin of origins) known.set(origin, await readSeenCheckpoint(paths, { registry, origin }));
  let { newest, asOf } = await fetchCheckpoint(context, pinned);
  const seen = known.get(newest.checkpoint.origin) ?? null;
  for (const waitMs of WAITS_MS) {
    if (seen === null || newest.checkpoint.tree.size >= seen.checkpoint.tree.size) break;
    await sleep(waitMs);
    ({ newest, asOf } = await fetchCheckpoint(context, pinned));
  }
  if (seen !== null && newest.checkpoint.tree.size < seen.checkpoint.tree.size)
    throw await contradiction(context, {
      code: "log_rolled_back",
      why: `went back: it had ${seen.checkpoint.tree.size} entries and now says ${newest.checkpoint.tree.size}`,
      notes: [seen, newest],
    });
  const settled = await settleSeen(context, newest);
  await ensureFresh(context, pinned, { newest, asOf });
  return settled;
}

/** Holds a checkpoint that the policy believes against the newest that this home has seen, and remembers the newer of the two. */
export async function settleSeen(context: LogContext, found: SeenCheckpoint): Promise<SeenCheckpoint> {
  const { registry, paths } = context;
  const log = { registry, origin: found.checkpoint.origin };
  for (;;) {
    const before = await readSeenCheckpoint(paths, log);
    if (before === null || before.checkpoint.tree.size <= found.checkpoint.tree.size) {
      if (before !== null) await ensureSameHistory(context, before, found);
      if (await rememberCheckpoint(paths, log, { before, next: found })) return found;
    } else {
      await ensureSameHistory(context, found, before);
      return before;
    }
  }
}

/** Throws exit 5 unless the newer tree begins with the older one, as the registry's own tiles show. */
async function ensureSameHistory(context: LogContext, older: SeenCheckpoint, newer: SeenCheckpoint): Promise<void> {
  const [from, to] = [older.checkpoint.tree, newer.checkpoint.tree];
  if (from.size === to.size && Buffer.compare(from.root, to.root) === 0) return;
  try {
    await openConsistent((path) => context.door.log(path), { from, to });
  } catch (error) {
    throw await toFailure(context, error, [older, newer]);
  }
}

/** What `packages/log` says of a log that does not hold, as a failure of exit 5; anything else as it is. */
export async function toFailure(
  context: LogContext,
  error: unknown,
  notes: readonly SeenCheckpoint[] = [],
): Promise<unknown> {
  if (!(error instanceof LogError)) return error;
  const { code, message } = error;
  if (code === "rewritten")
    return contradiction(context, { code: "log_rewritten", why: `was rewritten: ${message}`, notes });
  if (code === "missing_tile") return damagedLog(context, "log_incomplete", `is not whole: ${message}`);
  return damagedLog(context, "log_damaged", `does not hold: ${message}`);
}

const damagedLog = ({ registry }: LogContext, code: string, why: string): InstallError =>
  unverified(code, `The log of ${registry} ${why}`, "try again, and tell the registry's operators if it stays");

async function contradiction(
  { registry, paths }: LogContext,
  { code, why, notes }: { code: string; why: string; notes: readonly SeenCheckpoint[] },
): Promise<InstallError> {
  const place = await keepEvidence(paths, notes);
  return unverified(
    code,
    `The log of ${registry} ${why}`,
    `a log only grows: do not believe this registry; the signed checkpoints that show it are kept in ${place}`,
  );
}

/** Signed checkpoints that contradict each other prove it to anybody: they are written down, once for each pair. */
async function keepEvidence({ evidence }: HomePaths, notes: readonly SeenCheckpoint[]): Promise<string> {
  const text = notes.map((note) => note.text).join("\n");
  const place = join(evidence, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.txt`);
  await mkdir(evidence, { recursive: true, mode: 0o700 });
  await writeFile(place, text);
  return place;
}

async function fetchCheckpoint(
  context: LogContext,
  { policy }: PinnedLog,
): Promise<{ newest: SeenCheckpoint; asOf: number | null }> {
  const bytes = await context.door.log("checkpoint");
  if (bytes === null) throw damagedLog(context, "log_missing", "that you pinned is not there");
  try {
    const newest = toSeen(Buffer.from(bytes).toString("utf8"));
    const verdict = await judgeCheckpoint(policy, newest);
    if (!verdict.ok) throw damagedLog(context, "checkpoint_invalid", `is not what you pinned: ${verdict.detail}`);
    return { newest, asOf: verdict.asOf };
  } catch (error) {
    throw await toFailure(context, error);
  }
}

/** Freeze: a registry that shows an old state for ever. Witnesses say when; without any, only the log's own newest entry does. */
async function ensureFresh(
  context: LogContext,
  pinned: PinnedLog,
  { newest, asOf }: { newest: SeenCheckpoint; asOf: number | null },
): Promise<void> {
  const saidAt = asOf === null ? await timeOfLast(context, newest) : new Date(asOf * 1000);
  if (saidAt === null) return;
  const ageSeconds = (Date.now() - saidAt.getTime()) / 1000;
  if (ageSeconds <= pinned.maxAgeSeconds) return;
  const who = asOf === null ? "its own newest entry" : "its witnesses";
  const why =
    `The log of ${context.registry} was last seen to be the newest at ${saidAt.toISOString()} by ${who}, ` +
    `${inHours(ageSeconds)} ago; you allow ${inHours(pinned.maxAgeSeconds)}`;
  if (pinned.refusesStale)
    throw unverified("log_stale", why, "something may be held back from you: ask the registry's operators");
  context.tell({ kind: "warning", text: `warning: ${why}: what happened since may be held back` });
}

async function timeOfLast({ door }: LogContext, { checkpoint: { tree } }: SeenCheckpoint): Promise<Date | null> {
  if (tree.size === 0) return null;
  try {
    const tiles = await openTiles((path) => door.log(path), tree);
    const last = (await tiles.entriesOf(Math.floor((tree.size - 1) / 256))).at(-1);
    return last === undefined ? null : parseLeaf(last).at;
  } catch (error) {
    // A tile that does not hold is told where the history is held against the one before.
    if (error instanceof LogError) return null;
    throw error;
  }
}

const inHours = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
