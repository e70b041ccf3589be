import { ensureMay, ensureMayAtAll } from "@gaia/catalog";
import { skillTransfers } from "@gaia/db";
import { and, desc, inArray, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isTold, selectTransfers, toTransfer, type TransferView } from "./transfer-view.ts";

/**
 * What this account's publishers offered and were offered, newest first; the last 200. Of a skill that is not public, those see it who
 * may see the skill, and who decide for either side.
 * @throws RegistryError `unauthorized`, `forbidden`
 */
export async function listTransfers(
  ctx: Ctx,
  input: { publisher: string | null },
): Promise<{ transfers: TransferView[] }> {
  const actor = ensureMayAtAll(ctx, "listTransfers");
  if (input.publisher !== null) ensureMay(ctx, "listTransfers", { publisher: input.publisher });
  const own = actor.publishers
    .filter(({ handle }) => input.publisher === null || handle === input.publisher)
    .map(({ id }) => id);
  const rows = await selectTransfers(ctx.db)
    .where(
      and(or(inArray(skillTransfers.fromPublisherId, own), inArray(skillTransfers.toPublisherId, own)), isTold(ctx)),
    )
    .orderBy(desc(skillTransfers.createdAt), skillTransfers.id)
    .limit(200);
  return { transfers: rows.map((row) => toTransfer(row, ctx.now())) };
}
