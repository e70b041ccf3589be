import type { SemVer } from "semver";
import {
  type Candidate,
  isAcceptable,
  type LeastTier,
  newestFirst,
  refusalOf,
  type Requirement,
} from "./choose-version.ts";
import { inOrder } from "./install-order.ts";
import type { Asked, Resolved, SkillSource } from "./plan.ts";
import { isIn, parseRange, type Range } from "./range.ts";
import { ResolverError } from "./resolver-error.ts";
import type { Need, Problem } from "./solve/solve.ts";
import { has, isEmpty, isEqual, setOf, type VersionSet } from "./solve/version-set.ts";

const LIMITS = { skills: 5_000, versions: 10_000, steps: 150_000 };

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
  readonly #leastTiers: ReadonlyMap<string, LeastTier>;

  /** `leastTiers`: by the names of the skills that have to have one. */
  constructor(asked: Asked, source: SkillSource, leastTiers: ReadonlyMap<string, LeastTier>) {
    this.#asked = asked;
    this.#source = source;
    this.#leastTiers = leastTiers;
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
      maxSteps: this.#asked.limits?.steps ?? LIMITS.steps,
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
    const wanted = this.#rangeOf(range);
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
      const at = found.get(name);
      // An optional one may have been left out although another one brought the skill in.
      if (at === undefined || !has(this.#inRange({ name, range }), at)) return;
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
      const by = (requiredBy.get(name) ?? []).toSorted((left, right) =>
        (left.name ?? "") < (right.name ?? "") ? -1 : 1,
      );
      const version = this.version(name, found.get(name) ?? 0);
      return { name, version, requiredBy: by, passedOver: this.#newer(name, version, by) };
    });
  }

  #newer(name: string, version: string, by: Resolved["requiredBy"]): Resolved["passedOver"] {
    const ranges = by.flatMap(({ range }) => this.#rangeOf(range) ?? []);
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
    const most = this.#asked.limits?.skills ?? LIMITS.skills;
    if (this.#skills.size >= most)
      throw new ResolverError("too_complex", `More than ${most} skills would have to be looked at.`);
    const candidates = await this.#source.versionsOf(name);
    const loaded = this.#judge(name, candidates);
    this.#skills.set(name, loaded);
    return loaded;
  }

  #judge(name: string, candidates: readonly Candidate[] | null): Loaded {
    const { locked, minAge, allowedTiers, dependencyTiers, allowHeld } = this.#asked;
    const root = this.#isRoot.get(name);
    const tiers = root === undefined ? dependencyTiers : allowedTiers;
    const refused: Loaded["refused"] = [];
    const taken: { version: string; parsed: SemVer; requires: readonly Requirement[] | undefined }[] = [];
    for (const { candidate, parsed } of newestFirst((candidates ?? []).slice(0, LIMITS.versions))) {
      const isLocked = locked?.get(name) === candidate.version;
      // A prerelease is in the ranges that ask for it, and in no other: that is the range's to say.
      const range = { text: "*", bounds: [], prereleasesOf: [`${parsed.major}.${parsed.minor}.${parsed.patch}`] };
      const exact = isLocked || root?.exact === candidate.version ? candidate.version : null;
      // A locked one was agreed to when it was installed.
      const own = isLocked ? [...tiers, candidate.tier] : tiers;
      const leastTier = this.#leastTiers.get(name);
      const takesHeld = isLocked || (allowHeld === true && root !== undefined);
      const allowed = { allowedTiers: own, leastTier, allowHeld: takesHeld, minAge };
      const why = refusalOf(candidate, parsed, { range: { ...range, exact }, ...allowed });
      if (why === null) taken.push({ version: candidate.version, parsed, requires: candidate.requires });
      else
        refused.push({
          version: candidate.version,
          reason: whyNot(why, candidate, root === undefined && allowedTiers.includes(candidate.tier)),
        });
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

function whyNot({ code, reason }: { code: string; reason: string }, { tier }: Candidate, isForNamed: boolean): string {
  return code === "tier" && isForNamed ? `it is ${tier}, which only a skill that was asked for by name may be` : reason;
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
