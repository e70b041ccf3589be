import { appendAudit, inTransaction, mirrors } from "@gaia/db";
import { type UpstreamDoor, UpstreamError } from "@gaia/mirror";
import { and, eq, not, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { keepMirror, type MirrorRow } from "./mirror-row.ts";

/** Opens the way to an upstream. `named`: what the admin named; `before` is told each address before it is asked, redirects included. */
export type OpenUpstreamDoor = (input: { named: string; before(address: URL): Promise<void> }) => UpstreamDoor;

/** What one job has of a mirror. */
export interface MirrorWork {
  ctx: Ctx;
  mirror: MirrorRow;
  leaseMs: number;
  /** By the clock of `performance`. */
  endsAt: number;
  abort: AbortSignal;
  /** Whether this slice wrote something of the listing down: from then on it ends at its time, also between two requests. */
  hasMoved: boolean;
}

/** The mirror is another job's by now, or was stopped: nothing more is written for it. */
export class MirrorLost extends Error {}

/** The slice ends before another request; what is written stays. */
export class OutOfTime extends Error {}

/** Whether there is time for another step; takes care that the mirror stays this job's meanwhile. @throws MirrorLost */
export async function hasTime({ ctx, mirror, leaseMs, endsAt, abort }: MirrorWork): Promise<boolean> {
  if (abort.aborted || performance.now() > endsAt) return false;
  if (!(await keepMirror(ctx, mirror, leaseMs))) throw new MirrorLost(mirror.id);
  return true;
}

const MOST_HOSTS = 50;

/** Asked before each request: ends the slice at its time, and notes each host of a mirror once, in the audit log as well. */
export function notesHosts(work: MirrorWork, by: string): (address: URL) => Promise<void> {
  const { ctx, mirror, leaseMs } = work;
  const known = new Set(mirror.hosts);
  return async ({ host }) => {
    // A slice that wrote nothing down yet would begin at the same place again.
    if (work.abort.aborted || (work.hasMoved && performance.now() > work.endsAt)) throw new OutOfTime();
    // A slow upstream takes longer than a lease.
    if (!(await keepMirror(ctx, mirror, leaseMs))) throw new MirrorLost(mirror.id);
    if (known.has(host)) return;
    if (known.size >= MOST_HOSTS)
      throw new UpstreamError(
        "malformed",
        `It lies at another host than the ${MOST_HOSTS} that were asked for this mirror.`,
      );
    await inTransaction(ctx.db, async (tx) => {
      const isNew = and(eq(mirrors.id, mirror.id), not(sql`${host} = ANY(${mirrors.hosts})`));
      const noted = await tx
        .update(mirrors)
        .set({ hosts: sql`array_append(${mirrors.hosts}, ${host})` })
        .where(isNew)
        .returning({ id: mirrors.id });
      if (noted.length === 0) return;
      await appendAudit(tx, { actor: by, action: "mirror.ask", target: `mirror:${mirror.id}`, detail: { host } });
    });
    known.add(host);
  };
}
