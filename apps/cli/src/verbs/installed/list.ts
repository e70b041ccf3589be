import { agentDirectory, kindOf, readSkillLock, settleInstalled } from "@gaia/install/installed";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, red, t, yellow } from "../../terminal/shown-text.ts";
import { tierText } from "../../terminal/version-outcome.ts";
import { join } from "node:path";

/**
 * `list`: what is installed in this home or project by its lock file, and where each lies for which agent. A skill whose directory is gone
 * is said to be missing.
 */
export async function list(session: Session, input: PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  await settleInstalled(paths);
  const entries = [...(await readSkillLock(paths.lockFile))];
  const skills = await Promise.all(
    entries.map(async ([name, entry]) => ({
      name,
      ...entry,
      directory: join(paths.skills, name),
      missing: (await kindOf(join(paths.skills, name))) !== "directory",
      copies: await Promise.all(
        (entry.enabled ? entry.agents : []).map(async (agent) => {
          const place = agentDirectory(paths, agent, entry.agents);
          if (place === null) return [];
          const directory = join(place, name);
          return [{ agent, directory, missing: (await kindOf(directory)) !== "directory" }];
        }),
      ).then((found) => found.flat()),
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
    skill.enabled ? "" : yellow("disabled"),
    skill.held === null ? "" : yellow("was held for review when installed"),
  ]);
  for (const [at, row] of columns(rows).entries()) {
    terminal.line(row);
    for (const { agent, directory, missing } of skills[at]?.copies ?? [])
      terminal.line(t`  ${agent}: ${missing ? red("missing: ") : ""}${dim(directory)}`);
  }
}
