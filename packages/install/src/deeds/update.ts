import { agreedRoots } from "../choice/agreed-roots.ts";
import { ensureRange } from "../choice/chosen-version.ts";
import { passedOver, type PassedOver } from "../choice/passed-over.ts";
import { type Plan, planInstall, type PlanWish, remembering } from "../choice/planned-install.ts";
import { type Held, planUpdate, whyYanked } from "../choice/planned-update.ts";
import type { InstallContext } from "../terms/context.ts";
import { misused, notFound } from "../failures.ts";
import type { HomePaths } from "../home/home.ts";
import { settleInstalled } from "../skills/installed-skills.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import { newsOfSigners, type SignerNews } from "./news-of-signers.ts";
import type { Person, Refusals } from "./proposal.ts";
import { findFallen, type FallenTier, fallenWords } from "./fallen-tiers.ts";
import { underReview, type UnderReview } from "./under-review.ts";
import { type Allowed, type Outcome, writePlan } from "./write-plan.ts";

/** The installed skills that may move: some, or all of the place. */
export interface UpdateWish extends Allowed {
  names: readonly string[] | "all";
}

/** What an update did, and what stays and why. */
export interface Updated extends Outcome {
  passedOver: PassedOver[];
  held: Held[];
  signerNews: SignerNews[];
  underReview: UnderReview[];
  /** What was installed at a higher tier than its registry gives it now, whether it stays or not. */
  fallen: FallenTier[];
}

/** Opens a registry that a lock names. Whoever wrote a lock chose that address. */
export type ContextAt = (registry: string) => Promise<InstallContext>;

/** What is installed of one registry, and who answers for it. */
interface Here {
  names: readonly string[];
  entries: ReadonlyMap<string, LockEntry>;
  person: Person;
}

/**
 * Takes the newest versions in the ranges that were asked for when skills were installed, with what they need; one registry after the
 * other, each as a whole. A person is asked for what is more than was agreed to. With `all`, a skill that cannot move holds up no other,
 * and no registry another one: it is `held`. Throws what `install` throws.
 */
export async function update(
  paths: HomePaths,
  wish: UpdateWish,
  { contextAt, person }: { contextAt: ContextAt; person: Person },
): Promise<Updated> {
  await settleInstalled(paths);
  const entries = await readSkillLock(paths.lockFile);
  const names = wish.names === "all" ? [...entries.keys()] : wish.names;
  if (names.length === 0 && wish.names !== "all") throw misused("update what?", "name some skills, or add --all");
  for (const name of names) if (!entries.has(name)) throw notFound(`${name} is not installed`);
  const all: Updated = {
    rows: [],
    leftOut: [],
    installed: [],
    copied: [],
    passedOver: [],
    held: [],
    signerNews: [],
    underReview: [],
    fallen: [],
  };
  const registries = new Set(names.map((name) => entries.get(name)?.registry ?? ""));
  for (const registry of registries) {
    const here = names.filter((name) => entries.get(name)?.registry === registry);
    try {
      const one = await updateFrom(await contextAt(registry), wish, { names: here, entries, person });
      all.rows.push(...one.rows);
      all.leftOut.push(...one.leftOut);
      all.installed.push(...one.installed);
      all.copied.push(...one.copied);
      all.passedOver.push(...one.passedOver);
      all.held.push(...one.held);
      all.signerNews.push(...one.signerNews);
      all.underReview.push(...one.underReview);
      all.fallen.push(...one.fallen);
    } catch (error) {
      if (wish.names !== "all" || registries.size === 1 || !(error instanceof Error)) throw error;
      all.held.push(...toHeld(here, entries, error));
    }
  }
  return all;
}

const toHeld = (names: readonly string[], entries: Here["entries"], why: Error): Held[] =>
  names.map((name) => ({ name, version: entries.get(name)?.version ?? "", why }));

