import type { Chosen, Needed, PermissionDifference, Person, ProposedRelease } from "@gaia/install";
import { describeChange, isAcceptedBy, type SignerChange, wordsFor } from "@gaia/install/judged";
import { CliError, EXIT, refused } from "../failures/failures.ts";
import type { Session } from "../session/session.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { showContext } from "./shown-context.ts";
import { showPlan, showRelease, summaryOf } from "./shown-plan.ts";
import { bold, dim, t, yellow } from "../terminal/shown-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What its user said beforehand. */
export interface Said {
  /** New signers that the user named, exactly; `none` for an unsigned version. */
  acceptSigner?: readonly string[] | undefined;
  /** Show what would be done, and do none of it. */
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** A skill that is not agreed to stays by itself, and the others go on. */
  sparesOthers?: boolean | undefined;
}

/** Whoever sits at the terminal, or said beforehand what they agree to. */
export function personAt(session: Session, said: Said): Person & { chosen(chosen: Chosen): Promise<void> } {
  const [shown, agreed] = [new Set<string>(), new Set<string>()];
  return {
    async chosen({ plan }) {
      showPlan(session, plan);
    },
    async agree(proposal) {
      // Everything before anything is asked for: a person agrees to the whole. Of a lock they did so before.
      if (proposal.deed !== "sync") {
        const rows = proposal.releases.map(({ row }) => row);
        // What is proposed once more, without what was refused, was shown.
        for (const { judged, row } of proposal.releases) {
          if (!shown.has(keyOf(row))) showRelease(session, judged, row);
          shown.add(keyOf(row));
        }
        await showContext(session, rows);
        if (said.dryRun === true) {
          session.terminal.line(t`Would do: ${summaryOf(rows)}`);
          return false;
        }
        if (rows.length > 1) session.terminal.note(t`${summaryOf(rows)}`);
      }
      const refusals = new Map<string, CliError>();
      for (const release of proposal.releases) {
        if (agreed.has(keyOf(release.row))) continue;
        const refusal = await whyRefused(ensureAgreed(session, release, said));
        if (refusal === null) agreed.add(keyOf(release.row));
        else if (said.sparesOthers === true) refusals.set(release.row.name, refusal);
        else throw refusal;
      }
      return refusals.size === 0 ? true : refusals;
    },
  };
}

const keyOf = ({ registry, name, version }: ProposedRelease["row"]): string => `${registry} ${name} ${version}`;

/** Null: agreed. */
async function whyRefused(step: Promise<void>): Promise<CliError | null> {
  try {
    await step;
    return null;
  } catch (error) {
    if (error instanceof CliError && error.exitCode === EXIT.refused) return error;
    throw error;
  }
}

async function ensureAgreed(
  { terminal }: Session,
  { judged, asks, difference }: ProposedRelease,
  said: Said,
): Promise<void> {
  const { name, version } = judged.release.version;
  const subject = `${name} ${version}`;
  const { signerChange: change, alarms } = judged;
  if (change !== null) await ensureSigner(terminal, { subject, name, change, accepted: said.acceptSigner ?? [] });
  if (difference !== null) showDifference(terminal, difference, asks);
  await ensureConsent(terminal, { subject, needed: asks, alarms, yes: said.yes ?? false });
}

/** What a newer version may do that the installed one may not, and the other way round. */
function showDifference(terminal: Terminal, { added, dropped }: PermissionDifference, asks: readonly Needed[]): void {
  const isAsked = (permission: string) => asks.some(({ what }) => what === permission);
  for (const what of added) terminal.note(t`  ${yellow("+")} ${what}${isAsked(what) ? "" : dim(" (auto)")}`);
  for (const what of dropped) terminal.note(t`  ${dim("-")} ${what}`);
}

/** Asks for what is needed, or takes `--yes`. Without a terminal and without `--yes` it refuses with exit 4 and lists it. */
async function ensureConsent(
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
  throw new CliError(EXIT.refused, "consent_missing", `${subject} needs your consent, and this run cannot ask you`, {
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
async function ensureSigner(
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
