import {
  chooseFrom,
  ensureMinAge,
  ensureRange,
  ensureSkillName,
  isNewer,
  type LockEntry,
  planInstall,
  readSkillLock,
  settleInstalled,
} from "@gaia/install";
import { EXIT, misused, notFound, toCliError } from "../failures.ts";
import { inPlace, type PlaceOption } from "../place.ts";
import { installContext } from "../registry-door.ts";
import { type Session, sessionAt } from "../session.ts";
import { bold, columns, dim, green, t, yellow } from "../shown-text.ts";
import { type Installed, type InstallInput, installPlan } from "./install.ts";

export interface UpdateInput extends PlaceOption, Omit<InstallInput, "specs" | "for" | "project"> {
  names: readonly string[];
  all?: boolean | undefined;
}

/**
 * `update <name>…` or `--all`: the newest versions in the ranges that were asked for when they were installed, with what they need. Says
 * what a newer version may do that the installed one may not, and asks for that alone.
 */
export async function update(caller: Session, input: UpdateInput): Promise<void> {
  const session = await inPlace(caller, input);
  const { terminal, paths } = session;
  await settleInstalled(paths);
  const entries = await readSkillLock(paths.lockFile);
  const names = input.all === true ? [...entries.keys()] : input.names.map(ensureSkillName);
  if (names.length === 0 && input.all !== true) throw misused("update what?", "name some skills, or add --all");
  for (const name of names) if (!entries.has(name)) throw notFound(`${name} is not installed`);
  const installed: Installed[] = [];
  for (const registry of new Set(names.map((name) => entries.get(name)?.registry ?? "")))
    installed.push(...(await updateFrom(sessionAt(session, registry), { ...input, names, registry, entries })));
  terminal.result({ installed });
  if (installed.length === 0) terminal.line(t`${green("Up to date")}: nothing newer fits`);
}

async function updateFrom(
  session: Session,
  input: UpdateInput & { registry: string; entries: ReadonlyMap<string, LockEntry> },
): Promise<Installed[]> {
  const { entries, registry } = input;
  const names = input.names.filter((name) => entries.get(name)?.registry === registry);
  const asked = input.minAge ?? session.config.minAge;
  const wish = {
    roots: names.flatMap((name) => {
      const requested = entries.get(name)?.requested;
      return requested == null ? [] : [{ name, range: ensureRange(requested), optional: false }];
    }),
    allowExperimental: input.allowExperimental ?? false,
    allowDowngrade: input.allowDowngrade ?? false,
    minAge: asked === null ? null : ensureMinAge(asked),
    mayMove: input.all === true ? ("all" as const) : new Set(names),
  };
  const plan = await planInstall(await installContext(session), wish);
  const install = plan.install.filter(({ version, installed }) => version !== installed);
  if (install.length === 0) return [];
  return installPlan(session, { ...plan, install }, { ...input, ...wish, agents: [], asksForMore: true });
}

interface Row {
  name: string;
  version: string;
  /** The newest in the range that was asked for; null: the registry does not say. */
  wanted: string | null;
  latest: string | null;
}

/** `outdated`: what is installed in an older version than its range, or its registry, has. Changes nothing. */
export async function outdated(caller: Session, input: PlaceOption): Promise<void> {
  const session = await inPlace(caller, input);
  const { terminal, paths } = session;
  await settleInstalled(paths);
  const rows: Row[] = [];
  for (const [name, entry] of await readSkillLock(paths.lockFile)) {
    const row = await lookUp(session, name, entry);
    const isBehind = [row.wanted, row.latest].some((one) => one !== null && isNewer(one, row.version));
    if (isBehind || row.latest === null) rows.push(row);
  }
  terminal.result({ skills: rows });
  if (rows.length === 0) {
    terminal.note("Nothing is outdated.");
    return;
  }
  const head = ["skill", "installed", "wanted", "latest"].map(dim);
  const cells = rows.map((row) => [
    bold(row.name),
    row.version,
    yellow(row.wanted ?? "?"),
    row.latest ?? "not offered",
  ]);
  for (const line of columns([head, ...cells])) terminal.line(line);
}

async function lookUp(session: Session, name: string, entry: LockEntry): Promise<Row> {
  const { version, requested } = entry;
  try {
    const skill = await (await installContext(sessionAt(session, entry.registry))).door.skill(name);
    const allowExperimental = entry.security_tier === "experimental";
    const { chosen } = chooseFrom(skill, { range: ensureRange(requested ?? "*"), allowExperimental, minAge: null });
    return { name, version, wanted: chosen ?? version, latest: skill.latest_version };
  } catch (error) {
    const failure = toCliError(error);
    if (failure === null || failure.exitCode === EXIT.unreachable) throw error;
    return { name, version, wanted: null, latest: null };
  }
}
