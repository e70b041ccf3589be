import { findLogTrouble } from "@gaia/catalog";
import { logOrigin } from "@gaia/db";
import { LogError, type LogErrorCode } from "@gaia/log";
import type { Registry } from "../kernel/context.ts";

/** What is stored is not the tree that was signed. */
const OTHER_HISTORY: ReadonlySet<LogErrorCode> = new Set(["rewritten", "rolled_back", "wrong_tile"]);

/**
 * Keeps for all processes whether the log is one history, after a round of the sequencer: `failure` is what ended it, null where nothing
 * did. A failure of another kind says nothing about the history, and leaves what was known.
 */
export async function settleLogTrouble(ctx: Pick<Registry, "db" | "log">, failure: unknown): Promise<void> {
  if (failure !== null && !(failure instanceof LogError && OTHER_HISTORY.has(failure.code))) return;
  const [dispute] = ctx.log.disputes.values();
  const trouble = failure === null ? (dispute ?? null) : failure.message;
  if (trouble === (await findLogTrouble(ctx))) return;
  await ctx.db.update(logOrigin).set({ trouble });
}
