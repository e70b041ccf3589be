import { describeError, mirroredVersions, mirrorItems, versions } from "@gaia/db";
import {
  findUpstream,
  openUpstream,
  SOURCE_KINDS,
  type Upstream,
  type UpstreamDoor,
  UpstreamError,
} from "@gaia/mirror";
import { PENDING_STATUSES } from "@gaia/policy";
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { CUT, listUpstream } from "./list-upstream.ts";
import { findMirrorer, type MirrorRow, setMirror, takeMirror, upstreamOf } from "./mirror-row.ts";
import { hasTime, MirrorLost, type MirrorWork, notesHosts, type OpenUpstreamDoor, OutOfTime } from "./mirror-work.ts";
import { type MirrorItem, type Taken, takeItem, type Taking } from "./take-item.ts";

const MOST_FAILURES = 5;
const MOST_TRIES = 5;
const RETRY_BASE_MS = 60_000;
/** More than that of one mirror wait for no inspection: what people publish does, too. */
const MOST_PENDING = 16;
const PENDING_PAUSE_MS = 1_000;

interface Input {
  id: string;
  leaseMs: number;
  /** So long a job works before others have their turn. */
  sliceMs: number;
  abort: AbortSignal;
  openDoor: OpenUpstreamDoor;
}

/**
 * Works some seconds for a mirror: lists its upstream, then takes what it listed, one version after the other. Safe to run twice, late, or
 * to be killed at any line: rows say what is still to do. What is left is rung for again.
 * @returns its log line
 */
export async function workMirror(ctx: Ctx, input: Input): Promise<{ outcome: string }> {
  const mirror = await takeMirror(ctx, input);
  if (mirror === null) return { outcome: "nothing_to_do" };
  const { leaseMs, sliceMs, abort } = input;
  const work: MirrorWork = { ctx, mirror, leaseMs, endsAt: performance.now() + sliceMs, abort, hasMoved: false };
  try {
    if (mirror.failures >= MOST_FAILURES) return await endKilled(work);
    const pauseMs = await workOn(work, input.openDoor);
    await setMirror(ctx.db, mirror, { failures: 0 });
    return await giveBack(work, pauseMs);
  } catch (error) {
    if (error instanceof MirrorLost) return { outcome: "lost" };
    if (!(error instanceof OutOfTime)) return fail(work, error);
    await setMirror(ctx.db, mirror, { failures: 0 });
    return giveBack(work, 0);
  }
}

/** @throws MirrorLost */
async function endKilled(work: MirrorWork): Promise<{ outcome: string }> {
  await end(work, "failed", `Its job was killed ${MOST_FAILURES} times before it came to an end.`);
  return { outcome: "failed" };
}

/** @returns after how long it goes on; null: it is at its end */
async function workOn(work: MirrorWork, openDoor: OpenUpstreamDoor): Promise<number | null> {
  const { ctx, mirror } = work;
  const mirrorer = await findMirrorer(ctx.db, mirror);
  if (mirrorer === null) {
    await end(
      work,
      "failed",
      "The account that began this mirror is no admin, or no member of its publisher, any more.",
    );
    return null;
  }
  const { accountId, handle, publisher } = mirrorer;
  const door = openDoor({ named: mirror.address, before: notesHosts(work, handle) });
  const { upstream, source } = await open(work, door);
  if (mirror.state === "listing") {
    await listUpstream(work, upstream, door.limits.skills);
    return 0;
  }
  // An upstream chooses names: what an admin may do with names beyond others is not lent to it.
  const actor = {
    kind: "token",
    accountId,
    handle,
    role: "user",
    isSuspended: false,
    publishers: [publisher],
    scopes: ["publish", "stage", "read"],
    namePatterns: ["*"],
  } as const;
  const acting: Ctx = { ...ctx, actor: { ...actor, publishers: [...actor.publishers] } };
  const taking = { ctx: acting, publisher: publisher.handle, mirror: { ...mirror, source }, upstream };
  for (;;) {
    if (!(await hasTime(work))) return 0;
    if ((await countPending(ctx, mirror)) >= MOST_PENDING) return PENDING_PAUSE_MS;
    const item = await beginNext(ctx, mirror);
    if (item === null) return await finish(work);
    const taken = item.tries > MOST_TRIES ? givenUp(item) : await tryItem(taking, item);
    if (taken.kind === "ended") {
      await note(ctx, item, taken);
      await end(work, "failed", taken.reason);
      return null;
    }
    await note(ctx, item, taken);
  }
}

/** What is no answer of the upstream or of the registry: others have their turn before this item is tried again. */
async function tryItem(taking: Taking, item: MirrorItem): Promise<Taken> {
  try {
    return await takeItem(taking, item);
  } catch (error) {
    const isOwn = error instanceof OutOfTime;
    await note(taking.ctx, item, { kind: isOwn ? "ended" : "retry", reason: isOwn ? item.reason : OWN_FAULT });
    throw error;
  }
}

async function open(work: MirrorWork, door: UpstreamDoor): Promise<{ upstream: Upstream; source: string }> {
  const { ctx, mirror } = work;
  const kind = SOURCE_KINDS.find((each) => each === mirror.source);
  if (kind !== undefined && mirror.base !== null)
    return { upstream: openUpstream(door, { kind, base: mirror.base }), source: kind };
  const found = await findUpstream(door, mirror.address);
  if (!(await setMirror(ctx.db, mirror, { source: found.kind, base: found.base }))) throw new MirrorLost(mirror.id);
  return { upstream: openUpstream(door, found), source: found.kind };
}

