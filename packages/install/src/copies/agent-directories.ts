import { join, relative, sep } from "node:path";
import { refused } from "../failures.ts";
import { AGENT_NAMES, AGENTS, type AgentName, movedSkills, readsShared } from "../home/agents.ts";
import { type HomePaths, kindOf } from "../home/home.ts";

type Placed = Pick<HomePaths, "place">;

/** Where an agent looks by itself; null: not in a project. */
function ownDirectory({ place }: Placed, agent: AgentName): string | null {
  const moved = place.scope === "user" ? movedSkills(agent, place.environment) : null;
  if (moved?.isUsable === true) return moved.directory;
  const path = AGENTS[agent][place.scope];
  return path === null ? null : join(place.root, path);
}

/**
 * The directory where an agent finds a skill in this place, null where it looks in none; `together`: the agents for which it is copied,
 * which may share one copy.
 */
export function agentDirectory(paths: Placed, agent: AgentName, together: readonly AgentName[] = []): string | null {
  const shared = ownDirectory(paths, "agents");
  const isShared = readsShared(agent) && together.some((one) => ownDirectory(paths, one) === shared);
  return isShared && AGENTS[agent][paths.place.scope] !== null ? shared : ownDirectory(paths, agent);
}

/**
 * The directories in which copies for these agents lie, by the agent whose it is: several may look in one, which is the first one's of the
 * table.
 */
export function copyDirectories(paths: Placed, agents: readonly AgentName[]): Map<AgentName, string> {
  const found = new Map<AgentName, string>();
  for (const agent of agents) {
    const directory = agentDirectory(paths, agent, agents);
    const owner = AGENT_NAMES.find((one) => ownDirectory(paths, one) === directory);
    if (directory !== null && owner !== undefined) found.set(owner, directory);
  }
  return found;
}

export async function ensureNoLink(paths: Placed, directory: string): Promise<void> {
  if (await hasLink(paths, directory))
    throw refused("not_a_directory", `A link stands on the way to ${directory}; nothing was written there`);
}

/** A repository may bring links that lead out of it; in a person's own home they are the person's. */
export async function hasLink({ place }: Placed, directory: string): Promise<boolean> {
  if (place.scope === "user") return false;
  let path = place.root;
  for (const part of relative(place.root, directory).split(sep)) {
    path = join(path, part);
    const kind = await kindOf(path);
    if (kind === null) return false;
    if (kind !== "directory") return true;
  }
  return false;
}
