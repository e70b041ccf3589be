import { appendAudit, inTransaction, mirrors } from "@gaia/db";
import { and, eq, inArray, lt } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { findIdle } from "./mirror-row.ts";
import { beginRun } from "./steer-mirror.ts";

/** So long after the end of a run a mirror that follows its upstream lists it again. */
const FOLLOWS_AFTER_MS = 6 * 3_600_000;

/**
 * Rings for mirrors that are at work and that no job has, as a killed process leaves them, and begins the next run of those that follow.
 * @returns how many of each
 */
export async function tendMirrors(ctx: Ctx): Promise<{ rung: number; begun: number }> {
  const due = new Date(ctx.now().getTime() - FOLLOWS_AFTER_MS);
  const isDue = and(eq(mirrors.follows, true), inArray(mirrors.state, ["done", "failed"]), lt(mirrors.finishedAt, due));
  const following = await ctx.db.select({ id: mirrors.id }).from(mirrors).where(isDue).limit(100);
  let begun = 0;
  for (const { id } of following) {
    begun += await inTransaction(ctx.db, async (tx) => {
      const still = await tx
        .select({ id: mirrors.id })
        .from(mirrors)
        .where(and(eq(mirrors.id, id), isDue))
        .for("no key update");
      if (still.length === 0) return 0;
      await beginRun(ctx, tx, id);
      await appendAudit(tx, {
        actor: "registry",
        action: "mirror.run",
        target: `mirror:${id}`,
        detail: { follows: true },
      });
      return 1;
    });
  }
  const idle = await findIdle(ctx);
  for (const id of idle) await ring(ctx, { name: "mirror", id, urgency: "background" });
  return { rung: idle.length, begun };
}
