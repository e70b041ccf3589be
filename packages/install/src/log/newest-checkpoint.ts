import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { judgeCheckpoint, LogError, openConsistent, verifierKey, type VerifierKey, verifyNote } from "@gaia/log";
import type { InstallContext } from "../terms/context.ts";
import { type InstallError, unverified } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { writeWhole } from "../home/json-file.ts";
import { mayCome } from "./judged-proof.ts";
import { judgeNew, type PinnedLog } from "./pinned-log.ts";
import { readSeenTrees, rememberTrees, type SeenCheckpoint, type SeenTrees, toSeen } from "./seen-checkpoints.ts";

/** What following a log needs of an install. */
export type LogContext = Pick<InstallContext, "registry" | "paths" | "tell"> & {
  door: Pick<InstallContext["door"], "log">;
};

/** A log's decisions of a moment ago are on their way, and a cache may be a moment behind: asked again after these, in milliseconds. */
export const WAITS_MS: readonly number[] = [100, 200, 400, 800, 1600, 2400];

/**
 * The registry's newest checkpoint: believed by the pinned policy, no older than the one that it showed to this home last, and of the same
 * history as all that was seen. It is remembered. Throws exit 5 for everything else; a registry whose checkpoint is old is said, or refused
 * where the policy asks for it.
 */
export async function settleCheckpoint(context: LogContext, pinned: PinnedLog): Promise<SeenCheckpoint> {
  const { registry, paths } = context;
  const known = new Map<string, SeenTrees | null>();
  // Before it is asked for: what another process learns meanwhile is no reason to call this one old.
  for (const { key } of pinned.policy.logs)
    known.set(key.name, await readSeenTrees(paths, { registry, origin: key.name }));
  const isOld = ({ checkpoint: { origin, tree } }: SeenCheckpoint) => tree.size < (known.get(origin)?.shownSize ?? 0);
  const { found, asOf } = await awaitCheckpoint(context, pinned, isOld);
  const { origin, tree } = found.checkpoint;
  const before = known.get(origin) ?? null;
  if (before !== null && isOld(found))
    throw await contradiction(context, {
      code: "log_rolled_back",
      why: `went back: it had ${before.shownSize} entries and now says ${tree.size}`,
      notes: [before.newest, found],
    });
  await settleSeenTree(context, found, tree.size);
  await ensureFresh(context, pinned, asOf);
  return found;
}

/**
 * Holds a checkpoint that the policy believes against the newest that this home has seen, and remembers the newer of the two; `shownSize`
 * when the log showed it as its own. Throws exit 5 when they are of two histories.
 */
