import { explainConflict } from "./explain.ts";
import type { Asked, Resolution, Resolved, SkillSource } from "./plan.ts";
import type { LeastTier, Requirement } from "./choose-version.ts";
import { ResolverError } from "./resolver-error.ts";
import { solve } from "./solve/solve.ts";
import { World } from "./world.ts";

/** So many optional requirements are tried, each with a solution of its own. */
const MOST_OPTIONAL = 64;
/** So many times a least tier may reach skills that it had not reached before. */
const MOST_ROUNDS = 16;

/**
 * What has to be installed for what was asked for (docs/specification.md §10.3): the highest version of each skill that satisfies
 * everything, each after what it needs. A least tier holds for whatever comes in for the sake of the root that asks for it.
 * @throws ResolverError `range_invalid` for a root's range; `unresolvable`, `circular` with a sentence that says who asked for what;
 * `too_complex` when no answer is found in a bounded number of steps
 */
export async function resolve(asked: Asked, source: SkillSource): Promise<Resolution> {
  let least: LeastTiers = new Map(
    asked.roots.flatMap(({ name, leastTier }) => (leastTier === undefined ? [] : [[name, leastTier] as const])),
  );
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = await resolveWithin(new World(asked, source, least), asked);
    // What is needed is known once there is a solution. What a least tier has reached once keeps it: that refuses more, never less.
    const raised = raise(least, found.install);
    if (raised === null) return found;
    least = raised;
  }
  throw tooComplex();
}

type LeastTiers = ReadonlyMap<string, LeastTier>;

/** The same, handed on to what each skill of a plan needs; null: all have it. */
function raise(least: LeastTiers, install: readonly Resolved[]): LeastTiers | null {
  const all = new Map(least);
  let isRaised = false;
  // Each stands after what it needs: from the end on, whoever needs a skill comes before it.
  for (const { name, requiredBy } of install.toReversed())
    for (const { name: by } of requiredBy) {
      const needed = by === null ? undefined : all.get(by);
      const own = all.get(name);
      // Of two that are in one order the higher one has fewer that are no lower.
      if (needed === undefined || (own !== undefined && own.orHigher.length <= needed.orHigher.length)) continue;
      all.set(name, needed);
      isRaised = true;
    }
  return isRaised ? all : null;
}

async function resolveWithin(world: World, asked: Asked): Promise<Resolution> {
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
  if (solved.state === "too_complex") throw tooComplex();
  throw new ResolverError("unresolvable", explainConflict(solved.why, world));
}

const tooComplex = (): ResolverError =>
  new ResolverError(
    "too_complex",
    "What is asked for needs more steps to resolve than are taken; ask for less, or name versions exactly.",
  );
