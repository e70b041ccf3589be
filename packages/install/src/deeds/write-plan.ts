import type { MinAge } from "@gaia/resolver";
import { type ChosenRelease, chooseRelease, settleSeenVersions } from "../choice/chosen-release.ts";
import type { AllowedVersions } from "../allowed-versions.ts";
import type { Plan, Planned } from "../choice/planned-install.ts";
import { keepReleases } from "../cache/kept-releases.ts";
import type { InstallContext } from "../terms/context.ts";
import { fetchingAhead } from "../release/fetch-ahead.ts";
import { ensureCopiesPossible } from "../copies/ensure-copies.ts";
import type { Copied } from "../copies/planned-copies.ts";
import type { AgentName } from "../home/agents.ts";
import { installedPlace } from "../home/home.ts";
import { changeInstalled, installedFiles } from "../skills/installed-skills.ts";
import { ensureNoOwnWork } from "../own-work/own-work.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import { InstallError, whyFailed } from "../failures.ts";
import { installRelease } from "./install-release.ts";
import { rememberAgreed } from "../local/agreed-here.ts";
import { NO_PINS, type PackagePins, pinRequirements } from "../pins/pins.ts";
import { type PlannedRelease, toPlannedRelease } from "../plan/planned-release.ts";
import { ensureNotRevoked } from "../revocations/judge-revoked.ts";
import {
  differenceOf,
  type Person,
  type Proposal,
  proposeRelease,
  type ProposedRelease,
  type Refusals,
} from "./proposal.ts";

/** What may be taken, and what may give way to it. */
export interface Allowed extends AllowedVersions {
  allowDowngrade: boolean;
  /** Takes what its registry took back, too. */
  allowRevoked: boolean;
  /** Versions younger than this are passed over; null: none are. */
  minAge: MinAge | null;
  /** Takes the place of a person's own work, which is kept aside. */
  overwrites: boolean;
  /** The same of copies for agents. */
  forcesCopies: boolean;
}

/** What was installed, as its lock has it. */
type Installed = LockEntry & { name: string };

/** What an install found, and what it made of it. */
export interface Outcome {
  rows: PlannedRelease[];
  leftOut: Plan["leftOut"];
  /** Empty where nobody agreed. */
  installed: Installed[];
  /** Their copies for agents. */
  copied: Copied[];
}

/** A wish of which what cannot be taken is left out, so that it keeps nothing else from being updated. */
export interface Sparing {
  sparesOthers: boolean;
}

/** The agents for which skills are copied too, and whether as they were published (undefined: as each is installed). */
export interface Copying {
  agents: readonly AgentName[];
  asPublished?: boolean | undefined;
}

/** What of a plan cannot be taken, and why: nothing of the plan was written. */
export interface Failed {
  failed: Refusals;
}

/**
 * The order of an install, the same for whoever installs: everything that a plan holds is fetched and judged, held against a person's own
 * work, against copies and against what registries took back; a person agrees to all of it; and only then all of it is written. Where
 * others are spared, what fails by itself is given back, and nothing is written.
 */
export async function writePlan(
  plan: Plan,
  wish: Allowed & Sparing & Copying & { deed: Proposal["deed"] },
  person: Person,
): Promise<Outcome | Failed> {
  const { context } = plan;
  const { paths } = context;
  const { agents, asPublished, overwrites } = wish;
  for (const { name } of plan.install) await installedPlace(paths, name);
  const failures = ownFailures(wish.sparesOthers);
  const judged = await judgePlan(plan, wish, failures);
  const releases = judged.map(({ release }) => release);
  await keepReleases(context, releases);
  for (const one of releases)
    await failures.of(one.release.version.name, async () => {
      const { name } = one.release.version;
      if (!overwrites) await ensureNoOwnWork(paths, { name, next: one.release.files });
      await ensureCopies(context, { name, agents, isForced: wish.forcesCopies });
    });
  await ensureNoneRevoked(context, releases, { wish, failures });
  if (failures.found.size > 0) return { failed: failures.found };
  const proposed = await propose(context, judged, wish.deed);
  const outcome = { rows: proposed.map(({ row }) => row), leftOut: plan.leftOut };
  const agreed = await person.agree({ deed: wish.deed, releases: proposed });
  if (agreed === false) return { ...outcome, installed: [], copied: [] };
  if (agreed !== true && agreed.size > 0) return { failed: agreed };
  const pins = new Map<ChosenRelease, PackagePins>();
  for (const one of releases) pins.set(one, await pinRequirements(context, { ...subjectOf(one), skill: one.skill }));
  const installed: Installed[] = [];
  const copied: Copied[] = [];
  await changeInstalled(paths, async () => {
    for (const one of releases) await settleSeenVersions(context, one);
    for (const [at, { planned, release }] of judged.entries()) {
      const { requested, askedTier: leastTier } = planned;
      const granted = proposed[at]?.granted ?? [];
      const wanted = {
        requested,
        leastTier,
        granted,
        agents,
        asPublished,
        pins: pins.get(release) ?? NO_PINS,
        overwrites,
      };
      const placed = await installRelease(context, release, wanted);
      await rememberAgreed(paths, { name: planned.name, entry: placed.entry, resolved: true });
      installed.push({ name: planned.name, ...placed.entry });
      copied.push(...placed.copied);
    }
  });
  return { ...outcome, installed, copied };
}

