import type { Tier } from "@gaia/policy";
import { openTrustedBundle, withFileSource } from "@gaia/install/bundles";
import {
  type Chosen,
  type InstallContext,
  InstallError,
  type InstallWish,
  install as installSkills,
  type Outcome,
  parseSpec,
} from "@gaia/install";
import { ensureMinAge, ensureRange } from "@gaia/install";
import { ensureAgents, inPlace } from "../../session/place.ts";
import { ensureModelFits, readAgentFile, rootsOf } from "../../installing/agent-file.ts";
import { EXIT, type ExitCode, misused, toCliError } from "../../failures/failures.ts";
import { personAt } from "../../installing/consent.ts";
import { toLeftOut } from "../../installing/left-out.ts";
import { calledAs } from "../../failures/invocation.ts";
import { wholeCollections } from "../../installing/whole-collections.ts";
import { lacksCopies, showCopies, toCopied } from "../../installing/shown-copies.ts";
import { bundleContext, installContext, toldBy } from "../../installing/registry-door.ts";
import type { Session } from "../../session/session.ts";
import { bold, dim, t } from "../../terminal/shown-text.ts";
import { tierText } from "../../terminal/version-outcome.ts";

export interface InstallInput {
  specs: readonly string[];
  allowExperimental?: boolean | undefined;
  /** Take what is held for review; implies `allowExperimental`. */
  allowHeld?: boolean | undefined;
  /** The lowest tier that is taken, of what is asked for and of whatever it needs; it is kept in the lock. */
  tier?: Tier | undefined;
  allowDowngrade?: boolean | undefined;
  /** New signers that the user named, exactly; `none` for an unsigned version. */
  acceptSigner?: readonly string[] | undefined;
  allowRevoked?: boolean | undefined;
  minAge?: string | undefined;
  /** Show what would be done, and do none of it. */
  dryRun?: boolean | undefined;
  yes?: boolean | undefined;
  /** As `PUBLISHER/NAME`: whatever of these the caller is shown is asked for, as if it was named. */
  collection?: readonly string[] | undefined;
  /** An `AGENT.yaml`: its skills are asked for too. */
  agent?: string | undefined;
  /** From the cache alone. */
  offline?: boolean | undefined;
  /** From this bundle alone. */
  bundle?: string | undefined;
  /** With `bundle`: how old it may be. */
  maxAge?: string | undefined;
  /** Into the project that it is called in, not into the home. */
  project?: boolean | undefined;
  /** The agents for which it is copied as well. */
  for?: readonly string[] | undefined;
  /** Have copies keep the published bytes; undefined: as it was installed. */
  asPublished?: boolean | undefined;
  /** Replace copies that were edited, or that stand in the way. */
  force?: boolean | undefined;
  /** Take the place of a person's own work, which is kept aside. */
  overwrite?: boolean | undefined;
}

/**
 * `install <name[@range]>…`: chooses versions, checks every byte, signature and statement, asks for what has to be asked for, and only
 * then writes. Nothing is installed unless all can be. Exit 4 when it is, and an agent is without a copy because none can be made.
 */
export async function install(caller: Session, input: InstallInput): Promise<ExitCode> {
  const session = await inPlace(caller, input, true);
  const agents = ensureAgents(session, input.for ?? []);
  ensureNames(input.specs);
  ensureOneWord(input);
  ensureOneSource(input);
  const together = await wholeCollections(session, input);
  const roots: InstallWish["roots"][number][] = [
    // One that is named by itself has the range that it is named with.
    ...new Map([...together, ...input.specs].map(parseSpec).map(({ name, range }) => [name, range])),
  ].map(([name, range]) => ({
    name,
    range: ensureRange(range ?? "*"),
    optional: false,
  }));
  const agent = input.agent === undefined ? null : await readAgentFile(session, input.agent);
  if (agent !== null) roots.push(...rootsOf(agent));
  // Absent, what the lock asks for counts.
  if (input.tier !== undefined) for (const root of roots) root.leastTier = input.tier;
  if (roots.length === 0)
    throw misused("install what?", "name some skills, a --collection, or an --agent AGENT.yaml that has some");
  const person = personAt(session, input);
  const wish = { ...allowedBy(session, input), roots, agents, asPublished: input.asPublished };
  const answering = {
    ...person,
    async chosen(chosen: Chosen) {
      if (agent !== null) await ensureModelFits(session, agent, chosen.plan);
      await person.chosen(chosen);
    },
  };
  const outcome = await withContext(session, input, (context) => installSkills(context, wish, answering)).catch(
    (error: unknown) => {
      throw input.tier === undefined ? asLockAsks(error) : error;
    },
  );
  const { rows: plan, leftOut, installed, copied } = outcome;
  session.terminal.result({ plan, left_out: leftOut.map(toLeftOut), installed, copied: copied.map(toCopied) });
  showInstalled(session, outcome);
  showCopies(session, copied);
  return lacksCopies(copied) ? EXIT.refused : EXIT.ok;
}

