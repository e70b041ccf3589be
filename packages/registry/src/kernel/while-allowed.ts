import { RegistryError } from "@gaia/catalog";
import { type Db, holdActingManager, holdCredential, holdPerson, inTransaction, trustedPublishers } from "@gaia/db";
import { type Action, refusalOf, type Target, workloadOf } from "@gaia/policy";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "./context.ts";

/** What is about to be written: by which action, to what. */
export interface Asked {
  action: Action;
  target: Target;
}

/**
 * The transaction of a verb that takes long: between the question whether the caller may and this one a body was read, a package was
 * stored or a signature verified. It asks again, with the rows held, whether the caller's credential is alive (token, workload token,
 * session), and whether they may do this as they stand now; so a revocation comes before this transaction, and ends it, or after it (T5).
 * `write` runs between the two halves of the question: accounts are held first and what a skill trusts last, in the order of those who
 * delete accounts or transfer skills.
 * @throws RegistryError `unauthorized`: the credential has ended; `forbidden`: the caller may not do it any more
 */
export async function inTransactionWhileAllowed<T>(ctx: Ctx, asked: Asked, write: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(ctx.db, async (tx) => {
    await holdCaller(ctx, tx, asked);
    const written = await write(tx);
    await ensureStillTrusted(ctx, tx);
    return written;
  });
}

/**
 * The first half of the question, which is all of it for a caller with an account; for a transaction that does more for others.
 * @throws RegistryError as `inTransactionWhileAllowed`
 */
export async function holdCaller(ctx: Ctx, tx: Db, { action, target }: Asked): Promise<void> {
  const { actor } = ctx;
  if (actor?.kind === "workload") {
    for (const { id, handle } of actor.publishers) {
      if (await holdActingManager(tx, id)) continue;
      throw new RegistryError("forbidden", `No owner or admin of publisher ${handle} can act.`);
    }
  }
  const isPerson = actor?.kind === "account" || actor?.kind === "token";
  const asNow = isPerson ? { ...actor, ...(await holdPerson(tx, actor.accountId)) } : actor;
  const refusal = refusalOf(action, asNow, target);
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
  if (isPerson) await ensureAlive(ctx, tx, actor);
}

/** What a workflow is trusted with may have been taken back meanwhile, or its token revoked. */
async function ensureStillTrusted(ctx: Ctx, tx: Db): Promise<void> {
  const workload = ctx.actor && workloadOf(ctx.actor);
  if (workload === null) return;
  const isLive = and(eq(trustedPublishers.id, workload.trustedPublisherId), isNull(trustedPublishers.removedAt));
  const live = await tx.select({ id: trustedPublishers.id }).from(trustedPublishers).where(isLive).for("share");
  if (live.length === 0)
    throw new RegistryError("forbidden", `${workload.handle} is no longer trusted with this skill.`);
  await ensureAlive(ctx, tx, workload);
}

async function ensureAlive(ctx: Ctx, tx: Db, actor: Parameters<typeof holdCredential>[1]): Promise<void> {
  if (await holdCredential(tx, actor, ctx.now())) return;
  const what = actor.kind === "account" ? "This session" : "This token";
  throw new RegistryError(
    "unauthorized",
    `${what} ended before the request did: nothing was changed. Sign in again, or send a token that is good.`,
  );
}
