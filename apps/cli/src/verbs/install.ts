import {
  agentDirectory,
  type AgentName,
  changeInstalled,
  type ChosenRelease,
  chooseRelease,
  ensureNotRevoked,
  ensureMinAge,
  ensureRange,
  ensureCopiesPossible,
  fetchingAhead,
  installedFiles,
  installedPlace,
  installRelease,
  keepReleases,
  type LockEntry,
  neededConsent,
  parseSpec,
  NO_PINS,
  type PackagePins,
  pinRequirements,
  type Plan,
  planInstall,
  type PlannedRelease,
  type PlanWish,
  readSkillLock,
  settleSeenVersions,
  toPlannedRelease,
} from "@gaia/install";
import { ensureAgents, inPlace } from "../place.ts";
import { ensureModelFits, readAgentFile, rootsOf } from "../agent-file.ts";
import { misused } from "../failures.ts";
import { ensureConsent, ensureSigner } from "../consent.ts";
import { type LeftOut, toLeftOut } from "../left-out.ts";
import { calledAs } from "../invocation.ts";
import { installContext } from "../registry-door.ts";
import { showBatch } from "../progress/progress-line.ts";
import type { Session } from "../session.ts";
import { showDifference } from "../permission-difference.ts";
import { showPlan, showRelease, summaryOf } from "../shown-plan.ts";
import { thisMachine } from "../machine.ts";
import { bold, dim, t } from "../shown-text.ts";
import { tierText } from "../version-outcome.ts";

export interface InstallInput {
  specs: readonly string[];
  allowExperimental?: boolean | undefined;
  allowDowngrade?: boolean | undefined;
  /** New signers that the user named, exactly; `none` for an unsigned version. */
  acceptSigner?: readonly string[] | undefined;
  allowRevoked?: boolean | undefined;
  minAge?: string | undefined;
  /** Show what would be done, and do none of it. */
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** An `AGENT.yaml`: its skills are asked for too. */
  agent?: string | undefined;
  /** From the cache alone. */
  offline?: boolean | undefined;
  /** Into the project that it is called in, not into the home. */
  project?: boolean | undefined;
  /** The agents for which it is copied as well. */
  for?: readonly string[] | undefined;
  /** Replace copies that were edited, or that stand in the way. */
  force?: boolean | undefined;
}

/**
 * `install <name[@range]>…`: chooses versions, checks every byte, signature and statement, asks for what has to be asked for, and only
 * then writes. Nothing is installed unless all can be.
 */
export async function install(caller: Session, input: InstallInput): Promise<void> {
  const session = await inPlace(caller, input, true);
  const { paths } = session;
  const agents = ensureAgents(input.for ?? []);
  ensureNames(input.specs);
  const roots: PlanWish["roots"][number][] = [
    ...new Map(input.specs.map(parseSpec).map(({ name, range }) => [name, range])),
  ].map(([name, range]) => ({
    name,
    range: ensureRange(range ?? "*"),
    optional: false,
  }));
  const agent = input.agent === undefined ? null : await readAgentFile(input.agent);
  if (agent !== null) roots.push(...rootsOf(agent));
  if (roots.length === 0) throw misused("install what?", "name some skills, or an --agent AGENT.yaml that has some");
  const asked = input.minAge ?? session.config.minAge;
  const wish = {
    roots,
    allowExperimental: input.allowExperimental ?? false,
    allowDowngrade: input.allowDowngrade ?? false,
    minAge: asked === null ? null : ensureMinAge(asked),
    mayMove: new Set<string>(),
  };
  for (const { name } of roots) await installedPlace(paths, name);
  const plan = await planInstall(await installContext(session, input.offline), wish);
  if (agent !== null) await ensureModelFits(session, agent, plan);
  session.terminal.result(await installPlan(session, plan, { ...input, ...wish, agents }));
}

/** A skill is installed from a registry, whose word on it can be verified later: a folder has nobody's. Throws exit 2. */
function ensureNames(specs: readonly string[]): void {
  const path = specs.find((spec) => /^[.~]|\/|\.(?:zip|tgz|gz|md)$/.test(spec));
  if (path === undefined) return;
  throw misused(
    `${path} is a path: what is installed comes from a registry, by its name`,
    `\`${calledAs(`run ${path}`)}\` and \`${calledAs(`test ${path}`)}\` use it where it lies, \`${calledAs("enable NAME --local")}\` ` +
      `offers one in this repository's skills/ to agents; \`${calledAs(`publish ${path}`)}\` makes it installable`,
  );
}

/** What was installed, as its lock has it. */
type Installed = LockEntry & { name: string };

/** What an install does with its plan. */
export interface PlanOptions extends Pick<InstallInput, "acceptSigner" | "allowRevoked" | "dryRun" | "force" | "yes"> {
  allowExperimental: boolean;
  allowDowngrade: boolean;
  minAge: ReturnType<typeof ensureMinAge> | null;
  agents: readonly AgentName[];
  /** Ask only for what an installed version was not agreed to have. */
  asksForMore?: boolean;
}

