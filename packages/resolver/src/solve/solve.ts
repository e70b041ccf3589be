import { excludes, implies, inverse, isImpossible, both, type Term } from "./term.ts";
import { type Incompatibility, incompatible, isFailure, ROOT } from "./incompatibility.ts";
import { PartialSolution } from "./partial-solution.ts";
import { members, setOf, type VersionSet } from "./version-set.ts";

/** A requirement on a skill, as places in its list of versions; `range` is as written. */
export interface Need {
  name: string;
  range: string;
}

/** What the solver asks: it knows versions by their places alone, from the oldest to the newest. */
export interface Problem {
  roots: readonly Need[];
  /** How many versions may be taken of a skill; fetched once. */
  load(name: string): Promise<number>;
  /** The versions that are in a range; the skill is loaded. */
  inRange(need: Need): VersionSet;
  /** What one version needs. */
  needsOf(name: string, at: number): Promise<readonly Need[]>;
  /** The versions of a skill that are known to need the same, that one included. */
  sameNeed(name: string, at: number, need: Need): VersionSet;
  /** The version to try first among some, places from the oldest to the newest. */
  prefer(name: string, places: readonly number[]): number;
  /** Steps until it is given up. */
  maxSteps: number;
}

export type Solved =
  | { state: "solved"; places: ReadonlyMap<string, number> }
  | { state: "impossible"; why: Incompatibility }
  | { state: "too_complex" };

/** One version for each skill that is needed, such that everything fits (PubGrub, by Natalie Weizenbaum). */
export async function solve(problem: Problem): Promise<Solved> {
  const solver = new Solver(problem);
  try {
    return { state: "solved", places: await solver.run() };
  } catch (error) {
    if (error instanceof Impossible) return { state: "impossible", why: error.why };
    if (error instanceof TooComplex) return { state: "too_complex" };
    throw error;
  }
}

class Impossible extends Error {
  readonly why: Incompatibility;

  constructor(why: Incompatibility) {
    super("impossible");
    this.why = why;
  }
}
class TooComplex extends Error {}

const ROOT_SET = setOf(1, () => true);

class Solver {
  readonly #problem: Problem;
  readonly #solution = new PartialSolution();
  readonly #known = new Map<string, Incompatibility[]>();
  readonly #sizes = new Map<string, number>();
  /** Requirements that were brought in, so that none is twice. */
  readonly #told = new Set<string>();
  #steps = 0;

  constructor(problem: Problem) {
    this.#problem = problem;
  }

  async run(): Promise<ReadonlyMap<string, number>> {
    this.#learn(incompatible([{ name: ROOT, isPositive: false, set: ROOT_SET }], { kind: "root" }));
    let next: string | null = ROOT;
    while (next !== null) {
      this.#propagate(next);
      next = await this.#decide();
    }
    const { decisions } = this.#solution;
    decisions.delete(ROOT);
    return decisions;
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > this.#problem.maxSteps) throw new TooComplex();
  }

