import { explainConflict } from "./explain.ts";
import type { Asked, Resolution, SkillSource } from "./plan.ts";
import type { Requirement } from "./choose-version.ts";
import { ResolverError } from "./resolver-error.ts";
import { solve } from "./solve/solve.ts";
import { World } from "./world.ts";

/** So many optional requirements are tried, each with a solution of its own. */
const MOST_OPTIONAL = 64;

/**
 * What has to be installed for what was asked for (docs/specification.md §10.3): the highest version of each skill that satisfies
 * everything, each after what it needs.
 * @throws ResolverError `range_invalid` for a root's range; `unresolvable`, `circular` with a sentence that says who asked for what;
 * `too_complex` when no answer is found in a bounded number of steps
 */
export async function resolve(asked: Asked, source: SkillSource): Promise<Resolution> {
  const world = new World(asked, source);
  const needed = asked.roots.filter(({ optional }) => optional !== true);
  let roots: readonly Requirement[] = needed;
  let found = await settle(world, roots);
  const leftOut: Resolution["leftOut"] = [];
  const tried = new Set<string>();
  // What is optional comes in one by one, where everything that is there already can stay or move along with it.
  for (let next = world.openOption(found, tried); next !== null; next = world.openOption(found, tried)) {
    tried.add(`${next.name} ${next.range}`);
    if (tried.size > MOST_OPTIONAL) break;
    try {
      const more = [...roots, { name: next.name, range: next.range }];
      found = await settle(world, more);
      roots = more;
    } catch (error) {
      if (!(error instanceof ResolverError) || error.code === "too_complex") throw error;
      leftOut.push({ ...next, why: error.message });
    }
  }
  return { install: world.plan(found), leftOut };
}

async function settle(world: World, roots: readonly Requirement[]): Promise<ReadonlyMap<string, number>> {
  const solved = await solve(world.problem(roots));
  if (solved.state === "solved") return solved.places;
  if (solved.state === "too_complex")
    throw new ResolverError(
      "too_complex",
      "What is asked for needs more steps to resolve than are taken; ask for less, or name versions exactly.",
    );
  throw new ResolverError("unresolvable", explainConflict(solved.why, world));
}
