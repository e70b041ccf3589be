import { createHash } from "node:crypto";
import { mirrorItems } from "@gaia/db";
import type { Upstream, UpstreamEntry } from "@gaia/mirror";
import { matchesName } from "@gaia/policy";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { setMirror } from "./mirror-row.ts";
import { hasTime, MirrorLost, type MirrorWork } from "./mirror-work.ts";
import { pruneOldest, pruneRefused } from "./prune-items.ts";
import { tellChanges } from "./tell-changes.ts";

/** Rows of one mirror, in listings of the greatest length. */
const MOST_LISTINGS = 5;
const MOST_ORIGIN = 4_000;

/**
 * Writes down what the upstream lists, as far as there is time: each name that this run has not listed. At the end of the list, or of what
 * a mirror takes of it, the mirror goes on to take it.
 * @param mostSkills rows of one run, whatever the upstream says in each slice
 * @throws UpstreamError, MirrorLost, OutOfTime
 */
export async function listUpstream(work: MirrorWork, upstream: Upstream, mostSkills: number): Promise<void> {
  const { ctx, mirror } = work;
  const isThisRun = and(eq(mirrorItems.mirrorId, mirror.id), eq(mirrorItems.seenRun, mirror.run));
  const rows = await ctx.db.select({ name: mirrorItems.name, key: mirrorItems.key }).from(mirrorItems).where(isThisRun);
  const listed = new Set(rows.map(({ name }) => name));
  const keys = new Set(rows.map(({ key }) => key));
  const isListed = (name: string) => listed.has(name) || !isWanted(mirror.onlyNames, name);
  const from = mirror.listCursor === null ? null : { cursor: mirror.listCursor, pages: mirror.listPages };
  let isCut = false;
  for await (const step of upstream.listSkills({ isListed, from })) {
    isCut = step.kind === "cut";
    if (isCut) break;
    if (step.kind === "page") {
      const { cursor: listCursor, pages: listPages } = step.to;
      if (!(await setMirror(ctx.db, mirror, { listCursor, listPages }))) throw new MirrorLost(mirror.id);
    } else if (step.kind !== "cut") {
      const key = keyOf(step);
      // Noted in a slice before: of what comes twice the listing tells each time.
      if (!isWanted(mirror.onlyNames, step.name) || keys.has(key)) continue;
      isCut = keys.size >= mostSkills;
      if (isCut) break;
      await noteEntry(work, { key, entry: bounded(step) });
      keys.add(key);
    }
    work.hasMoved = true;
    if (!(await hasTime(work))) return;
  }
  await endListing(work, { isCut, most: mostSkills * MOST_LISTINGS });
}

async function endListing(
  { ctx, mirror }: MirrorWork,
  { isCut, most }: { isCut: boolean; most: number },
): Promise<void> {
  // What did not fit into a list that is too long is not gone.
  const isWhole = !isCut;
  const ended = { state: "taking", isCut, reason: isCut ? CUT : null, listCursor: null, listPages: 0 } as const;
  await ctx.db.transaction(async (tx) => {
    const set = isWhole ? { ...ended, wholeAt: mirror.startedAt } : ended;
    if (!(await setMirror(tx, mirror, set))) throw new MirrorLost(mirror.id);
    await tellChanges(ctx, tx, { mirror, isWhole });
    await pruneRefused(tx, mirror);
    await pruneOldest(tx, { mirror, most });
  });
}

/** Stands in a mirror whose upstream lists more than a mirror takes. */
export const CUT =
  "The upstream lists more than a mirror takes; what came first is taken. `only` says which are wanted.";

const isWanted = (only: readonly string[], name: string): boolean =>
  only.length === 0 || only.some((pattern) => matchesName(pattern, name));

function keyOf(entry: UpstreamEntry): string {
  const number = entry.kind === "skill" ? (entry.version ?? entry.digest ?? "") : "";
  return createHash("sha256")
    .update(JSON.stringify([entry.place ?? entry.origin, number]))
    .digest("hex");
}

/** One with an address that is too long for a row is refused by itself. */
function bounded(entry: UpstreamEntry): UpstreamEntry {
  if (entry.origin.length <= MOST_ORIGIN) return entry;
  const { name, origin } = entry;
  const reason = "The upstream has an address of it that is too long.";
  return { kind: "unreadable", name, origin: `${origin.slice(0, MOST_ORIGIN - 1).toWellFormed()}…`, reason };
}

async function noteEntry(
  { ctx, mirror }: MirrorWork,
  { key, entry }: { key: string; entry: UpstreamEntry },
): Promise<void> {
  const said = entry.kind === "skill" ? entry : null;
  const { name, origin } = entry;
  const now = ctx.now();
  const digest = said?.digest ?? null;
  const outcome = said === null ? "refused" : "waiting";
  const reason = entry.kind === "unreadable" ? entry.reason : null;
  const unlessNew = (now: SQL, before: AnyPgColumn) =>
    sql`CASE WHEN ${isWaiting} AND ${isRewritten} THEN ${now} ELSE ${before} END`;
  const isWaiting = sql`${mirrorItems.outcome} = 'waiting'`;
  const isRewritten = sql`${mirrorItems.digest} IS DISTINCT FROM ${digest}`;
  await ctx.db
    .insert(mirrorItems)
    .values({
      mirrorId: mirror.id,
      key,
      name,
      origin,
      version: said?.version ?? null,
      publisher: said?.publisher ?? null,
      digest,
      publishedAt: said?.publishedAt ?? null,
      firstSeenAt: now,
      notBefore: mirror.wholeAt,
      seenRun: mirror.run,
      outcome,
      reason,
    })
    .onConflictDoUpdate({
      target: [mirrorItems.mirrorId, mirrorItems.key],
      set: {
        seenRun: mirror.run,
        goneAt: null,
        // What was taken keeps where it was taken from.
        origin: sql`CASE WHEN ${isWaiting} THEN ${origin} ELSE ${mirrorItems.origin} END`,
        // What was never taken is taken as it is now, and waits as long as if it had come now.
        firstSeenAt: unlessNew(sql`${now.toISOString()}::timestamptz`, mirrorItems.firstSeenAt),
        publishedAt: unlessNew(sql`NULL`, mirrorItems.publishedAt),
        digest: sql`CASE WHEN ${isWaiting} THEN ${digest} ELSE ${mirrorItems.digest} END`,
        ...(said === null && { outcome, reason }),
      },
    });
  if (digest === null) return;
  const isTaken = sql`${mirrorItems.outcome} IN ('published', 'staged', 'there')`;
  const isOther = sql`${mirrorItems.digest} <> ${digest} AND ${mirrorItems.rewrittenDigest} IS DISTINCT FROM ${digest}`;
  await ctx.db
    .update(mirrorItems)
    .set({ rewrittenDigest: digest, rewrittenToldAt: null, reason: REWRITTEN })
    .where(and(eq(mirrorItems.mirrorId, mirror.id), eq(mirrorItems.key, key), isTaken, isOther));
}

const REWRITTEN = "The upstream has other content under this version by now; what was taken stays.";
