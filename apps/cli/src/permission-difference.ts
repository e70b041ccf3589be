import { withoutReserved } from "@gaia/archive";
import { type ChosenRelease, installedFiles, readSkillLock } from "@gaia/install";
import { type CanonicalSkill, permissionText, readSkill } from "@gaia/manifest";
import type { Session } from "./session.ts";
import { dim, t, yellow } from "./shown-text.ts";

/**
 * Shows what a newer version may do that the installed one may not, and the other way round: what either declares, and what has to be
 * agreed to. Gives what was agreed to then; null: it is not installed.
 */
export async function showDifference(
  { terminal, paths }: Session,
  { release, skill }: ChosenRelease,
  needed: readonly { what: string }[],
): Promise<string[] | null> {
  const { name } = release.version;
  const entry = (await readSkillLock(paths.lockFile)).get(name);
  if (entry === undefined) return null;
  const files = (await installedFiles(paths, name)) ?? [];
  const own = withoutReserved(files);
  const before = new Set([...entry.granted, ...granting(readSkill(own, { version: entry.version }).skill)]);
  const asked = needed.map(({ what }) => what);
  const now = new Set([...asked, ...granting(skill)]);
  for (const what of now) {
    if (!before.has(what)) terminal.note(t`  ${yellow("+")} ${what}${asked.includes(what) ? "" : dim(" (auto)")}`);
  }
  for (const what of before) if (!now.has(what)) terminal.note(t`  ${dim("-")} ${what}`);
  return entry.granted;
}

/** What is declared and grants anything. */
const granting = (skill: CanonicalSkill | null): string[] =>
  (skill?.permissions.declared ?? []).filter(({ level }) => level !== "none").map(permissionText);