type JudgedPlan = { planned: Planned; release: ChosenRelease }[];

/** Takes each skill's own step: what one fails with is kept under its name where others are spared, and thrown elsewhere. */
function ownFailures(areKept: boolean) {
  const found = new Map<string, Error>();
  return {
    found,
    async of(name: string, step: () => Promise<void>): Promise<void> {
      try {
        await step();
      } catch (error) {
        if (!areKept || !(error instanceof InstallError)) throw error;
        if (!found.has(name)) found.set(name, error);
      }
    },
  };
}

type OwnFailures = ReturnType<typeof ownFailures>;

/** One list for all. Which of several it refuses is asked where others are spared: one by one, and without saying anything twice. */
async function ensureNoneRevoked(
  context: InstallContext,
  releases: readonly ChosenRelease[],
  { wish, failures }: { wish: Allowed; failures: OwnFailures },
): Promise<void> {
  const { allowDowngrade, allowRevoked } = wish;
  const refusal = await whyFailed(ensureNotRevoked(context, releases, { allowDowngrade, allowRevoked }));
  if (refusal === null) return;
  const silent = { ...context, tell() {} };
  for (const one of releases)
    await failures.of(one.release.version.name, () =>
      ensureNotRevoked(silent, [one], { allowDowngrade, allowRevoked }),
    );
  if (failures.found.size === 0) throw refusal;
}

function judgePlan({ install, context }: Plan, wish: Allowed, failures: OwnFailures): Promise<JudgedPlan> {
  const { allowDowngrade, minAge } = wish;
  const { tell } = context;
  return fetchingAhead(context, install, async (asking) => {
    const judged: JudgedPlan = [];
    for (const [done, planned] of install.entries()) {
      const { name, version, range, requested, leastTier } = planned;
      tell({ kind: "batch", batch: { done, total: install.length, name } });
      const isAsked = requested !== null;
      const allowed = {
        allowExperimental: wish.allowExperimental && isAsked,
        allowHeld: wish.allowHeld && isAsked,
        leastTier,
        allowDowngrade,
        minAge,
      };
      const chosen = { ...allowed, name, range, picked: version };
      await failures.of(name, async () => {
        judged.push({ planned, release: await chooseRelease(asking, chosen) });
      });
    }
    return judged;
  }).finally(() => tell({ kind: "batch", batch: null }));
}

/** Everything before anything is asked for: a person agrees to the whole. */
async function propose(
  context: InstallContext,
  judged: JudgedPlan,
  deed: Proposal["deed"],
): Promise<ProposedRelease[]> {
  const machine = await context.machine();
  const entries = await readSkillLock(context.paths.lockFile);
  const proposed: ProposedRelease[] = [];
  for (const { planned, release } of judged) {
    const row = toPlannedRelease(release, { planned, registry: context.registry, machine });
    const entry = entries.get(planned.name);
    // An install asks for the whole of it, an update for what is more.
    if (deed === "install" || entry === undefined) {
      const agreed = entry !== undefined && isAgreedHere(context, entry, release) ? entry.granted : [];
      proposed.push(await proposeRelease(context, release, { row, agreed }));
      continue;
    }
    const one = await proposeRelease(context, release, { row, agreed: entry.granted });
    proposed.push({ ...one, difference: await differenceOf(context.paths, entry, one) });
  }
  return proposed;
}

/** The very release that is installed, in a person's own home, whose lock is their word. A project's is its repository's. */
const isAgreedHere = (
  { paths, registry }: InstallContext,
  entry: LockEntry,
  { release: { version } }: ChosenRelease,
): boolean =>
  paths.place.scope === "user" &&
  entry.registry === registry &&
  entry.publisher === version.publisher &&
  entry.release_digest === version.release_digest;

const subjectOf = ({ release: { version, files } }: ChosenRelease) => ({
  files,
  subject: `${version.name} ${version.version}`,
});

/** Nothing is written where a copy would take the place of something else. */
async function ensureCopies(
  { paths }: InstallContext,
  { name, agents, isForced }: { name: string; agents: readonly AgentName[]; isForced: boolean },
): Promise<void> {
  const entry = (await readSkillLock(paths.lockFile)).get(name);
  const all = new Set([...(entry?.enabled === true ? entry.agents : []), ...agents]);
  if (all.size === 0) return;
  const was = entry === undefined ? null : { entry, files: await installedFiles(paths, name) };
  await ensureCopiesPossible(paths, { name, agents: [...all], was, isForced });
}
