import { describeChange, isAcceptedBy, type Needed, type SignerChange, wordsFor } from "@gaia/install";
import { CliError, EXIT, refused } from "./failures.ts";
import { shellWord } from "./shell-word.ts";
import { bold, t, yellow } from "./shown-text.ts";
import type { Terminal } from "./terminal.ts";

/** Asks for what is needed, or takes `--yes`. Without a terminal and without `--yes` it refuses with exit 4 and lists it. */
export async function ensureConsent(
  terminal: Terminal,
  input: { subject: string; needed: readonly Needed[]; alarms: readonly string[]; yes: boolean },
): Promise<void> {
  const { subject, needed, alarms, yes } = input;
  for (const alarm of alarms) terminal.warn(t`${yellow(bold("WARNING"))} ${alarm}`);
  if (needed.length === 0 && alarms.length === 0) return;
  if (needed.length > 0) terminal.note(t`${bold(subject)} asks for:`);
  for (const { what, why } of needed) terminal.note(t`  ${yellow(what)} (${why})`);
  if (yes) return;
  if (terminal.canAsk) {
    if (await terminal.ask(t`Install ${subject}?`)) return;
    throw refused("consent_missing", "Not installed: you did not agree");
  }
  const row = (message: string, code: string) => ({
    code,
    severity: "error",
    file: null,
    line: null,
    column: null,
    message,
    hint: null,
  });
  throw new CliError(EXIT.refused, "consent_missing", `${subject} needs your consent, and nobody can be asked here`, {
    hint: "read what it asks for, then add --yes",
    errors: [
      ...alarms.map((alarm) => row(alarm, "publisher_changed")),
      ...needed.map(({ what, why }) => row(`${what} (${why})`, "permission")),
    ],
  });
}

/**
 * Another signer than the skill had: a person who is shown both agrees, or `--accept-signer` names the new one. `--yes` agrees to what a
 * skill may do, not to whose it is.
 */
export async function ensureSigner(
  terminal: Terminal,
  input: { subject: string; name: string; change: SignerChange; accepted: readonly string[] },
): Promise<void> {
  const { subject, name, change, accepted } = input;
  const text = describeChange(subject, name, change);
  terminal.warn(t`${yellow(bold("WARNING"))} ${text}`);
  if (isAcceptedBy(change, accepted)) return;
  if (terminal.canAsk && (await terminal.ask(t`${text}. Accept that?`))) return;
  const options = wordsFor(change).map((word) => `--accept-signer ${shellWord(word)}`);
  throw refused(
    "signer_changed",
    `Not installed: ${text}`,
    `ask its publisher whether that is theirs; if it is, add ${options.join(" ")}`,
  );
}