/** What an install found, and what it made of it. */
export interface Outcome {
  plan: PlannedRelease[];
  left_out: LeftOut[];
  installed: Installed[];
}

/** Fetches and judges everything that a plan holds, asks for what has to be asked for, and only then writes all of it. */
export async function installPlan(session: Session, plan: Plan, input: PlanOptions): Promise<Outcome> {
  const { terminal, paths } = session;
  const { context } = plan;
  const { agents, allowDowngrade, minAge } = input;
  showPlan(session, plan);
  const requested = new Map(plan.install.map((one) => [one.name, one.requested]));
  for (const { name } of plan.install) await installedPlace(paths, name);
  const judged = await fetchingAhead(context, plan.install, async (asking) => {
    const chosen: ChosenRelease[] = [];
    for (const [done, { name, version, range, requested: isAsked }] of plan.install.entries()) {
      showBatch(terminal, { done, total: plan.install.length, name });
      const allowExperimental = input.allowExperimental && isAsked !== null;
      const wish = { name, range, allowExperimental, allowDowngrade, minAge, picked: version };
      chosen.push(await chooseRelease(asking, wish));
    }
    return chosen;
  }).finally(() => showBatch(terminal, null));
  await keepReleases(context, judged);
  for (const { release } of judged)
    await ensureCopies(session, { name: release.version.name, agents, isForced: input.force ?? false });
  await ensureNotRevoked(context, judged, { allowDowngrade, allowRevoked: input.allowRevoked ?? false });
  const rows = await showReleases(session, plan, judged);
  if (rows.length > 1 && input.dryRun !== true) terminal.note(t`${summaryOf(rows, context.registry)}`);
  const outcome = { plan: rows, left_out: toLeftOut(plan) };
  if (input.dryRun === true) {
    terminal.line(t`Would do: ${summaryOf(rows, context.registry)}`);
    return { ...outcome, installed: [] };
  }
  const granted = new Map<ChosenRelease, string[]>();
  for (const one of judged) {
    const { version } = one.release;
    const subject = `${version.name} ${version.version}`;
    const { signerChange: change } = one;
    if (change !== null)
      await ensureSigner(terminal, { subject, name: version.name, change, accepted: input.acceptSigner ?? [] });
    const needed = neededConsent(version, one.skill);
    const before = input.asksForMore === true ? await showDifference(session, one, needed) : null;
    const asked = needed.filter(({ what }) => before?.includes(what) !== true);
    await ensureConsent(terminal, { subject, needed: asked, alarms: one.alarms, yes: input.yes ?? false });
    granted.set(
      one,
      needed.map(({ what }) => what),
    );
  }
  const pins = new Map<ChosenRelease, PackagePins>();
  for (const one of judged) pins.set(one, await pinRequirements(context, { ...subjectOf(one), skill: one.skill }));
  const installed: Installed[] = [];
  await changeInstalled(paths, async () => {
    for (const one of judged) await settleSeenVersions(context, one);
    for (const one of judged) {
      const { name } = one.release.version;
      const wanted = {
        requested: requested.get(name) ?? null,
        granted: granted.get(one) ?? [],
        agents,
        pins: pins.get(one) ?? NO_PINS,
      };
      installed.push({ name, ...(await installRelease(context, one, wanted)) });
    }
  });
  for (const { name, version, security_tier } of installed)
    terminal.line(t`Installed ${bold(name)} ${version} ${dim("[")}${tierText(security_tier)}${dim("]")}`);
  for (const agent of agents) terminal.note(t`  copied for ${agent}: ${agentDirectory(paths, agent)}`);
  return { ...outcome, installed };
}

const subjectOf = ({ release: { version, files } }: ChosenRelease) => ({
  files,
  subject: `${version.name} ${version.version}`,
});

/** Everything before anything is asked for: a person agrees to the whole. */
async function showReleases(
  session: Session,
  { install: all, context: { registry } }: Plan,
  judged: readonly ChosenRelease[],
): Promise<PlannedRelease[]> {
  const machine = await thisMachine(session.config);
  const planned = new Map(all.map((one) => [one.name, one]));
  const rows: PlannedRelease[] = [];
  for (const one of judged) {
    const from = planned.get(one.release.version.name);
    if (from === undefined) continue;
    const row = toPlannedRelease(one, { planned: from, registry, machine });
    showRelease(session, one, row);
    rows.push(row);
  }
  return rows;
}

/** Nothing is written where a copy would take the place of something else. */
async function ensureCopies(
  { paths }: Session,
  { name, agents, isForced }: { name: string; agents: readonly AgentName[]; isForced: boolean },
): Promise<void> {
  const entry = (await readSkillLock(paths.lockFile)).get(name);
  const files = entry === undefined ? null : await installedFiles(paths, name);
  const was = entry === undefined ? null : { agents: entry.enabled ? entry.agents : [], files: files ?? [] };
  const all = new Set([...(was?.agents ?? []), ...agents]);
  await ensureCopiesPossible(paths, { name, agents: [...all], was, isForced });
}
