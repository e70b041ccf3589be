import { countLog, findLogTrouble } from "@gaia/catalog";
import { logCheckpoints } from "@gaia/db";
import { parseSignedCheckpoint } from "@gaia/log";
import { desc } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

/** How far back cosignatures are looked for. */
const CHECKPOINTS = 50;

/** How the log stands, and how far each witness of its policy came along. */
export async function viewLogHealth(ctx: Pick<Registry, "db" | "log">) {
  const rows = await ctx.db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(CHECKPOINTS);
  const [newest] = rows;
  const shown = rows.find(({ cosignedAt }) => cosignedAt !== null) ?? newest;
  const signed = rows.map(({ size, note }) => ({
    size,
    by: parseSignedCheckpoint(note).note.signatures.map(({ name }) => name),
  }));
  return {
    ...(await countLog(ctx)),
    signed_at: newest?.signedAt.toISOString() ?? null,
    shown_at: (shown?.cosignedAt ?? shown?.signedAt)?.toISOString() ?? null,
    trouble: await findLogTrouble(ctx),
    witnesses: (ctx.log.policy?.witnesses ?? []).map(({ name, key }) => ({
      name,
      cosigned: signed.find(({ by }) => by.includes(key.name))?.size ?? null,
      dispute: ctx.log.disputes.get(name) ?? null,
    })),
  };
}
