import type { Ctx } from "../kernel/context.ts";
import { changeTier, readStanding } from "../kernel/tier.ts";

/** A version that is about to be withheld loses its tier first, with the registry's statement that says so. */
export async function demoteBeforeWithheld(
  ctx: Ctx,
  versionId: number,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const standing = await readStanding(ctx.db, versionId, false);
  if (!standing || standing.version.tier === "experimental") return;
  await changeTier(ctx, {
    standing,
    to: "experimental",
    actor,
    reason,
    // Of the withdrawal itself.
    isTold: true,
    ensure: (now) => now.version.tier !== "experimental",
  });
}
