import type { PlannedRelease } from "@gaia/install";
import { contextOf, readMostContext, readSkillLock } from "@gaia/install/installed";
import type { Session } from "../session/session.ts";
import { t, yellow } from "../terminal/shown-text.ts";

/** What the skills of a place take of each conversation, with those of a plan in it, and what its lock allows them. */
export async function showContext({ terminal, paths }: Session, rows: readonly PlannedRelease[]): Promise<void> {
  if (rows.every(({ context_tokens: tokens }) => tokens === null)) return;
  const entries = await readSkillLock(paths.lockFile);
  const others = [...entries].filter(([name]) => !rows.some((row) => row.name === name)).map(([, entry]) => entry);
  const added = contextOf(rows).tokens;
  const all = contextOf([...others, ...rows]).tokens;
  const many = others.length + rows.length;
  const together = many === 1 ? "" : `; your ${many} skills take ${inTokens(all)}`;
  terminal.note(t`  adds ${inTokens(added)} to each conversation${together} (o200k_base, an estimate)`);
  const most = await readMostContext(paths.lockFile);
  if (most !== null && all > most)
    terminal.warn(
      t`${yellow("warning:")} that is more than the ${inTokens(most)} that the lock allows (max_context_tokens)`,
    );
}

/** `1 token`, `4,120 tokens`. */
export const inTokens = (tokens: number): string =>
  tokens === 1 ? "1 token" : `${tokens.toLocaleString("en")} tokens`;