async function updateFrom(context: InstallContext, wish: UpdateWish, here: Here): Promise<Updated> {
  const { names, entries, person } = here;
  const stay: Held[] = [];
  const sparesOthers = wish.names === "all";
  // First: what is refused below may be refused for that. The first plan asks for nothing of it again.
  let asking = remembering(context);
  const fallen = await findFallen(asking, { names, entries });
  for (const one of fallen) context.tell({ kind: "warning", text: `warning: ${fallenWords(one)}` });
  for (;;) {
    const moving = names.filter((name) => stay.every((one) => one.name !== name));
    const { plan, ...said } = await planNext(asking, wish, { ...here, names: moving });
    asking = context;
    // What was left out since is told with what stays.
    if (stay.length === 0) await person.chosen?.({ plan, ...said });
    const held = [...said.held, ...stay];
    if (plan.install.length === 0)
      return { rows: [], leftOut: plan.leftOut, installed: [], copied: [], ...said, held, fallen };
    const done = await writePlan(plan, { ...wish, sparesOthers, deed: "update", agents: [] }, person);
    if (!("failed" in done)) return { ...done, ...said, held, fallen };
    const left = leftOutFor(plan, { failed: done.failed, moving });
    if (left.size === 0) throw [...done.failed.values()][0];
    for (const [name, why] of left) stay.push(...toHeld([name], entries, why));
  }
}

/** What has to stay because others fail: they themselves, and whatever would move with them for its sake. */
function leftOutFor({ install }: Plan, { failed, moving }: { failed: Refusals; moving: readonly string[] }) {
  const left = new Map<string, Error>();
  const leave = (name: string, why: Error): void => {
    if (left.has(name)) return;
    left.set(name, why);
    const planned = install.find((one) => one.name === name);
    // A new skill comes along for another one's sake, which cannot move without it.
    for (const by of planned?.installed === null ? planned.requiredBy : []) if (by.name !== null) leave(by.name, why);
  };
  for (const [name, why] of failed) leave(name, why);
  return new Map([...left].filter(([name]) => moving.includes(name)));
}

/** Who names a skill asks for something newer: back is a word of its own. */
async function planNamed(context: InstallContext, wish: PlanWish): Promise<Plan> {
  const plan = await planInstall(context, wish);
  for (const root of wish.roots) {
    const why = await whyYanked(plan, wish, root);
    if (why !== null) throw why;
  }
  return plan;
}

async function planNext(context: InstallContext, wish: UpdateWish, { names, entries }: Omit<Here, "person">) {
  const roots = names.flatMap((name) => {
    const entry = entries.get(name);
    if (entry === undefined || entry.requested === null) return [];
    return [{ name, range: ensureRange(entry.requested), optional: false, leastTier: entry.least_tier }];
  });
  const agreed = await agreedRoots(context, { ...wish, roots, mayMove: new Set(names) }, entries);
  const isAsked = (name: string): boolean => !agreed.has(name);
  const asked: PlanWish = {
    ...wish,
    roots: roots.filter(({ name }) => isAsked(name)),
    mayMove: new Set(names.filter(isAsked)),
  };
  const { plan: whole, held } =
    wish.names === "all"
      ? await planUpdate(context, { ...asked, overwrites: wish.overwrites })
      : { plan: await planNamed(context, asked), held: [] };
  const plan = { ...whole, install: whole.install.filter(({ version, installed }) => version !== installed) };
  const moving = new Set(plan.install.map(({ name }) => name));
  const staying = names.filter((name) => !moving.has(name));
  return {
    plan,
    passedOver: await passedOver(plan, {
      ...wish,
      roots: roots.filter(({ name }) => held.every((one) => one.name !== name)),
      installed: new Map([...entries].map(([name, { version }]) => [name, version])),
    }),
    held,
    signerNews: await newsOfSigners(whole, { paths: context.paths, names: staying, entries }),
    underReview: await underReview(whole, { names: staying, entries }),
  };
}
