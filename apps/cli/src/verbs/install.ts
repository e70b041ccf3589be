import { calledAs } from "../invocation.ts";
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
  installedFiles,
  installedPlace,
  installRelease,
  type LockEntry,
  neededConsent,
  parseSpec,
  type Plan,
  planInstall,
  type Planned,
  type PlanWish,
  readSkillLock,
  type ReleaseProof,
  settleSeen,
  whoSaw,
} from "@gaia/install";
import { ensureAgents, inPlace } from "../place.ts";
import { ensureModelFits, readAgentFile, rootsOf } from "../agent-file.ts";
import { misused } from "../failures.ts";
import { ensureConsent, ensureSigner } from "../consent.ts";
import { installContext } from "../registry-door.ts";
import type { Session } from "../session.ts";
import { bold, dim, t, yellow } from "../shown-text.ts";
import { tierText } from "../version-outcome.ts";

export interface InstallInput {
  specs: readonly string[];
  allowExperimental?: boolean | undefined;
  allowDowngrade?: boolean | undefined;
  /** New signers that the user named, exactly; `none` for an unsigned version. */
  acceptSigner?: readonly string[] | undefined;
  allowRevoked?: boolean | undefined;
  minAge?: string | undefined;
  yes?: boolean | undefined;
  /** An `AGENT.yaml`: its skills are asked for too. */
  agent?: string | undefined;
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
  const plan = await planInstall(await installContext(session), wish);
  if (agent !== null) await ensureModelFits(session, agent, plan);
  const installed = await installPlan(session, plan, { ...input, ...wish, agents });
  session.terminal.result({ installed });
}

/** What was installed, as its lock has it. */
export type Installed = LockEntry & { name: string };

/** What an install does with its plan. */
export interface PlanOptions extends Pick<InstallInput, "acceptSigner" | "allowRevoked" | "force" | "yes"> {
  allowExperimental: boolean;
  allowDowngrade: boolean;
  minAge: ReturnType<typeof ensureMinAge> | null;
  agents: readonly AgentName[];
  /** Ask only for what an installed version was not agreed to have. */
  asksForMore?: boolean;
}

/** Fetches and judges everything that a plan holds, asks for what has to be asked for, and only then writes all of it. */
export async function installPlan(session: Session, plan: Plan, input: PlanOptions): Promise<Installed[]> {
  const { terminal, paths } = session;
  const { context } = plan;
  const { agents, allowDowngrade, minAge } = input;
  showPlan(session, plan);
  const requested = new Map(plan.install.map((one) => [one.name, one.requested]));
  const judged: ChosenRelease[] = [];
  for (const { name, version, range, requested: isAsked } of plan.install) {
    await installedPlace(paths, name);
    const allowExperimental = input.allowExperimental && isAsked !== null;
    judged.push(
      await chooseRelease(context, { name, range, allowExperimental, allowDowngrade, minAge, picked: version }),
    );
  }
  for (const { release } of judged)
    await ensureCopies(session, { name: release.version.name, agents, isForced: input.force ?? false });
  await ensureNotRevoked(context, judged, { allowDowngrade, allowRevoked: input.allowRevoked ?? false });
  const granted = new Map<ChosenRelease, string[]>();
  for (const one of judged) {
    const { version } = one.release;
    showTrust(session, one);
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
  const installed: Installed[] = [];
  await changeInstalled(paths, async () => {
    for (const one of judged) await settleSeen(context, one);
    for (const one of judged) {
      const { name } = one.release.version;
      const wanted = { requested: requested.get(name) ?? null, granted: granted.get(one) ?? [], agents };
      installed.push({ name, ...(await installRelease(context, one, wanted)) });
    }
  });
  for (const { name, version, security_tier } of installed)
    terminal.line(t`Installed ${bold(name)} ${version} ${dim("[")}${tierText(security_tier)}${dim("]")}`);
  for (const agent of agents) terminal.note(t`  copied for ${agent}: ${agentDirectory(paths, agent)}`);
  return installed;
}

/** What a newer version may do that the installed one may not, and the other way round. Gives what was agreed to then; null: nothing. */
async function showDifference(
  { terminal, paths }: Session,
  { release }: ChosenRelease,
  needed: readonly { what: string }[],
): Promise<string[] | null> {
  const entry = (await readSkillLock(paths.lockFile)).get(release.version.name);
  if (entry === undefined) return null;
  const now = new Set(needed.map(({ what }) => what));
  for (const what of now) if (!entry.granted.includes(what)) terminal.note(t`  ${yellow("+")} ${what}`);
  for (const what of entry.granted) if (!now.has(what)) terminal.note(t`  ${dim("-")} ${what}`);
  return entry.granted;
}

/** What comes along, moves or is left out; nothing where it is just what was asked for. */
function showPlan({ terminal }: Session, { install: planned, leftOut }: Plan): void {
  for (const { name, version, requestedBy, installed, requested } of planned.map(toShown)) {
    if (installed !== null && installed !== version) terminal.note(t`${bold(name)} ${installed} becomes ${version}`);
    if (requested === null) terminal.note(t`${bold(name)} ${version} comes along: ${requestedBy}`);
  }
  for (const { name, why } of leftOut) terminal.note(t`${bold(name)} is optional, and left out: ${why}`);
}

const toShown = (one: Planned) => ({
  ...one,
  requestedBy: one.requiredBy
    .map(({ name, range }) => `${name ?? "you"} ${name === null ? "ask for" : "needs"} ${range}`)
    .join(", "),
});

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

/** Who vouches for it, in one line each; a missing voucher is said as plainly. */
function showTrust({ terminal }: Session, one: ChosenRelease): void {
  const { release, signature, attestation, skill } = one;
  const { version } = release;
  terminal.note(
    t`${bold(version.name)} ${version.version} by ${version.publisher} [${tierText(version.security_tier)}]`,
  );
  if (signature.state === "valid") terminal.note(t`  signed with ${signature.fingerprint}`);
  else if (signature.state === "unchecked") terminal.note(t`  signature not checked: ${signature.reason}`);
  else terminal.note(t`  ${yellow("not signed")} by its publisher`);
  if (attestation.state === "valid") terminal.note(t`  what the registry says of it is signed with its pinned key`);
  else terminal.note(`  tier is the registry's word: pin its key with \`${calledAs("trust add")}\``);
  showProof(terminal, one.proof);
  if (version.permissions.declared === null && skill?.permissions.declared == null)
    terminal.note(t`  ${yellow("declares no permissions")}: what it may do is unknown`);
}

function showProof(terminal: Session["terminal"], proof: ReleaseProof): void {
  if (proof.state === "proven") terminal.note(t`  ${whoSaw(proof.verdict, proof.pinned)}`);
  else if (proof.text !== null)
    terminal.note(
      `  the proof that the registry's log has it was kept, not judged: pin the log with \`${calledAs("trust add")}\``,
    );
}
