import { refused } from "../failures/failures.ts";
import { t } from "../terminal/shown-text.ts";
import type { Session } from "./session.ts";

/**
 * Shows what a verb is about to do and asks a person at a terminal; no is what counts unless they say yes. `--yes` agrees beforehand. Where
 * nobody can be asked the verb goes on, for scripts say what they mean. Throws `consent_missing` (exit 4).
 */
export async function askFirst({ terminal }: Session, will: string, yes: boolean | undefined): Promise<void> {
  if (yes === true || !terminal.canAsk) return;
  if (await terminal.ask(t`${will} Go on?`)) return;
  throw refused("consent_missing", "Nothing was done: you did not agree");
}
