import {
  type MinAge,
  parseRange,
  type Range,
  type Resolution,
  resolve,
  ResolverError,
  type SkillSource,
} from "@gaia/resolver";
import type { Tier } from "@gaia/policy";
import type { InstallContext, Release } from "../terms/context.ts";
import { InstallError, refused } from "../failures.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import { type AllowedVersions, allowedTiers, DEPENDENCY_TIERS, toLeastTier } from "../allowed-versions.ts";
import { candidatesOf, chooseFrom } from "./chosen-version.ts";
import { chooseRelease } from "./chosen-release.ts";
import { handedOn, keptTier, type LeastTiers, leastTierOf, leastTiersOf } from "./least-tiers.ts";

/** A skill that is asked for by name. */
interface Root {
  name: string;
  range: Range;
  optional: boolean;
  /** The lowest tier that it may have, and whatever it needs; null: none is asked for. Absent: what its lock entry asks for. */
  leastTier?: Tier | null | undefined;
}

/** What is asked for, and what may be taken for it. */
export interface PlanWish extends AllowedVersions {
  roots: readonly Root[];
  allowDowngrade: boolean;
  minAge: MinAge | null;
  /** Installed skills whose version may move although nobody names it now. */
  mayMove: ReadonlySet<string>;
}

/** One skill of a plan. */
export interface Planned {
  name: string;
  version: string;
  /** Every range that it is needed in. */
  range: Range;
  /** The range that was asked for; null: it comes for another skill's sake. */
  requested: string | null;
  /** The lowest tier that was asked for with it; null: none. */
  askedTier: Tier | null;
  /** The lowest that it may have: the same, or that of what needs it; null: none is asked for. */
  leastTier: Tier | null;
  requiredBy: { name: string | null; range: string }[];
  /** The version that is installed now; null: none. */
  installed: string | null;
}

export interface Plan {
  /** In install order, without what stays as it is. */
  install: Planned[];
  leftOut: Resolution["leftOut"];
  /** The same registry, which answers what was asked already from memory. */
  context: InstallContext;
}

/**
 * The versions that a set of skills needs, together with what is installed already (docs/specification.md §10.3): what was asked for
 * before keeps its range, and its version while that fits. Throws exit 4 with who asked for what where nothing fits; for a skill that
 * alone cannot be installed, what `chooseRelease` throws.
 */
export async function planInstall(asking: InstallContext, wish: PlanWish): Promise<Plan> {
  const context = remembering(asking);
  const entries = await readSkillLock(context.paths.lockFile);
  const here = new Map([...entries].filter(([, entry]) => entry.registry === context.registry));
  const named = new Set(wish.roots.map(({ name }) => name));
  const kept = [...here].filter(([name, { requested }]) => requested !== null && !named.has(name));
  const stays = new Map([...here].filter(([name]) => !named.has(name) && !wish.mayMove.has(name)));
  const roots = wish.roots.map(({ leastTier, ...root }) => ({
    ...root,
    leastTier: leastTier === undefined ? (entries.get(root.name)?.least_tier ?? null) : leastTier,
  }));
  const askedNow = leastTiersOf(roots);
  const askedBefore = leastTiersOf(kept.map(([name, { least_tier: leastTier }]) => ({ name, leastTier })));
  const askedTiers = new Map([...askedNow, ...askedBefore]);
  const asked = {
    roots: [
      ...roots.map(({ name, range, optional }) => ({ name, range: range.text, optional })),
      ...kept.map(([name, entry]) => ({ name, range: entry.requested ?? "*" })),
    ].map((root) => ({ ...root, leastTier: toLeastTier(askedTiers.get(root.name) ?? null) })),
    allowedTiers: allowedTiers({ ...wish, leastTier: null }),
    dependencyTiers: DEPENDENCY_TIERS,
    allowHeld: wish.allowHeld,
    minAge: wish.minAge === null ? null : { age: wish.minAge, now: new Date() },
    locked: new Map([...stays].map(([name, { version }]) => [name, version])),
  };
  try {
    // Mostly everything that is installed can stay, and the registry need not be asked for any of it.
    const { mayMove } = wish;
    const { install, leftOut } = await resolve(asked, sourceOf(context, { here, named, mayMove, fixed: stays })).catch(
      (error: unknown) => {
        if (error instanceof ResolverError && stays.size > 0)
          return resolve(asked, sourceOf(context, { here, named, mayMove, fixed: new Map() }));
        throw error;
      },
    );
    const tiers = { asked: askedTiers, least: handedOn(askedTiers, install) };
    const planned = install.map((one) => toPlanned(one, here, tiers));
    for (const { name, requested } of planned)
      if (requested === null) ensureSameRegistry(context, name, entries.get(name));
    // What a tier is asked for now is judged by what is signed of it now, and not by a lock.
    const judgedNow = handedOn(askedNow, install);
    return {
      install: planned.filter((one) => named.has(one.name) || one.installed !== one.version || judgedNow.has(one.name)),
      leftOut,
      context,
    };
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    await ensureEachAlone(context, { ...wish, roots });
    throw unresolved(error, askedTiers.size > 0);
  }
}

