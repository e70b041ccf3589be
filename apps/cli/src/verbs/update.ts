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
import { CliError, EXIT, misused, notFound, toCliError } from "../failures.ts";
import { type PassedOver, passedOver } from "../passed-over.ts";
import { calledAs } from "../invocation.ts";
import { inPlace, type PlaceOption } from "../place.ts";
import { installContext } from "../registry-door.ts";
import { type Session, sessionAt } from "../session.ts";
import { newsOfSigners, type SignerNews } from "../signer-news.ts";
import { toLeftOut } from "../left-out.ts";
import { shellWord } from "../shell-word.ts";
import { bold, columns, dim, green, t, yellow } from "../shown-text.ts";
import { type InstallInput, installPlan, type Outcome } from "./install.ts";

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
  const all: Updated[] = [];
  for (const registry of new Set(names.map((name) => entries.get(name)?.registry ?? ""))) {
    const wish = { ...input, names, registry, entries };
    all.push(await updateFrom(sessionAt(session, registry), wish).catch((error: unknown) => sayAgain(error, input)));
  }
  const plan = all.flatMap((one) => one.plan);
  const passed = all.flatMap((one) => one.passedOver);
  terminal.result({
    plan,
    installed: all.flatMap((one) => one.installed),
    passed_over: passed,
    signer_news: all.flatMap((one) => one.signerNews),
  });
  if (plan.length === 0)
    terminal.line(
      t`${green("Up to date")}: ${passed.length === 0 ? "there is nothing newer" : "nothing newer was taken"}`,
    );
}

/** That a skill was installed with `--allow-experimental` agrees to none of its next versions: what has to be said again is said whole. */
function sayAgain(error: unknown, input: UpdateInput): never {
  const failure = toCliError(error);
  if (failure?.code !== "experimental_not_allowed") throw error;
  const { exitCode, code, message, hint, errors } = failure;
  throw new CliError(exitCode, code, message, { hint: `${hint}: \`${commandOf(input)}\``, errors });
}

const commandOf = ({ all, names, project }: Pick<UpdateInput, "all" | "names" | "project">): string =>
  calledAs(
    ["update", ...(all === true ? ["--all"] : names.map(shellWord)), "--allow-experimental"]
      .concat(project === true ? ["--project"] : [])
      .join(" "),
  );

/** `signerNews`: of versions that stay. */
type Updated = Outcome & { passedOver: PassedOver[]; signerNews: SignerNews[] };

async function updateFrom(
  session: Session,
  input: UpdateInput & { registry: string; entries: ReadonlyMap<string, LockEntry> },
): Promise<Updated> {
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
  const installed = new Map([...entries].map(([name, { version }]) => [name, version]));
  const passed = await passedOver({ ...plan, install }, { ...wish, installed });
  // Of what is taken, the choice says it.
  for (const { name, version, reason } of passed.filter((one) => install.every(({ name }) => name !== one.name)))
    session.terminal.note(t`${bold(name)} ${version} is newer and was passed over: ${reason}`);
  const staying = names.filter((name) => install.every((one) => one.name !== name));
  const news = await newsOfSigners(plan, { paths: session.paths, names: staying, entries });
  for (const { name, version, news: text } of news)
    session.terminal.warn(
      t`${yellow("note:")} ${text}; \`${calledAs(`install ${name}@${version}`)}\` judges and takes it`,
    );
  const said = { passedOver: passed, signerNews: news };
  if (install.length === 0) return { plan: [], left_out: toLeftOut(plan), installed: [], ...said };
  const options = { ...input, ...wish, agents: [], asksForMore: true };
  return { ...(await installPlan(session, { ...plan, install }, options)), ...said };
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
  const experimental: string[] = [];
  for (const [name, entry] of await readSkillLock(paths.lockFile)) {
    const { isExperimental, ...row } = await lookUp(session, name, entry);
    if (isExperimental && row.wanted !== null && isNewer(row.wanted, row.version)) experimental.push(name);
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
  if (experimental.length > 0)
    terminal.note(
      t`Nobody vouches for an experimental version: \`${commandOf({ ...input, names: experimental })}\` takes it`,
    );
}

/** `isExperimental`: of what is wanted. */
async function lookUp(session: Session, name: string, entry: LockEntry): Promise<Row & { isExperimental: boolean }> {
  const { version, requested } = entry;
  try {
    const skill = await (await installContext(sessionAt(session, entry.registry))).door.skill(name);
    const allowExperimental = entry.security_tier === "experimental";
    const { chosen } = chooseFrom(skill, { range: ensureRange(requested ?? "*"), allowExperimental, minAge: null });
    const tier = skill.versions.find((one) => one.version === chosen)?.security_tier;
    const wanted = chosen ?? version;
    return { name, version, wanted, latest: skill.latest_version, isExperimental: tier === "experimental" };
  } catch (error) {
    const failure = toCliError(error);
    if (failure === null || failure.exitCode === EXIT.unreachable) throw error;
    return { name, version, wanted: null, latest: null, isExperimental: false };
  }
}