export async function settleSeenTree(context: LogContext, found: SeenCheckpoint, shownSize = 0): Promise<void> {
  const { registry, paths } = context;
  const log = { registry, origin: found.checkpoint.origin };
  for (;;) {
    const before = await readSeenTrees(paths, log);
    const isNewer = before === null || before.newest.checkpoint.tree.size <= found.checkpoint.tree.size;
    const next = {
      newest: isNewer ? found : before.newest,
      shownSize: Math.max(shownSize, before?.shownSize ?? 0),
    };
    if (before !== null) await ensureSameHistory(context, isNewer ? before.newest : found, next.newest);
    if (await rememberTrees(paths, log, { before, next })) return;
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
  await writeWhole(place, text);
  return place;
}

interface Believed {
  found: SeenCheckpoint;
  /** When it was the newest, as it is signed; null when nobody signed a time. */
  asOf: Date | null;
}

/** Asks until it is believed and not older than what was shown before; in the end, what it is. */
async function awaitCheckpoint(
  context: LogContext,
  pinned: PinnedLog,
  isOld: (found: SeenCheckpoint) => boolean,
): Promise<Believed> {
  for (const waitMs of WAITS_MS) {
    const believed = await fetchCheckpoint(context, pinned);
    if ("found" in believed && !isOld(believed.found)) return believed;
    if ("why" in believed && !believed.mayCome) break;
    await sleep(waitMs);
  }
  const believed = await fetchCheckpoint(context, pinned);
  if ("found" in believed) return believed;
  throw damagedLog(context, believed.code, believed.why);
}

/** `mayCome`: a log that has just begun has no checkpoint for a moment, and a checkpoint its witnesses a moment later. */
type Unbelieved = { code: string; why: string; mayCome: boolean };

async function fetchCheckpoint(context: LogContext, pinned: PinnedLog): Promise<Believed | Unbelieved> {
  const bytes = await context.door.log("checkpoint");
  if (bytes === null) return { code: "log_missing", why: "that you pinned is not there", mayCome: true };
  try {
    const found = toSeen(Buffer.from(bytes).toString("utf8"));
    const verdict = await judgeNew(pinned, (policy) => judgeCheckpoint(policy, found));
    if (verdict.ok) return { found, asOf: await timeOf(found, verdict) };
    const why = `is not what you pinned: ${verdict.detail}`;
    return { code: "checkpoint_invalid", why, mayCome: mayCome(verdict.reason, pinned) };
  } catch (error) {
    throw await toFailure(context, error);
  }
}

/**
 * As its witnesses say it, or without any, the registry: its log's key signs a time as well, under the same name (C2SP tlog-cosignature).
 * Either is out of reach of whoever only stands in between.
 */
async function timeOf(
  { note }: SeenCheckpoint,
  { logKey, asOf }: { logKey: VerifierKey; asOf: number | null },
): Promise<Date | null> {
  if (asOf !== null) return new Date(asOf * 1000);
  const { name, publicKey, type } = logKey;
  const timed = type === "ed25519" ? verifierKey({ name, type: "ed25519-cosignature", publicKey }) : logKey;
  const verdict = await verifyNote(note, [timed]);
  const times = verdict.ok ? verdict.signatures.flatMap(({ timestamp }) => timestamp ?? []) : [];
  return times.length === 0 ? null : new Date(Math.max(...times) * 1000);
}

/** Clocks differ; a time further ahead was made up, and would let an old state look fresh until it comes. */
const MOST_AHEAD_SECONDS = 3600;

/** The same of the newest checkpoint that this home has seen, where nobody can be asked for a newer one. */
export async function ensureSeenFresh(context: LogContext, pinned: PinnedLog): Promise<void> {
  const { registry, paths } = context;
  let newest: Date | null = null;
  for (const { key } of pinned.policy.logs) {
    const seen = await readSeenTrees(paths, { registry, origin: key.name });
    const verdict = seen === null ? null : await judgeCheckpoint(pinned.policy, seen.newest);
    const asOf = seen !== null && verdict?.ok === true ? await timeOf(seen.newest, verdict) : null;
    if (asOf !== null && (newest === null || asOf > newest)) newest = asOf;
  }
  await ensureFresh(context, pinned, newest);
}

/** Freeze: a registry that shows an old state for ever, or somebody in between who does. */
async function ensureFresh(context: LogContext, pinned: PinnedLog, asOf: Date | null): Promise<void> {
  const ageSeconds = asOf === null ? Infinity : (Date.now() - asOf.getTime()) / 1000;
  const isAhead = ageSeconds < -MOST_AHEAD_SECONDS;
  if ((ageSeconds <= pinned.maxAgeSeconds && !isAhead) || (asOf === null && !pinned.refusesStale)) return;
  const allowed = `you allow ${inHours(pinned.maxAgeSeconds)}`;
  const why =
    asOf === null
      ? `The newest checkpoint of the log of ${context.registry} has no signed time; ${allowed}`
      : isAhead
        ? `The log of ${context.registry} is said to have been the newest at ${asOf.toISOString()}, which has not come`
        : `The log of ${context.registry} was the newest at ${asOf.toISOString()}, ${inHours(ageSeconds)} ago; ${allowed}`;
  if (pinned.refusesStale)
    throw unverified("log_stale", why, "something may be held back from you: ask the registry's operators");
  context.tell({ kind: "warning", text: `warning: ${why}: what happened since may be held back` });
}

const inHours = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
