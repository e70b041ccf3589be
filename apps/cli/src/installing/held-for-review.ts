import { heldFor } from "@gaia/install";
import type { LockEntry } from "@gaia/install/installed";
import { toCliError } from "../failures/failures.ts";
import { installContext } from "./registry-door.ts";
import { type Session, sessionAt } from "../session/session.ts";
import { bold, t, yellow } from "../terminal/shown-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What is installed stays, also while it is held for review: whoever has it should know. */
export function warnOfReview(
  terminal: Terminal,
  { name, version, reason }: { name: string; version: string; reason: string },
): void {
  terminal.warn(t`${yellow("warning:")} ${bold(name)} ${version} is held for review: ${reason} It stays as it is.`);
}

/** Why an installed version is held for review as its registry says now, or, where that does not answer, as it said when it was taken. */
export async function heldNow(session: Session, name: string, entry: LockEntry): Promise<string | null> {
  try {
    const { door } = await installContext(await sessionAt(session, entry.registry), false, true);
    const version = await door.version({ name, version: entry.version });
    return version.release_digest === entry.release_digest ? heldFor(version) : entry.held;
  } catch (error) {
    if (toCliError(error) === null) throw error;
    return entry.held;
  }
}