/** The first line says what is wrong, each further one who asked for what. */
function unresolved({ code, message }: ResolverError, asksForTier: boolean): InstallError {
  const [first = "", ...chains] = message.split("\n");
  return new InstallError("refused", code, first, {
    hint: `ask for other ranges${asksForTier ? " or a lower --tier" : ""}, or remove what is in the way`,
    errors: chains.map((chain) => ({
      code,
      severity: "error",
      file: null,
      line: null,
      column: null,
      message: chain.trim(),
      hint: null,
    })),
  });
}

/** What only comes along takes the place of no skill of that name from elsewhere: it is another one. Throws exit 4. */
function ensureSameRegistry({ registry }: InstallContext, name: string, installed: LockEntry | undefined): void {
  if (installed === undefined || installed.registry === registry) return;
  throw refused(
    "other_registry",
    `${name} is needed, and the ${name} that is installed is another registry's: ${installed.registry}`,
    `name it to take that of ${registry} in its place`,
  );
}

function toPlanned(
  { name, version, requiredBy }: Resolution["install"][number],
  here: Lock,
  tiers: { asked: LeastTiers; least: LeastTiers },
): Planned {
  const ranges = [...new Set(requiredBy.map(({ range }) => range))].filter((range) => range !== "*");
  const asked = requiredBy.find((one) => one.name === null);
  return {
    name,
    version,
    range: allOf(ranges),
    requested: asked?.range ?? null,
    askedTier: tiers.asked.get(name) ?? null,
    leastTier: tiers.least.get(name) ?? null,
    requiredBy,
    installed: here.get(name)?.version ?? null,
  };
}

/** All of them together; any version, where they are too many for one range. */
function allOf(ranges: readonly string[]): Range {
  try {
    return parseRange(ranges.join(", ") || "*");
  } catch (error) {
    if (error instanceof ResolverError) return parseRange("*");
    throw error;
  }
}

/** Where a skill cannot be had at all, the reason is its own and not the others'. */
async function ensureEachAlone(context: InstallContext, wish: PlanWish): Promise<void> {
  for (const root of wish.roots.filter(({ optional }) => !optional)) {
    const skill = await context.door.skill(root.name).catch((error: unknown) => {
      if (context.door.isSilence(error)) return null;
      throw error;
    });
    const alone = { ...wish, ...root, leastTier: leastTierOf(root) };
    const choice = skill === null ? null : chooseFrom(skill, alone);
    if (choice === null || choice.chosen === null) await chooseRelease(context, { ...alone, picked: null });
  }
}

type Lock = ReadonlyMap<string, LockEntry>;

/**
 * What is installed counts as it lies here, also where the registry took it back since: nobody asks for it anew. What may move is no worse
 * off: that its version is held by now makes nobody go back.
 */
function sourceOf(
  { door }: InstallContext,
  {
    here,
    named,
    mayMove,
    fixed,
  }: { here: Lock; named: ReadonlySet<string>; mayMove: ReadonlySet<string>; fixed: Lock },
): SkillSource {
  const asInstalled = (entry: LockEntry) => ({
    version: entry.version,
    status: "published",
    tier: entry.security_tier,
    requires: Object.entries(entry.requires).map(([name, range]) => ({ name, range })),
  });
  return {
    async versionsOf(name) {
      const one = fixed.get(name);
      if (one !== undefined) return [asInstalled(one)];
      // What is named is asked for anew: whether it may be taken is judged by what the registry offers.
      const installed = named.has(name) ? undefined : here.get(name);
      const stays = mayMove.has(name) ? here.get(name)?.version : undefined;
      const agreed = mayMove.has(name) ? undefined : installed;
      const offered = await door.skill(name).then(
        (skill) =>
          candidatesOf(skill)
            .map((one) => (one.version === stays ? { ...one, heldFor: null } : one))
            .map((one) => (one.version === agreed?.version ? { ...one, tier: keptTier(one.tier, agreed) } : one)),
        (error: unknown) => {
          if (door.isSilence(error)) return null;
          throw error;
        },
      );
      if (installed === undefined || offered?.some(({ version }) => version === installed.version)) return offered;
      return [...(offered ?? []), asInstalled(installed)];
    },
    async requirementsOf(name, version) {
      const { requirements } = await door.version({ name, version });
      return requirements.skills.map((one) => ({ name: one.name, range: one.version, optional: one.optional }));
    },
  };
}

/** One run sees one state of a registry, and asks for nothing twice. */
export function remembering(context: InstallContext): InstallContext {
  const skills = new Map<string, ReturnType<InstallContext["door"]["skill"]>>();
  const versions = new Map<string, ReturnType<InstallContext["door"]["version"]>>();
  const { door } = context;
  return {
    ...context,
    door: {
      ...door,
      skill(name) {
        const known = skills.get(name) ?? door.skill(name);
        skills.set(name, known);
        return known;
      },
      version(release: Release) {
        const key = `${release.name} ${release.version}`;
        const known = versions.get(key) ?? door.version(release);
        versions.set(key, known);
        return known;
      },
    },
  };
}
