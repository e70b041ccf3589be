import { chooseFrom, ensureRange, isNewer } from "@gaia/install";
import { leastTiers, type LockEntry, readSkillLock, settleInstalled } from "@gaia/install/installed";
import type { Tier } from "@gaia/policy";
import { EXIT, toCliError } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { installContext } from "../../installing/registry-door.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { bold, columns, dim, t, yellow } from "../../terminal/shown-text.ts";
import { commandOf } from "./update.ts";

interface Row {
  name: string;
  version: string;
  /** The newest in the range that was asked for; null: the registry does not say. */
  wanted: string | null;
  latest: string | null;
  /** Whether the installed version was yanked, by its registry's list. */
  yanked: boolean;
}

interface Found extends Row {
  /** Which of the versions that its registry lists may be installed, with whether only their author vouches for them. */
  offered: ReadonlyMap<string, { isExperimental: boolean }>;
}

/** `outdated`: what is yanked, or installed in an older version than its range, or its registry, has. Changes nothing. */
export async function outdated(caller: Session, input: PlaceOption): Promise<void> {
  const session = await inPlace(caller, input);
  const { terminal } = session;
  const found = await findOutdated(session);
  terminal.result({ skills: found.map(toRow) });
  if (found.length === 0) {
    terminal.note("Nothing is outdated.");
    return;
  }
  const head = ["skill", "installed", "wanted", "latest"].map(dim);
  const cells = found.map((row) => [
    bold(row.name),
    row.version,
    yellow(row.wanted ?? "?"),
    row.latest ?? "not offered",
  ]);
  for (const line of columns([head, ...cells])) terminal.line(line);
  for (const row of found.filter(({ yanked }) => yanked))
    terminal.warn(t`${yellow("warning:")} ${bold(row.name)} ${row.version} was yanked: ${wayOut(row, input)}`);
  const experimental = found.filter((one) => !one.yanked && isExperimentalUpdate(one)).map(({ name }) => name);
  if (experimental.length > 0)
    terminal.note(
      t`Only their author vouches for these: \`${commandOf({ ...input, names: experimental }, "--allow-experimental")}\` takes them`,
    );
}

const toRow = ({ name, version, wanted, latest, yanked }: Found): Row => ({ name, version, wanted, latest, yanked });

const isUpdate = ({ wanted, version }: Row): boolean => wanted !== null && isNewer(wanted, version);

const isExperimentalUpdate = (one: Found): boolean =>
  isUpdate(one) && one.offered.get(one.wanted ?? "")?.isExperimental === true;

/** What to do about a yanked version: the newer one of its range, else another that is offered, else none of it. */
function wayOut(one: Found, { project }: PlaceOption): string {
  const { name, version, wanted, latest, offered } = one;
  const option = (other: string): string[] =>
    offered.get(other)?.isExperimental === true ? ["--allow-experimental"] : [];
  if (isUpdate(one)) return `\`${commandOf({ names: [name], project }, option(wanted ?? "")[0])}\` takes ${wanted}`;
  const place = project === true ? ["--project"] : [];
  const other = [wanted, latest].find((each) => each !== null && each !== version && offered.has(each));
  if (other == null)
    return `no other version of it may be installed; \`${calledAs(["remove", name, ...place].join(" "))}\``;
  const words = ["install", `${name}@${other}`, ...option(other), ...place];
  return `\`${calledAs(words.join(" "))}\` takes ${other}`;
}

/** What was yanked or has newer versions in the session's place. Asks the registry of each. */
export async function findOutdated(session: Session): Promise<Found[]> {
  const { paths } = session;
  await settleInstalled(paths);
  const found: Found[] = [];
  const entries = await readSkillLock(paths.lockFile);
  const least = leastTiers(entries);
  for (const [name, entry] of entries) {
    const one = await lookUp(session, { name, leastTier: least.get(name) ?? null }, entry);
    const isBehind = [one.wanted, one.latest].some((each) => each !== null && isNewer(each, one.version));
    if (isBehind || one.latest === null || one.yanked) found.push(one);
  }
  return found;
}

async function lookUp(
  session: Session,
  { name, leastTier }: { name: string; leastTier: Tier | null },
  entry: LockEntry,
): Promise<Found> {
  const { version, requested } = entry;
  try {
    const skill = await (await installContext(await sessionAt(session, entry.registry))).door.skill(name);
    const allowExperimental = entry.security_tier === "experimental";
    const asked = {
      range: ensureRange(requested ?? "*"),
      allowExperimental,
      allowHeld: false,
      leastTier,
      minAge: null,
    };
    const { chosen } = chooseFrom(skill, asked);
    const yanked = skill.versions.find((one) => one.version === version)?.status === "yanked";
    const published = skill.versions.filter(({ status }) => status === "published");
    const offered = new Map(
      published.map((one) => [one.version, { isExperimental: one.security_tier === "experimental" }]),
    );
    return { name, version, wanted: chosen ?? version, latest: skill.latest_version, yanked, offered };
  } catch (error) {
    const failure = toCliError(error);
    if (failure === null || failure.exitCode === EXIT.unreachable) throw error;
    return { name, version, wanted: null, latest: null, yanked: false, offered: new Map() };
  }
}
