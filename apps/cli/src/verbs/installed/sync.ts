import { sync as syncPlace } from "@gaia/install";
import {
  changeInstalled,
  contextOf,
  type Drift,
  findDrift,
  readMostContext,
  readSkillLock,
  settleInstalled,
  takenBack,
  writeMostContext,
} from "@gaia/install/installed";
import { personAt } from "../../installing/consent.ts";
import { EXIT, type ExitCode, misused } from "../../failures/failures.ts";
import { exitOfUnrestored, heldRow, showHeld, toHeldSkill } from "../../installing/held-skills.ts";
import { inTokens } from "../../installing/shown-context.ts";
import { showCopies, toCopied } from "../../installing/shown-copies.ts";
import { warnOfReview } from "../../installing/held-for-review.ts";
import { inPlace } from "../../session/place.ts";
import { installContext } from "../../installing/registry-door.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { bold, t, yellow } from "../../terminal/shown-text.ts";

export interface SyncInput {
  check?: boolean | undefined;
  /** Tokens that all skills may take of each conversation together, or `none`; kept in the lock. */
  maxContext?: string | undefined;
  /** The home instead of the project. */
  home?: boolean | undefined;
  /** From the cache alone. */
  offline?: boolean | undefined;
  /** Restore over a person's own work too, and keep that aside. */
  overwrite?: boolean | undefined;
  yes?: boolean | undefined;
}

/**
 * `sync`: makes a project's skills what its lock says, byte for byte, and takes away nothing that the lock does not name. What a person
 * changed stays and is told, while the others are restored. `--check` says what differs, a line each, without a network. Exit 4 when
 * something differs that `sync` did not put right; 5 or 6 when that is
 * because a check did not hold, or a registry is away.
 */
export async function sync(session: Session, input: SyncInput): Promise<ExitCode> {
  const placed = await inPlace(session, { project: input.home !== true });
  const { terminal, paths } = placed;
  await settleInstalled(paths);
  await keepMostContext(placed, input);
  const drift = await findDrift(paths);
  // Who has one may keep it, and should know.
  for (const { name, version, text } of (await takenBack(paths)).filter(({ standing }) => standing === "yanked"))
    terminal.warn(t`${yellow("warning:")} ${bold(name)} ${version}: ${text}`);
  const isFetched = input.check !== true && drift.length > 0;
  const fetched = new Set(isFetched ? drift.map(({ name }) => name) : []);
  const entries = [...(await readSkillLock(paths.lockFile))];
  const review = entries.flatMap(([name, { version, held }]) =>
    held === null || fetched.has(name) ? [] : [{ name, version, reason: held }],
  );
  for (const one of review) warnOfReview(terminal, one);
  if (!isFetched) {
    const context = await contextIn(placed);
    terminal.result({ drift, context, restored: [], copied: [], held: [], under_review: review });
    show(placed, drift);
    if (drift.length === 0) terminal.note(t`${paths.skills} is what its lock says`);
    return drift.length === 0 && isWithin(placed, context) ? EXIT.ok : EXIT.refused;
  }
  const { restored, copied, left, ...stays } = await syncPlace(
    paths,
    { overwrites: input.overwrite ?? false },
    {
      contextAt: async (registry) => installContext(await sessionAt(placed, registry), input.offline),
      person: personAt(placed, { yes: input.yes, sparesOthers: true }),
    },
  );
  const held = stays.held.map(toHeldSkill);
  const under = [...review, ...stays.underReview];
  const shown = copied.map(toCopied);
  const context = await contextIn(placed);
  terminal.result({ drift: left, context, restored, copied: shown, held: held.map(heldRow), under_review: under });
  for (const { name, version } of restored) terminal.line(t`Restored ${bold(name)} ${version}`);
  showCopies(placed, copied);
  show(placed, left);
  for (const one of held) showHeld(placed, one, one.why.hint);
  if (held.length > 0) return exitOfUnrestored(held);
  return left.length === 0 && isWithin(placed, context) ? EXIT.ok : EXIT.refused;
}

async function keepMostContext({ terminal, paths }: Session, { maxContext }: SyncInput): Promise<void> {
  if (maxContext === undefined) return;
  if (maxContext !== "none" && !/^[1-9]\d{0,8}$/.test(maxContext))
    throw misused(`--max-context ${maxContext} is no number of tokens`, "as 4000, or `none`");
  const most = maxContext === "none" ? null : Number(maxContext);
  await changeInstalled(paths, () => writeMostContext(paths.lockFile, most));
  terminal.note(most === null ? "The lock sets no bound" : t`The lock allows ${inTokens(most)} in each conversation`);
}

interface Context {
  tokens: number;
  uncounted: number;
  most: number | null;
}

async function contextIn({ paths }: Session): Promise<Context> {
  const entries = await readSkillLock(paths.lockFile);
  return { ...contextOf(entries.values()), most: await readMostContext(paths.lockFile) };
}

/** Says so where they take more than the lock allows, or where that cannot be told: what was not counted may take any number. */
function isWithin({ terminal }: Session, { tokens, uncounted, most }: Context): boolean {
  if (most === null) return true;
  if (uncounted > 0)
    terminal.line(
      t`${yellow("context")} ${uncounted} of the skills were not counted by their registry: the bound cannot be held`,
    );
  if (tokens <= most) return uncounted === 0;
  terminal.line(
    t`${yellow("context")} the skills take ${inTokens(tokens)} of each conversation, and the lock allows ${most}`,
  );
  return false;
}

function show({ terminal }: Session, drift: readonly Drift[]): void {
  for (const { name, kind, detail } of drift) terminal.line(t`${bold(name)} ${yellow(kind)} ${detail}`);
}