/** Versions that it published and that are not inspected yet. */
const countPending = ({ db }: Ctx, mirror: MirrorRow): Promise<number> =>
  db.$count(
    versions,
    and(
      inArray(versions.status, [...PENDING_STATUSES]),
      sql`EXISTS (SELECT 1 FROM ${mirroredVersions} WHERE ${mirroredVersions.versionId} = ${versions.id}
        AND ${mirroredVersions.upstream} = ${upstreamOf(mirror)})`,
    ),
  );

/** The next item whose time has come, with this try counted: what brings a process down is not tried for ever. */
async function beginNext(ctx: Ctx, mirror: MirrorRow): Promise<MirrorItem | null> {
  const [next] = await ctx.db
    .select({ id: mirrorItems.id })
    .from(mirrorItems)
    .where(
      and(
        eq(mirrorItems.mirrorId, mirror.id),
        eq(mirrorItems.outcome, "waiting"),
        or(isNull(mirrorItems.retryAt), lte(mirrorItems.retryAt, ctx.now())),
      ),
    )
    .orderBy(asc(mirrorItems.id))
    .limit(1);
  if (!next) return null;
  const [item] = await ctx.db
    .update(mirrorItems)
    .set({ tries: sql`${mirrorItems.tries} + 1` })
    .where(eq(mirrorItems.id, next.id))
    .returning();
  return item ?? null;
}

const givenUp = ({ reason }: MirrorItem): Taken => ({
  kind: "taken",
  outcome: "refused",
  reason: `It was tried ${MOST_TRIES} times: ${reason ?? "each time the job did not come to its end."}`,
  versionId: null,
});

type Noted = Taken | { kind: "ended" | "retry"; reason: string | null };

async function note(ctx: Ctx, item: MirrorItem, taken: Noted): Promise<void> {
  const now = ctx.now();
  const set = (() => {
    if (taken.kind === "taken") {
      const { outcome, reason, versionId } = taken;
      return { outcome, reason, versionId, takenAt: now, retryAt: null };
    }
    // Its age is no failure.
    if (taken.kind === "waits") return { reason: taken.reason, retryAt: taken.until, tries: 0 };
    // What would have met all others is no try of this one.
    if (taken.kind === "ended") return { reason: taken.reason, tries: item.tries - 1, retryAt: null };
    return { reason: taken.reason, retryAt: new Date(now.getTime() + RETRY_BASE_MS * 2 ** (item.tries - 1)) };
  })();
  await ctx.db.update(mirrorItems).set(set).where(eq(mirrorItems.id, item.id));
}

/** Nothing is left whose time has come: what only has to be tried again keeps it at work. */
async function finish(work: MirrorWork): Promise<number | null> {
  const { ctx, mirror } = work;
  const isTried = and(
    eq(mirrorItems.mirrorId, mirror.id),
    eq(mirrorItems.outcome, "waiting"),
    gt(mirrorItems.tries, 0),
  );
  const [next] = await ctx.db
    .select({ at: mirrorItems.retryAt })
    .from(mirrorItems)
    .where(isTried)
    .orderBy(asc(mirrorItems.retryAt))
    .limit(1);
  if (!next) {
    await end(work, "done", mirror.isCut ? CUT : null);
    return null;
  }
  await setMirror(ctx.db, mirror, { retryAt: next.at });
  return null;
}

/** @throws MirrorLost */
async function end({ ctx, mirror }: MirrorWork, state: "done" | "failed", reason: string | null): Promise<void> {
  const ended = { state, reason, finishedAt: ctx.now(), attemptId: null, leaseUntil: null };
  if (!(await setMirror(ctx.db, mirror, ended))) throw new MirrorLost(mirror.id);
}

/** @param pauseMs null: nobody has to be rung for it now */
async function giveBack({ ctx, mirror }: MirrorWork, pauseMs: number | null): Promise<{ outcome: string }> {
  await setMirror(ctx.db, mirror, { attemptId: null, leaseUntil: null });
  if (pauseMs === null) return { outcome: "ended" };
  await ring(ctx, { name: "mirror", id: mirror.id, urgency: "background", delayMs: pauseMs });
  return { outcome: "goes_on" };
}

const OWN_FAULT = "This registry failed at it; its log says how.";

/** What could not be reached, and what this registry failed at, is tried again, later each time. */
async function fail(work: MirrorWork, error: unknown): Promise<{ outcome: string }> {
  const { ctx, mirror } = work;
  const failures = mirror.failures + 1;
  ctx.warn("mirror_failed", { mirror: mirror.id, error: describeError(error) });
  const isTheirs = error instanceof UpstreamError;
  const reason = isTheirs ? error.message : OWN_FAULT;
  if ((isTheirs && error.code !== "unreachable") || failures >= MOST_FAILURES) {
    await end(work, "failed", reason);
    return { outcome: "failed" };
  }
  const retryAt = new Date(ctx.now().getTime() + RETRY_BASE_MS * 2 ** (failures - 1));
  await setMirror(ctx.db, mirror, { failures, retryAt, reason, attemptId: null, leaseUntil: null });
  return { outcome: isTheirs ? "unreachable" : "tried_again" };
}
