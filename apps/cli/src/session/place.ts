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
} from "@gaia/install/installed";
import { misused } from "../failures/failures.ts";
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
