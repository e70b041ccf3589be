import type { Plan, Planned, PlannedRelease, ProposedRelease } from "@gaia/install";
import { unmetWords } from "@gaia/install/installed";
import { type ReleaseProof, whoSaw } from "@gaia/install/judged";
import { calledAs } from "../failures/invocation.ts";
import type { Session } from "../session/session.ts";
import { bold, dim, green, joined, type Shown, t, yellow } from "../terminal/shown-text.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { countedFiles, inBytes } from "../terminal/sizes.ts";
import { deprecationText, tierText } from "../terminal/version-outcome.ts";

/** What comes along, moves or is left out; nothing where it is just what was asked for. */
export function showPlan({ terminal }: Session, { install: planned, leftOut }: Plan): void {
  for (const { name, version, requestedBy, installed, requested } of planned.map(toShown)) {
    if (installed !== null && installed !== version) terminal.note(t`${bold(name)} ${installed} becomes ${version}`);
    if (requested === null) terminal.note(t`${bold(name)} ${version} comes along: ${requestedBy}`);
  }
  for (const { name, why } of leftOut) terminal.note(t`${bold(name)} is optional, and left out: ${why}`);
}

const toShown = (one: Planned) => ({
  ...one,
  requestedBy: one.requiredBy
    .map(({ name, range }) => `${name ?? "you"} ${name === null ? "ask for" : "needs"} ${range}`)
    .join(", "),
});

/**
 * One release: how large it is, who vouches for it (a missing voucher is said as plainly), what it may do, and what this machine lacks of
 * what it needs.
 */
export function showRelease({ terminal }: Session, one: ProposedRelease["judged"], row: PlannedRelease): void {
  const { release, signature, attestation, skill } = one;
  const { version } = release;
  const size = dim(`${inBytes(row.size_bytes)}, ${countedFiles(row.file_count)}`);
  terminal.note(
    t`${bold(version.name)} ${version.version} by ${version.publisher} [${tierText(version.security_tier)}] ${size}`,
  );
  if (row.held !== null)
    terminal.warn(t`${yellow("warning:")} ${version.name} ${version.version} is held for review: ${row.held}`);
  if (version.deprecated)
    terminal.warn(t`${yellow("warning:")} ${version.name} ${version.version} ${deprecationText(version.deprecated)}`);
  if (signature.state === "valid") terminal.note(t`  signed with ${signature.fingerprint}`);
  else if (signature.state === "unchecked") terminal.note(t`  signature not checked: ${signature.reason}`);
  else terminal.note(t`  ${yellow("not signed")} by its publisher`);
  for (const news of one.signerNews) terminal.warn(t`${yellow("note:")} ${news}`);
  if (attestation.state === "valid") terminal.note(t`  what the registry says of it is signed with its pinned key`);
  else terminal.note(t`  tier is the registry's word: pin its key with \`${trustAdd(row)}\``);
  showProof(terminal, one.proof, row);
  if (version.permissions.declared === null && skill?.permissions.declared == null)
    terminal.note(t`  ${yellow("declares no permissions")}: what it may do is unknown`);
  if (row.permissions.length > 0) terminal.note(t`  may ${joined(row.permissions.map(permissionWords), ", ")}`);
  for (const unmet of row.unmet.filter(({ state }) => state === "missing"))
    terminal.warn(t`${yellow("warning:")} ${version.name} ${version.version} needs ${unmetWords(unmet)}`);
  const unchecked = row.unmet.filter(({ state }) => state === "unchecked");
  if (unchecked.length > 0) terminal.note(t`  needs, not checked here: ${unchecked.map(unmetWords).join("; ")}`);
}

const TREATMENTS = { auto: green("auto"), prompt: yellow("asks"), sandboxed: dim("sandboxed") };

const permissionWords = ({ permission, treatment }: PlannedRelease["permissions"][number]): Shown =>
  t`${permission} (${TREATMENTS[treatment]})`;

/** `2 to install, 1 to update, 34 KiB, from https://skills.example.com`. */
export function summaryOf(rows: readonly PlannedRelease[]): string {
  const counts = (["install", "update", "downgrade", "reinstall"] as const).flatMap((action) => {
    const count = rows.filter((row) => row.action === action).length;
    return count === 0 ? [] : [`${count} to ${action}`];
  });
  const sizeBytes = rows.reduce((sum, row) => sum + row.size_bytes, 0);
  return [...counts, inBytes(sizeBytes), `from ${rows[0]?.registry ?? "nowhere"}`].join(", ");
}

const trustAdd = ({ registry }: PlannedRelease): string => calledAs(`trust add ${shellWord(registry)}`);

function showProof(terminal: Session["terminal"], proof: ReleaseProof, row: PlannedRelease): void {
  if (proof.state === "proven") terminal.note(t`  ${whoSaw(proof.verdict, proof.pinned)}`);
  else if (proof.text !== null)
    terminal.note(
      `  the proof that the registry's log has it was kept, not judged: pin the log with \`${trustAdd(row)}\``,
    );
}
