import type { InstallContext } from "../terms/context.ts";
import { InstallError, notFound, refused, whyRefused } from "../failures.ts";
import { ensureNoOwnWork } from "../own-work/own-work.ts";
import { readSkillLock } from "../home/skill-lock.ts";
import { isNewer } from "./chosen-version.ts";
import { type Plan, planInstall, type PlanWish } from "./planned-install.ts";

/** An installed skill that stays at its version although an update was asked for, and why no other may be taken. */
export interface Held {
  name: string;
  version: string;
  /** An `InstallError`, or what the registry's door or the person threw. */
  why: Error;
}

/** What an update of everything is asked with beside the wish. */
export interface UpdateWish extends PlanWish {
  /** Takes the place of a person's own work too. */
  overwrites: boolean;
}

/**
 * What an update of everything takes: a skill of which no version may be taken any more keeps the one that is installed, and stands in no
 * other one's way: also where its registry shows nothing of it any more. So does a yanked one whose allowed versions are all older
 * (docs/versions.md), and one that a person edited. Throws what `planInstall` throws where no single skill is the reason.
 */
export async function planUpdate(context: InstallContext, wish: UpdateWish): Promise<{ plan: Plan; held: Held[] }> {
  const { plan, held } = await planPossible(context, wish);
  if (wish.overwrites) return { plan, held };
  const edited = await editedOf(context, plan);
  if (edited.length === 0) return { plan, held };
  const stay = new Set([...held, ...edited].map(({ name }) => name));
  const roots = wish.roots.filter(({ name }) => !stay.has(name));
  return { plan: await planInstall(context, { ...wish, roots, mayMove: namesOf(roots) }), held: [...held, ...edited] };
}

/** The skills that would move and that a person edited. Which bytes are to come nobody knows yet: none of the edits is among them. */
async function editedOf({ paths }: InstallContext, { install }: Plan): Promise<Held[]> {
  const held: Held[] = [];
  for (const { name, version, installed } of install) {
    if (installed === null || installed === version) continue;
    const why = await whyRefused(ensureNoOwnWork(paths, { name, next: [] }));
    if (why !== null) held.push({ name, version: installed, why });
  }
  return held;
}

const namesOf = (roots: PlanWish["roots"]): Set<string> => new Set(roots.map(({ name }) => name));

async function planPossible(context: InstallContext, wish: PlanWish): Promise<{ plan: Plan; held: Held[] }> {
  const first = await planInstall(context, wish).catch(ensureOfOne(context));
  const installed = await readSkillLock(context.paths.lockFile);
  const held: Held[] = [];
  for (const root of wish.roots) {
    const why = first instanceof InstallError ? await whyNot(context, wish, root) : await whyYanked(first, wish, root);
    if (why !== null) held.push({ name: root.name, version: installed.get(root.name)?.version ?? "", why });
  }
  if (!(first instanceof InstallError) && held.length === 0) return { plan: first, held };
  const roots = wish.roots.filter(({ name }) => held.every((one) => one.name !== name));
  // What nobody named stays where it is: a yanked version that others need is allowed as long as it is locked.
  const plan = await planInstall(context, { ...wish, roots, mayMove: namesOf(roots) });
  return { plan, held };
}

/** A refusal may be about one skill, and so is that what was seen of one vanished (G9); all else is thrown on. */
const ensureOfOne =
  ({ door }: InstallContext) =>
  (error: unknown): InstallError => {
    if (error instanceof InstallError && (OF_ONE.has(error.kind) || error.code === "rolled_back")) return error;
    if (door.isSilence(error)) return noLongerShown();
    throw error;
  };

const OF_ONE: ReadonlySet<InstallError["kind"]> = new Set(["refused", "not_found"]);

const noLongerShown = (): InstallError => notFound("its registry has it no more, or does not show it to you any more");

/** Why a skill cannot be updated by itself, while everything else stays; null: it can. */
async function whyNot(
  context: InstallContext,
  wish: PlanWish,
  root: PlanWish["roots"][number],
): Promise<InstallError | null> {
  const alone = { ...wish, roots: [root], mayMove: new Set([root.name]) };
  const why = await planInstall(context, alone).then(() => null, ensureOfOne(context));
  // Its owner may have made the whole skill private: nothing goes back, since what is installed stays.
  return why?.code === "rolled_back" && (await isSilent(context, root.name)) ? noLongerShown() : why;
}

/** Whether the registry has nothing of a skill that it would show. */
const isSilent = ({ door }: InstallContext, name: string): Promise<boolean> =>
  door.skill(name).then(
    () => false,
    (error: unknown) => {
      if (door.isSilence(error)) return true;
      throw error;
    },
  );

/** Why a yanked version that is installed stays where only older ones may be taken (docs/versions.md); null: it does not have to. */
export async function whyYanked(
  { install, context }: Plan,
  { allowDowngrade }: PlanWish,
  { name }: PlanWish["roots"][number],
): Promise<InstallError | null> {
  const planned = install.find((one) => one.name === name);
  if (allowDowngrade || planned === undefined || planned.installed === null) return null;
  const { installed, version } = planned;
  if (!isNewer(installed, version)) return null;
  const { versions } = await context.door.skill(name);
  if (versions.find((one) => one.version === installed)?.status !== "yanked") return null;
  return refused(
    "yanked",
    `${installed} was yanked, and only older versions may be installed`,
    `install ${name}@${version}`,
  );
}
