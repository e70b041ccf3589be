import type { SemVer } from "semver";
import { type Candidate, isAcceptable, newestFirst, refusalOf, type Requirement } from "./choose-version.ts";
import { explainConflict } from "./explain.ts";
import { inOrder } from "./install-order.ts";
import type { MinAge } from "./min-age.ts";
import { isIn, parseRange, type Range } from "./range.ts";
import { ResolverError } from "./resolver-error.ts";
import { type Need, type Problem, solve } from "./solve/solve.ts";
import { has, isEmpty, isEqual, setOf, type VersionSet } from "./solve/version-set.ts";

/** Where the resolver learns of skills. Every answer is asked for once. */
export interface SkillSource {
  /** A skill's versions, in any order; null: there is no such skill, or it may not be seen. */
  versionsOf(name: string): Promise<readonly Candidate[] | null>;
  /** The other skills that one version needs. */
  requirementsOf(name: string, version: string): Promise<readonly Requirement[]>;
}

export interface Asked {
  roots: readonly Requirement[];
  /** Tiers that a skill which was asked for by name may have; what comes in for its sake is never experimental. */
  allowedTiers: readonly string[];
  minAge?: { age: MinAge; now: Date } | null | undefined;
  /** Versions to keep where they fit, by name: a yanked one is taken only from here, or where it is named exactly. */
  locked?: ReadonlyMap<string, string> | undefined;
}

/** One version that is to be installed. */
export interface Resolved {
  name: string;
  version: string;
  /** Who needs it and in which range: another skill of the plan, or null for whoever asked. */
  requiredBy: { name: string | null; range: string }[];
  /** Versions in all those ranges that are newer and may not be taken, newest first. */
  passedOver: { version: string; reason: string }[];
}

export interface Resolution {
  /** In install order: each after what it needs. */
  install: Resolved[];
  /** What is optional and was left out, and why. */
  leftOut: { name: string; range: string; requiredBy: string | null; why: string }[];
}

const LIMITS = { skills: 5_000, versions: 10_000, optional: 64, steps: 150_000 };
const ALLOWED_AS_DEPENDENCY = ["community", "verified"];

/**
 * What has to be installed for what was asked for (spec §10.3): the highest version of each skill that satisfies everything, each after
 * what it needs.
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
    if (tried.size > LIMITS.optional) break;
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

/** What a skill has for one requirement: whether a version fits that may be taken, and those in the range that may not, newest first. */
export interface Offered {
  exists: boolean;
  fits: boolean;
  /** Whether the requirement can be read at all. */
  isRange: boolean;
  refused: { version: string; reason: string }[];
  /** Some versions that may be taken, newest first. */
  newest: string[];
}

interface Loaded {
  /** The versions that may be taken, oldest first. */
  versions: string[];
  parsed: SemVer[];
  /** Those that may not, newest first, and why. */
  refused: { version: string; reason: string }[];
  exists: boolean;
  ranges: Map<string, VersionSet>;
  needs: Map<number, readonly Requirement[]>;
}

/** What is known of the skills so far, for the solver and for whoever explains its answer. */
export class World {
  readonly #asked: Asked;
  readonly #source: SkillSource;
  readonly #skills = new Map<string, Loaded>();
  readonly #ranges = new Map<string, Range | null>();
  readonly #isRoot: ReadonlyMap<string, Range>;

  constructor(asked: Asked, source: SkillSource) {
    this.#asked = asked;
    this.#source = source;
    this.#isRoot = new Map(asked.roots.map(({ name, range }) => [name, parseRange(range)]));
  }

