import { kindOf, readSkillLock, settleInstalled } from "@gaia/install";
import type { Session } from "../session.ts";
import { bold, columns, dim, red } from "../shown-text.ts";
import { tierText } from "../version-outcome.ts";
import { join } from "node:path";

/** `list`: what is installed in this home, by its lock file; a skill whose directory is gone is said to be missing. */
export async function list({ terminal, paths }: Session): Promise<void> {
  await settleInstalled(paths);
  const entries = [...(await readSkillLock(paths.lockFile))];
  const skills = await Promise.all(
    entries.map(async ([name, entry]) => ({
      name,
      ...entry,
      missing: (await kindOf(join(paths.skills, name))) !== "directory",
    })),
  );
  terminal.result({ skills });
  if (skills.length === 0) terminal.note("No skill is installed.");
  const rows = skills.map((skill) => [
    bold(skill.name),
    skill.version,
    tierText(skill.security_tier),
    skill.publisher,
    skill.missing ? red("its directory is missing") : dim(skill.registry),
  ]);
  for (const row of columns(rows)) terminal.line(row);
}
