import { accountDownloads } from "@gaia/db";
import type { Ctx } from "../kernel/context.ts";

/** Writes down that this account took a version, once; nothing for whoever has no account. Reviews go by it. */
export async function noteDownload(ctx: Ctx, input: { versionId: number }): Promise<void> {
  const { actor } = ctx;
  if (actor === null || !("accountId" in actor)) return;
  await ctx.db
    .insert(accountDownloads)
    .values({ accountId: actor.accountId, versionId: input.versionId, firstAt: ctx.now() })
    .onConflictDoNothing();
}