  problem(roots: readonly Requirement[]): Problem {
    return {
      roots: roots.map(({ name, range }) => ({ name, range })),
      load: async (name) => (await this.#load(name)).versions.length,
      inRange: (need) => this.#inRange(need),
      needsOf: async (name, at) => (await this.#needsOf(name, at)).filter(({ optional }) => optional !== true),
      sameNeed: (name, at, need) => this.#sameNeed(name, at, need),
      prefer: (name, places) => this.#prefer(name, places),
      maxSteps: LIMITS.steps,
    };
  }

  version(name: string, at: number): string {
    return this.#skills.get(name)?.versions[at] ?? "";
  }

  /** The versions of a set, oldest first, and whether they are all there are. */
  shown(name: string, set: VersionSet): { versions: string[]; isAll: boolean } {
    const all = this.#skills.get(name)?.versions ?? [];
    const versions = all.filter((_, at) => has(set, at));
    return { versions, isAll: versions.length === all.length };
  }

  /** What there is for a requirement on a skill that is loaded. */
  offerFor({ name, range }: Need): Offered {
    const skill = this.#skills.get(name);
    if (skill === undefined) throw new Error(`${name} is not loaded`);
    const wanted = readRange(range);
    const refused = wanted === null ? [] : skill.refused.filter(({ version }) => isAcceptable(version, wanted));
    const fits = !isEmpty(this.#inRange({ name, range }));
    return {
      exists: skill.exists,
      fits,
      isRange: wanted !== null,
      refused,
      newest: skill.versions.toReversed().slice(0, 5),
    };
  }

  /** What may come in beside a solution: an optional requirement of whoever asked, or of a skill in it, that was not tried. */
  openOption(
    found: ReadonlyMap<string, number>,
    tried: ReadonlySet<string>,
  ): { name: string; range: string; requiredBy: string | null } | null {
    const options = [
      ...this.#asked.roots.map((one) => ({ ...one, requiredBy: null })),
      ...[...found].flatMap(([name, at]) =>
        (this.#skills.get(name)?.needs.get(at) ?? []).map((one) => ({ ...one, requiredBy: name })),
      ),
    ];
    const open = options.find(({ name, range, optional }) => optional === true && !tried.has(`${name} ${range}`));
    return open === undefined ? null : { name: open.name, range: open.range, requiredBy: open.requiredBy };
  }

  plan(found: ReadonlyMap<string, number>): Resolved[] {
    const requiredBy = new Map<string, Resolved["requiredBy"]>();
    const add = (from: string | null, { name, range }: Requirement) => {
      if (!found.has(name)) return;
      const rows = requiredBy.get(name) ?? [];
      requiredBy.set(name, [...rows, { name: from, range }]);
    };
    for (const root of this.#asked.roots) add(null, root);
    const needs = new Map<string, string[]>();
    for (const [name, at] of found) {
      const own = (this.#skills.get(name)?.needs.get(at) ?? []).filter((one) => found.has(one.name));
      needs.set(
        name,
        own.map((one) => one.name),
      );
      for (const one of own) add(name, one);
    }
    return inOrder(needs).map((name) => {
      const by = requiredBy.get(name) ?? [];
      const version = this.version(name, found.get(name) ?? 0);
      return { name, version, requiredBy: by, passedOver: this.#newer(name, version, by) };
    });
  }

  #newer(name: string, version: string, by: Resolved["requiredBy"]): Resolved["passedOver"] {
    const ranges = by.flatMap(({ range }) => readRange(range) ?? []);
    const fits = (one: { version: string }) => ranges.every((range) => isAcceptable(one.version, range));
    const refused = (this.#skills.get(name)?.refused ?? []).filter(fits);
    const order = newestFirst([...refused, { version }].map((one) => ({ ...one, status: "", tier: "" })));
    const place = order.findIndex(({ candidate }) => candidate.version === version);
    const newer = new Set(order.slice(0, place).map(({ candidate }) => candidate.version));
    return refused.filter((one) => newer.has(one.version));
  }

  async #load(name: string): Promise<Loaded> {
    const known = this.#skills.get(name);
    if (known !== undefined) return known;
    if (this.#skills.size >= LIMITS.skills)
      throw new ResolverError("too_complex", `More than ${LIMITS.skills} skills would have to be looked at.`);
    const candidates = await this.#source.versionsOf(name);
    const loaded = this.#judge(name, candidates);
    this.#skills.set(name, loaded);
    return loaded;
  }

  #judge(name: string, candidates: readonly Candidate[] | null): Loaded {
    const { locked, minAge, allowedTiers } = this.#asked;
    const root = this.#isRoot.get(name);
    const tiers =
      root === undefined ? allowedTiers.filter((tier) => ALLOWED_AS_DEPENDENCY.includes(tier)) : allowedTiers;
    const refused: Loaded["refused"] = [];
    const taken: { version: string; parsed: SemVer; requires: readonly Requirement[] | undefined }[] = [];
    for (const { candidate, parsed } of newestFirst((candidates ?? []).slice(0, LIMITS.versions))) {
      const isLocked = locked?.get(name) === candidate.version;
      // A prerelease is in the ranges that ask for it, and in no other: that is the range's to say.
      const range = { text: "*", bounds: [], prereleasesOf: [`${parsed.major}.${parsed.minor}.${parsed.patch}`] };
      const exact = isLocked || root?.exact === candidate.version ? candidate.version : null;
      const why = refusalOf(candidate, parsed, { range: { ...range, exact }, allowedTiers: tiers, minAge });
      if (why === null) taken.push({ version: candidate.version, parsed, requires: candidate.requires });
      else refused.push({ version: candidate.version, reason: whyNot(why, candidate, root === undefined) });
    }
    taken.reverse();
    const needs = new Map<number, readonly Requirement[]>();
    for (const [at, { requires }] of taken.entries()) if (requires !== undefined) needs.set(at, requires);
    return {
      versions: taken.map(({ version }) => version),
      parsed: taken.map((one) => one.parsed),
      refused,
      exists: candidates !== null,
      ranges: new Map(),
      needs,
    };
  }

  #inRange({ name, range }: Need): VersionSet {
    const skill = this.#skills.get(name);
    if (skill === undefined) throw new Error(`${name} is not loaded`);
    const known = skill.ranges.get(range);
    if (known !== undefined) return known;
    const wanted = this.#rangeOf(range);
    const set = setOf(skill.versions.length, (at) => {
      const version = skill.parsed[at];
      return wanted !== null && version !== undefined && isIn(version, wanted);
    });
    skill.ranges.set(range, set);
    return set;
  }

  async #needsOf(name: string, at: number): Promise<readonly Requirement[]> {
    const skill = this.#skills.get(name);
    const known = skill?.needs.get(at);
    if (known !== undefined) return known;
    const needs = await this.#source.requirementsOf(name, this.version(name, at));
    skill?.needs.set(at, needs);
    return needs;
  }

  /** Ranges that hold for the same versions are the same need. */
  #sameNeed(name: string, at: number, need: Need): VersionSet {
    const skill = this.#skills.get(name);
    const needs = skill?.needs ?? new Map<number, readonly Requirement[]>();
    const set = this.#inRange(need);
    const isSame = (one: Requirement) =>
      one.name === need.name && one.optional !== true && (one.range === need.range || isEqual(this.#inRange(one), set));
    return setOf(skill?.versions.length ?? 0, (one) => one === at || (needs.get(one)?.some(isSame) ?? false));
  }

  #rangeOf(text: string): Range | null {
    const known = this.#ranges.get(text);
    if (known !== undefined) return known;
    const range = readRange(text);
    this.#ranges.set(text, range);
    return range;
  }

  #prefer(name: string, places: readonly number[]): number {
    const locked = this.#asked.locked?.get(name);
    const kept = places.find((at) => this.version(name, at) === locked);
    return kept ?? places.at(-1) ?? 0;
  }
}

function whyNot(
  { code, reason }: { code: string; reason: string },
  { tier }: Candidate,
  isDependency: boolean,
): string {
  return code === "tier" && isDependency && tier === "experimental"
    ? "it is experimental, which only a skill that was asked for by name may be"
    : reason;
}

/** A range that a published skill states and nobody can read holds for no version. */
function readRange(text: string): Range | null {
  try {
    return parseRange(text);
  } catch (error) {
    if (error instanceof ResolverError) return null;
    throw error;
  }
}