  #learn(one: Incompatibility): void {
    for (const { name } of one.terms) {
      const known = this.#known.get(name);
      if (known === undefined) this.#known.set(name, [one]);
      else known.push(one);
    }
  }

  /** Draws every conclusion that follows once something new holds of a skill. */
  #propagate(name: string): void {
    const changed = [name];
    for (let one = changed.pop(); one !== undefined; one = changed.pop()) {
      // In their order, so that what was needed first is open first.
      const all = this.#known.get(one) ?? [];
      for (const known of all.slice()) {
        this.#step();
        const derived = this.#conclude(known);
        if (derived === "conflict") {
          const cause = this.#resolveConflict(known);
          const again = this.#conclude(cause);
          changed.length = 0;
          if (again !== null && again !== "conflict") changed.push(again);
          break;
        }
        if (derived !== null) changed.push(derived);
      }
    }
  }

  /** The skill that something was derived of; `conflict`: all its terms hold; null: nothing follows. */
  #conclude(one: Incompatibility): string | "conflict" | null {
    let open: Term | null = null;
    for (const term of one.terms) {
      const sum = this.#solution.sumOf(term.name);
      // First: where no version is left of a skill, everything is true of it, and that is a conflict.
      if (sum !== undefined && implies(sum, term)) continue;
      if (sum !== undefined && excludes(sum, term)) return null;
      if (open !== null) return null;
      open = term;
    }
    if (open === null) return "conflict";
    this.#solution.derive(inverse(open), one);
    return open.name;
  }

  /** Finds the decision that a conflict goes back to, takes it back and learns why. Throws Impossible when it goes back to no decision. */
  #resolveConflict(conflict: Incompatibility): Incompatibility {
    let one = conflict;
    while (!isFailure(one)) {
      this.#step();
      const { term, satisfier, rest, previousLevel } = this.#mostRecent(one);
      if (previousLevel < satisfier.level || satisfier.cause === null) {
        this.#solution.backtrack(previousLevel);
        if (one !== conflict) this.#learn(one);
        return one;
      }
      const terms = [
        ...one.terms.filter((other) => other !== term),
        ...satisfier.cause.terms.filter(({ name }) => name !== satisfier.term.name),
        ...(rest === null ? [] : [inverse(rest)]),
      ];
      one = incompatible(terms, { kind: "conflict", left: one, right: satisfier.cause });
    }
    throw new Impossible(one);
  }

  #mostRecent(one: Incompatibility) {
    const rows = one.terms.map((term) => ({ term, satisfier: this.#solution.satisfierOf(term) }));
    rows.sort((left, right) => right.satisfier.index - left.satisfier.index);
    const [latest, ...others] = rows;
    if (latest === undefined) throw new Error("an incompatibility without terms is a failure");
    const { term, satisfier } = latest;
    // What the latest assignment does not settle alone was settled by an earlier one.
    const open = both(satisfier.term, inverse(term));
    const rest = isImpossible(open) ? null : open;
    const before = others.map((row) => row.satisfier.level);
    if (rest !== null) before.push(this.#solution.satisfierOf(inverse(rest)).level);
    // The first decision is for what was asked for: nothing is before that.
    return { term, satisfier, rest, previousLevel: Math.max(1, ...before) };
  }

  /**
   * Takes a version of a skill that has to be there: one with no choice left, else the one that was needed
   * first, so that what was asked for gets its newest before what only comes along. Null: all have one.
   */
  async #decide(): Promise<string | null> {
    const chosen = this.#solution.nextOpen();
    if (chosen === null) return null;
    const { name, set } = chosen;
    const places = members(set, this.#sizes.get(name) ?? 1);
    if (places.length === 0) {
      this.#learn(incompatible([chosen], { kind: "none", name }));
      return name;
    }
    const at = name === ROOT ? 0 : this.#problem.prefer(name, places);
    const size = this.#sizes.get(name) ?? 1;
    const needs = name === ROOT ? this.#problem.roots : await this.#problem.needsOf(name, at);
    let isConflict = false;
    for (const need of needs) {
      this.#step();
      const added = await this.#require(name, at, need);
      isConflict ||= added?.terms.every((term) => term.name === name || this.#holds(term)) ?? false;
    }
    if (!isConflict) this.#solution.decide(name, at, { name, isPositive: true, set: setOf(size, (one) => one === at) });
    return name;
  }

  #holds(term: Term): boolean {
    const sum = this.#solution.sumOf(term.name);
    return sum !== undefined && implies(sum, term);
  }

  async #require(from: string, at: number, need: Need): Promise<Incompatibility | null> {
    const key = `${from} ${at} ${need.name} ${need.range}`;
    if (this.#told.has(key)) return null;
    if (!this.#sizes.has(need.name)) this.#sizes.set(need.name, await this.#problem.load(need.name));
    const size = this.#sizes.get(from) ?? 1;
    const versions = from === ROOT ? ROOT_SET : this.#problem.sameNeed(from, at, need);
    for (const one of members(versions, size)) this.#told.add(`${from} ${one} ${need.name} ${need.range}`);
    const inRange = from === need.name ? null : this.#problem.inRange(need);
    // A skill that needs itself is a circle, which is told when everything else fits.
    if (inRange === null) return null;
    const terms: Term[] = [
      { name: from, isPositive: true, set: versions },
      { name: need.name, isPositive: false, set: inRange },
    ];
    const one = incompatible(terms, { kind: "requirement", from, to: need.name, range: need.range });
    this.#learn(one);
    return one;
  }
}
