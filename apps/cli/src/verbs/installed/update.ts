import { type Chosen, type FallenTier, type ProposedRelease, update as updateSkills } from "@gaia/install";
import { ensureSkillName } from "@gaia/install/installed";
import { CliError, EXIT, type ExitCode, toCliError } from "../../failures/failures.ts";
import { personAt } from "../../installing/consent.ts";
import { exitOfHeld, heldRow, type HeldSkill, showHeld, toHeldSkill } from "../../installing/held-skills.ts";
import { lacksCopies, showCopies, toCopied } from "../../installing/shown-copies.ts";
import { newlyTold, type NewlyTold, showNewlyTold } from "../../installing/newly-told.ts";
import { warnOfReview } from "../../installing/held-for-review.ts";
import { calledAs } from "../../failures/invocation.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import { installContext } from "../../installing/registry-door.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { shellWord } from "../../terminal/shell-word.ts";
import { bold, green, t, yellow } from "../../terminal/shown-text.ts";
import { allowedBy, asLockAsks, type InstallInput, showInstalled } from "./install.ts";

export interface UpdateInput
  extends PlaceOption, Omit<InstallInput, "specs" | "for" | "asPublished" | "project" | "offline" | "agent" | "tier"> {
  names: readonly string[];
  all?: boolean | undefined;
}

/**
 * `update <name>…` or `--all`: the newest versions in the ranges that were asked for when they were installed, with what they need. Says
 * what a newer version may do that the installed one may not, and asks for that alone. Exit 4 when `--all` left one as it is, because no
 * other version of it may be taken, or a person edited it; when a version stays whose tier fell since it was installed; and
 * when no copy of a new version can be made for an agent.
 */
export async function update(caller: Session, input: UpdateInput): Promise<ExitCode> {
  const session = await inPlace(caller, input);
  const { terminal, paths } = session;
  const names = input.all === true ? ("all" as const) : input.names.map(ensureSkillName);
  const person = personAt(session, { ...input, sparesOthers: input.all });
  const told = new Map<string, NewlyTold>();
  const done = await updateSkills(
    paths,
    { ...allowedBy(session, input), names },
    {
      contextAt: async (registry) => installContext(await sessionAt(session, registry)),
      person: {
        ...person,
        async chosen(chosen) {
          showStaying(session, chosen);
          if (chosen.plan.install.length > 0) await person.chosen(chosen);
        },
        async agree(proposal) {
          for (const release of proposal.releases) await tellOnce(session, told, release);
          return person.agree(proposal);
        },
      },
    },
  ).catch((error: unknown) => sayAgain(error, input));
  const { rows: plan, installed, copied, passedOver, signerNews, underReview, fallen } = done;
  const held = done.held.map(toHeldSkill);
  terminal.result({
    plan,
    installed,
    copied: copied.map(toCopied),
    passed_over: passedOver,
    held: held.map(heldRow),
    signer_news: signerNews,
    under_review: underReview,
    tier_fell: fallen.map(fallenRow),
    newly_told: [...told.values()].map(toldRow),
  });
  showInstalled(session, done);
  showCopies(session, copied);
  const stayed = fallen.filter(({ name }) => plan.every((one) => one.name !== name));
  for (const one of stayed) showFallen(session, one, input);
  for (const one of held) {
    showHeld(session, one, hintOfHeld(one, input));
  }
  if (held.length > 0) return exitOfHeld(held);
  if (stayed.length > 0 || lacksCopies(copied)) return EXIT.refused;
  if (plan.length === 0)
    terminal.line(
      t`${green("Up to date")}: ${passedOver.length === 0 ? "there is nothing newer" : "nothing newer was taken"}`,
    );
  return EXIT.ok;
}

