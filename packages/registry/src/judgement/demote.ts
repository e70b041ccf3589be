import type { Db } from "@gaia/db";
import { Overtaken, type PreparedAttestation } from "../kernel/attest.ts";
import type { Ctx } from "../kernel/context.ts";
import { prepareTier, readStanding, writeTier } from "../kernel/tier.ts";

/**
 * Signs that a version falls to experimental, ahead of the transaction that withholds it: before the statement of that, as it falls first.
 * @returns null: it has no tier to lose
 */
export async function prepareFall(ctx: Ctx, versionId: number): Promise<PreparedAttestation | null> {
  const standing = await readStanding(ctx.db, versionId, false);
  return standing && standing.version.tier !== "experimental" ? prepareTier(ctx, standing, "experimental") : null;
}

/**
 * Takes its tier from a version that is withheld in the same transaction, with the registry's statement that says so; its publisher is told
 * of the withdrawal itself.
 * @throws Overtaken where it rose since `prepareFall`
 */
export async function writeFall(
  ctx: Ctx,
  tx: Db,
  input: { versionId: number; statement: PreparedAttestation | null; actor: string; reason: string },
): Promise<void> {
  const { versionId, statement, actor, reason } = input;
  const standing = await readStanding(tx, versionId, true);
  if (!standing || standing.version.tier === "experimental") return;
  if (statement === null) throw new Overtaken();
  await writeTier(ctx, tx, { standing, to: "experimental", actor, reason, statement });
}