/** Where it comes from: the registry, its cache, or a bundle, which stays open meanwhile. */
async function withContext<T>(
  session: Session,
  { offline, bundle: file, maxAge, allowDowngrade }: Omit<InstallInput, "specs">,
  work: (context: InstallContext) => Promise<T>,
): Promise<T> {
  if (file === undefined) return work(await installContext(session, offline));
  const { config, paths } = session;
  return withFileSource(file, async (source) => {
    const told = { registry: config.registry, paths, tell: toldBy(session) };
    const limit = maxAge === undefined ? null : ensureMinAge(maxAge);
    const bundle = await openTrustedBundle(told, source, { maxAge: limit, now: new Date() });
    return work(await bundleContext(session, bundle, { allowDowngrade: allowDowngrade === true }));
  });
}

/** What an install or an update may take, as its options say. */
export function allowedBy({ config }: Session, input: Omit<InstallInput, "specs" | "for" | "project">) {
  const minAge = input.minAge ?? config.minAge;
  return {
    allowExperimental: input.allowExperimental ?? false,
    allowHeld: input.allowHeld ?? false,
    allowDowngrade: input.allowDowngrade ?? false,
    allowRevoked: input.allowRevoked ?? false,
    minAge: minAge === null ? null : ensureMinAge(minAge),
    overwrites: input.overwrite ?? false,
    forcesCopies: input.force ?? false,
  };
}

/** Without `--tier` it is the lock that asks for one. */
export function asLockAsks(error: unknown): unknown {
  if (!(error instanceof InstallError) || error.code !== "tier_too_low" || error.subject === null) return error;
  return toCliError(error, "lock");
}

export function showInstalled({ terminal }: Session, { installed }: Pick<Outcome, "installed">): void {
  for (const { name, version, security_tier } of installed)
    terminal.line(t`Installed ${bold(name)} ${version} ${dim("[")}${tierText(security_tier)}${dim("]")}`);
}

/** What `--tier` refuses nothing else lets in. Throws exit 2. */
export function ensureOneWord({
  tier,
  allowExperimental,
  allowHeld,
}: Pick<InstallInput, "tier" | "allowExperimental" | "allowHeld">): void {
  if (tier === undefined || tier === "experimental") return;
  const option = allowHeld === true ? "--allow-held" : allowExperimental === true ? "--allow-experimental" : null;
  if (option === null) return;
  throw misused(
    `--tier ${tier} refuses what ${option} allows`,
    "leave one of them out, or install those skills by themselves",
  );
}

/** A bundle is all that there is. Throws exit 2. */
function ensureOneSource({ bundle, collection, maxAge }: Omit<InstallInput, "specs">): void {
  if (bundle === undefined && maxAge !== undefined) throw misused("--max-age says how old a --bundle may be");
  if (bundle !== undefined && collection !== undefined)
    throw misused("--collection asks a registry, and --bundle asks none", "name the skills that the bundle has");
}

/** A skill is installed from a registry, whose word on it can be verified later: a folder has nobody's. Throws exit 2. */
function ensureNames(specs: readonly string[]): void {
  const path = specs.find((spec) => /^[.~]|\/|\.(?:zip|tgz|gz|md)$/.test(spec));
  if (path === undefined) return;
  if (/^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/.test(path))
    throw misused(
      `${path} is no skill's name: what is installed comes from a registry, by its name`,
      `\`${calledAs(`install ${path.slice(path.indexOf("/") + 1)}`)}\` installs that publisher's skill, ` +
        `\`${calledAs(`install --collection ${path}`)}\` a collection, ` +
        `\`${calledAs(`run ${path}`)}\` uses a folder where it lies`,
    );
  throw misused(
    `${path} is a path: what is installed comes from a registry, by its name`,
    `\`${calledAs(`run ${path}`)}\` and \`${calledAs(`test ${path}`)}\` use it where it lies, \`${calledAs("enable NAME --local")}\` ` +
      `offers one in this repository's skills/ to agents; \`${calledAs(`publish ${path}`)}\` makes it installable`,
  );
}