/** What to do about one that stays. */
function hintOfHeld({ name, why: { code, hint } }: HeldSkill, input: UpdateInput): string | null {
  const option = optionFor(code);
  if (option !== null) return `\`${commandOf(input, option)}\``;
  if (code !== "not_found") return hint;
  const place = input.project === true ? " --project" : "";
  return (
    `the installed copy still works, without updates; if you may read it, sign in (\`${calledAs("login")}\`), ` +
    `else ask its publisher, or \`${calledAs(`remove ${name}${place}`)}\``
  );
}

/** Before anything is asked for. What is proposed once more, without what was refused, was told. */
async function tellOnce(session: Session, told: Map<string, NewlyTold>, release: ProposedRelease): Promise<void> {
  const { name } = release.row;
  if (told.has(name)) return;
  const found = await newlyTold(session, release);
  if (found === null) return;
  told.set(name, found);
  showNewlyTold(session, found);
}

const toldRow = ({ name, from, to, difference }: NewlyTold) => ({
  name,
  from,
  to,
  told: difference?.newlyTold.map(({ kind, text, file, line }) => ({ kind, text, file, line })) ?? null,
  more_told: difference?.leftOut ?? 0,
  unread: difference?.unread ?? [],
});

/** Of what is taken, the choice says it. */
function showStaying({ terminal }: Session, { plan, passedOver, signerNews, underReview }: Chosen): void {
  for (const { name, version, reason } of passedOver.filter((one) =>
    plan.install.every(({ name }) => name !== one.name),
  ))
    terminal.note(t`${bold(name)} ${version} is newer and was passed over: ${reason}`);
  for (const one of underReview) warnOfReview(terminal, one);
  for (const { name, version, news } of signerNews)
    terminal.warn(t`${yellow("note:")} ${news}; \`${calledAs(`install ${name}@${version}`)}\` judges and takes it`);
}

const fallenRow = ({ name, version, from, to, reason, isSigned }: FallenTier) => ({
  name,
  version,
  from,
  to,
  reason,
  signed: isSigned,
});

/** That it fell was said while it was found; here, what to do about one that stays. */
function showFallen({ terminal }: Session, one: FallenTier, { project }: UpdateInput): void {
  const { name, version, to, leastTier, requested } = one;
  const stays = t`${yellow("warning:")} ${bold(name)} ${version} stays as it is`;
  if (requested === null) return terminal.warn(t`${stays}: \`${calledAs(`why ${name}`)}\` says what needs it`);
  const words = [
    `install ${requested === "*" ? name : shellWord(`${name}@${requested}`)}`,
    ...(leastTier === null ? [] : [`--tier ${shellWord(to)}`]),
    ...(to === "experimental" ? ["--allow-experimental"] : []),
    ...(project === true ? ["--project"] : []),
  ];
  const taken = calledAs(words.join(" "));
  terminal.warn(t`${stays}: \`${taken}\` takes it at its tier now`);
}

/** That a skill was installed with `--allow-experimental` agrees to none of its next versions: what has to be said again is said whole. */
function sayAgain(error: unknown, input: UpdateInput): never {
  const failure = toCliError(error);
  const option = failure === null ? null : optionFor(failure.code);
  if (failure === null || option === null) throw asLockAsks(error);
  const { exitCode, code, message, hint, errors } = failure;
  throw new CliError(exitCode, code, message, { hint: `${hint}: \`${commandOf(input, option)}\``, errors });
}

/** What has to be said for it to be taken; null: another thing is in the way. */
function optionFor(code: string): string | null {
  if (code === "held") return "--allow-held";
  return code === "experimental_not_allowed" ? "--allow-experimental" : null;
}

/** `update` of the same skills in the same place, with one more option. */
export const commandOf = (
  { all, names, project }: Pick<UpdateInput, "all" | "names" | "project">,
  option?: string,
): string =>
  calledAs(
    ["update", ...(all === true ? ["--all"] : names.map(shellWord))]
      .concat(option ?? [], project === true ? ["--project"] : [])
      .join(" "),
  );
