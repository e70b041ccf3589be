import {
  agentDirectory,
  copyDirectories,
  kindOf,
  type LockEntry,
  readSkillLock,
  settleInstalled,
} from "@gaia/install/installed";
import { inPlace, lockedIn, type PlaceOption } from "../../session/place.ts";
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
      copies: await copiesOf(paths, name, entry),
    })),
  );
  terminal.result({ skills });
  if (skills.length === 0) {
    const inProject = input.project === true ? 0 : (await lockedIn(session, true)).length;
    terminal.note(t`No skill is installed.${inProject === 0 ? "" : ` This project has ${inProject}: add --project.`}`);
  }
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
    for (const { agent, directory, form, missing } of skills[at]?.copies ?? []) {
      const isMade = form !== null || entries[at]?.[1].copies === null;
      const word = isMade ? (missing ? red("missing: ") : "") : yellow("none can be made: ");
      terminal.line(t`  ${agent}: ${word}${dim(directory)}`);
    }
  }
}

/** Where each agent finds it; `form` null: an earlier release made the copy, or none can be made. */
function copiesOf(paths: Session["paths"], name: string, { agents, enabled, copies }: LockEntry) {
  const found = [...copyDirectories(paths, enabled ? agents : [])].flatMap(([owner, place]) =>
    agents
      .filter((agent) => agentDirectory(paths, agent, agents) === place)
      .map(async (agent) => {
        const directory = join(place, name);
        const form = copies?.[owner]?.form ?? null;
        return { agent, directory, form, missing: (await kindOf(directory)) !== "directory" };
      }),
  );
  return Promise.all(found);
}
