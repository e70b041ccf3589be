import { SCOPES, type Scope } from "@gaia/policy";
import { misused } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, t } from "../../terminal/shown-text.ts";

const USUAL: readonly Scope[] = ["publish", "stage", "yank", "confirm", "read"];

const CHOICES: readonly { what: string; scopes: readonly Scope[] }[] = [
  { what: "publish, and what belongs to it", scopes: USUAL },
  { what: "read what is not public", scopes: ["read"] },
  { what: "everything that my account may: keys, members, tokens, an admin's verbs", scopes: SCOPES },
  { what: "publish, contest holds, appeal and write reviews", scopes: [...USUAL, "review"] },
];
const TRIES = 3;

/** What a login asks for: what `--scope` says, what a person chooses on a terminal, or what is usual. */
export async function wantedScopes(
  { terminal }: Session,
  given: readonly string[] | undefined,
): Promise<readonly Scope[]> {
  if (given !== undefined) return given.map(toScope);
  if (!terminal.canAsk) return USUAL;
  terminal.warn("What may this command line do for you? A browser shows it again before you allow it.");
  for (const [index, { what, scopes }] of CHOICES.entries())
    terminal.warn(t`  ${bold(String(index + 1))}  ${what} ${dim(`(${scopes.join(", ")})`)}`);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const said = await terminal.askText(t`Its number, or scopes with blanks between: ${SCOPES.join(" ")}`, "1");
    const chosen = CHOICES[Number(said) - 1]?.scopes ?? scopesIn(said);
    if (chosen !== null) return chosen;
    terminal.warn(t`That is neither a number above nor scopes: ${said}`);
  }
  throw misused("nothing was chosen", "name them: --scope read, or several times --scope");
}

/** Null: there is something else among them. */
function scopesIn(said: string): readonly Scope[] | null {
  const words = said.split(/[\s,]+/).filter((word) => word !== "");
  const known = SCOPES.filter((scope) => words.includes(scope));
  return words.length > 0 && words.every((word) => SCOPES.some((scope) => scope === word)) ? known : null;
}

function toScope(text: string): Scope {
  const known = SCOPES.find((each) => each === text);
  if (known === undefined) throw misused(`there is no scope ${text}`, `the scopes are ${SCOPES.join(", ")}`);
  return known;
}
