import type { Held } from "@gaia/install";
import { type CliError, EXIT, type ExitCode, toCliError } from "../failures/failures.ts";
import type { Session } from "../session/session.ts";
import { bold, t, yellow } from "../terminal/shown-text.ts";

/** A skill that stays as it is while others go on, and why in the words of the command line. */
export interface HeldSkill {
  name: string;
  version: string;
  why: CliError;
}

/** It stays as a lock names it, which asks for its tier. Throws on what is no failure of a skill or its registry. */
export const toHeldSkill = ({ name, version, why }: Held): HeldSkill => {
  const failure = toCliError(why, "lock");
  if (failure === null) throw why;
  return { name, version, why: failure };
};

/** As programs read it. */
export const heldRow = ({ name, version, why: { code, message } }: HeldSkill) => ({
  name,
  version,
  code,
  reason: message,
});

/** Last, after what was done: why one stays, and what to do about it. */
export function showHeld({ terminal }: Session, { name, version, why }: HeldSkill, hint: string | null): void {
  terminal.warn(t`${yellow("warning:")} ${bold(name)} ${version} stays as it is: ${why.message}`);
  for (const { message } of why.errors) terminal.warn(t`  ${message}`);
  if (hint !== null) terminal.warn(t`  ${hint}`);
}

/** Graver than that something was refused, in this order. */
const GRAVE: readonly ExitCode[] = [EXIT.verification, EXIT.unexpected, EXIT.unreachable];

/** The gravest of what they failed with: a check that did not hold, a fault, a registry that is away; else a refusal. */
export function exitOfHeld(held: readonly HeldSkill[], graver = GRAVE): ExitCode {
  if (held.length === 0) return EXIT.ok;
  return graver.find((code) => held.some(({ why }) => why.exitCode === code)) ?? EXIT.refused;
}

/** Of exactly what a lock names it says something that its registry has it no more. */
export const exitOfUnrestored = (held: readonly HeldSkill[]): ExitCode => exitOfHeld(held, [...GRAVE, EXIT.notFound]);
