import { ensureMay, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, mirrorItems, mirrors } from "@gaia/db";
import type { Action } from "@gaia/policy";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { pruneRefused } from "./prune-items.ts";
import { isAtWork, type MirrorRow } from "./mirror-row.ts";
import { type MirrorView, viewMirror } from "./view-mirror.ts";

/**
 * Lists the upstream from its beginning and takes what is new, and once more what was refused or left out.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` while it is at work
 */
export async function runMirror(ctx: Ctx, { id }: { id: string }): Promise<MirrorView> {
  const actor = ensureMay(ctx, "runMirror");
  await steer(ctx, { id, asked: "runMirror", action: "mirror.run", by: actor.handle }, async (tx, mirror) => {
    if (isAtWork(mirror)) throw new RegistryError("conflict", "This mirror is at work.");
    await pruneRefused(tx, mirror);
    await beginRun(ctx, tx, id);
    const isOpen = and(eq(mirrorItems.mirrorId, id), inArray(mirrorItems.outcome, ["refused", "left_out"]));
    await tx.update(mirrorItems).set({ outcome: "waiting", reason: null, tries: 0, retryAt: null }).where(isOpen);
  });
  await ring(ctx, { name: "mirror", id, urgency: "background" });
  return viewMirror(ctx, id);
}

/**
 * Ends a mirror until somebody runs it again; what it took stays.
 * @throws RegistryError as `runMirror`; `conflict` when it was stopped
 */
export async function stopMirror(ctx: Ctx, { id }: { id: string }): Promise<MirrorView> {
  const actor = ensureMay(ctx, "stopMirror");
  await steer(ctx, { id, asked: "stopMirror", action: "mirror.stop", by: actor.handle }, async (tx, mirror) => {
    if (mirror.state === "stopped") throw new RegistryError("conflict", "This mirror was stopped.");
    const set = { state: "stopped", reason: null, attemptId: null, leaseUntil: null, finishedAt: ctx.now() } as const;
    await tx.update(mirrors).set(set).where(eq(mirrors.id, id));
  });
  return viewMirror(ctx, id);
}

/** The next listing, from its beginning. */
export async function beginRun(ctx: Ctx, tx: Db, id: string): Promise<void> {
  await tx
    .update(mirrors)
    .set({
      state: "listing",
      run: sql`${mirrors.run} + 1`,
      // A repository's names the commit of the last run.
      base: sql`CASE WHEN ${mirrors.source} = 'git' THEN NULL ELSE ${mirrors.base} END`,
      reason: null,
      failures: 0,
      listCursor: null,
      listPages: 0,
      isCut: false,
      attemptId: null,
      leaseUntil: null,
      retryAt: null,
      startedAt: ctx.now(),
      finishedAt: null,
    })
    .where(eq(mirrors.id, id));
}

async function steer(
  ctx: Ctx,
  { id, asked, action, by }: { id: string; asked: Action; action: string; by: string },
  write: (tx: Db, mirror: MirrorRow) => Promise<void>,
): Promise<void> {
  await inTransactionWhileAllowed(ctx, { action: asked, target: {} }, async (tx) => {
    const [mirror] = await tx.select().from(mirrors).where(eq(mirrors.id, id)).for("no key update");
    if (!mirror) throw new RegistryError("not_found", "There is no such mirror.");
    await write(tx, mirror);
    await appendAudit(tx, { actor: by, action, target: `mirror:${id}`, requestId: ctx.requestId });
  });
}
