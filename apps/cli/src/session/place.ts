import { resolve } from "node:path";
import {
  type AgentName,
  AGENT_NAMES,
  isAgentName,
  lockedProjectPaths,
  looksInProjects,
  movedSkills,
  projectPaths,
  projectRoot,
  readSkillLock,
} from "@gaia/install/installed";
import { type CliError, misused, notFound } from "../failures/failures.ts";
import type { Session } from "./session.ts";

/** The place that a verb is about: the home, or with `--project` the project that it was called in. */
export interface PlaceOption {
  project?: boolean | undefined;
}

/** The option by its words. */
export const IN_PROJECT = ["--project", "the skills of this project, not those of my home"] as const;

/** The session for that place. Throws exit 3 where a project has no skills yet, unless it `mayBegin`. */
export async function inPlace(session: Session, { project }: PlaceOption, mayBegin = false): Promise<Session> {
  if (project !== true) return session;
  const root = await projectRoot(resolve(session.config.directory), session.paths);
  const paths = await (mayBegin ? projectPaths : lockedProjectPaths)(root, session.paths);
  return { ...session, paths };
}

/** That a skill is not installed in the place that was meant: exit 3, with the option that means the place that has it. */
export async function notInstalled(
  session: Session,
  { name, project }: { name: string } & PlaceOption,
  { sentence = `${name} is not installed`, hint }: { sentence?: string; hint?: string } = {},
): Promise<CliError> {
  const isThere = (await lockedIn(session, project !== true)).includes(name);
  const there = project === true ? "your home has it: leave out --project" : "this project has it: add --project";
  return notFound(sentence, isThere ? there : hint);
}

/** The names that are installed in the project, or else in the home of `session`. What cannot be read has none: it is beside the point. */
export async function lockedIn(session: Session, inProject: boolean): Promise<string[]> {
  try {
    const { paths } = await inPlace(session, { project: inProject });
    return [...(await readSkillLock(paths.lockFile)).keys()];
  } catch {
    return [];
  }
}

/**
 * `--for` as agents of our table. Throws a usage error for any other name, for an agent that looks in no project, and where a variable
 * moves its files nowhere.
 */
export function ensureAgents({ config, paths }: Session, names: readonly string[]): AgentName[] {
  const environment = config.childEnvironment;
  return names.map((name) => {
    if (!isAgentName(name))
      throw misused(`--for ${name}: no agent of that name is known`, `one of ${AGENT_NAMES.join(", ")}`);
    if (paths.place.scope === "project" && !looksInProjects(name))
      throw misused(
        `--for ${name}: it looks for skills in no project`,
        "leave out --project: it finds those of your home",
      );
    const moved = movedSkills(name, environment);
    if (paths.place.scope === "user" && moved?.isUsable === false)
      throw misused(`${moved.by} is no absolute path: ${environment[moved.by] ?? ""}`, "write the whole path");
    return name;
  });
}
