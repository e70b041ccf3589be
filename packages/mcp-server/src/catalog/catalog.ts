import { setTimeout as after } from "node:timers/promises";
import { readdir } from "node:fs/promises";
import type { CanonicalTool } from "@gaia/manifest";
import { type HomePaths, kindOf, readEnabledLocals } from "@gaia/install/installed";
import type { ServeContext } from "./context.ts";
import { advertisedName } from "./tool-names.ts";
import { type Consulting, consulting } from "./consulted.ts";
import { findInstalled } from "./find-installed.ts";
import { findLocal } from "./find-local.ts";
import { toServed } from "./served-entry.ts";
import type { Found, JudgedSkill, Refusal, ServedSkill } from "./served-skill.ts";

export interface ServedTool {
  skill: ServedSkill;
  tool: CanonicalTool;
}

/** What is offered at one moment, and what is not. */
export interface Catalog {
  skills: readonly ServedSkill[];
  /** By the name that clients call. */
  tools: ReadonlyMap<string, ServedTool>;
  refused: readonly Refusal[];
  notes: readonly string[];
  /** The registries whose lists of revocations were looked at, and a text that changes with these. */
  registries: readonly string[];
  standing: string;
}

export const EMPTY: Catalog = { skills: [], tools: new Map(), refused: [], notes: [], registries: [], standing: "" };

/** An install under way leaves its place empty for an instant; one that was killed is waited for no longer than this. */
const SETTLE = { tries: 10, pauseMs: 100 };

/** Finds and judges everything that may be offered. Throws for damaged files of the home. */
export async function loadCatalog(context: ServeContext): Promise<Catalog> {
  for (let left = SETTLE.tries; left > 0 && (await isChanging(context)); left--) await after(SETTLE.pauseMs);
  const { home, project } = context;
  const revocations = consulting(context, { isOffline: true });
  const mine = await findInstalled(context, { paths: home, scope: "home", enabled: new Map(), revocations });
  const theirs = project === null ? [] : await findInProject(context, project, revocations);
  const found = [mine, ...theirs];
  const refused = found.flatMap((one) => one.refused);
  const skills = onePerName(
    found.flatMap((one) => one.skills),
    refused,
  );
  const notes = found.flatMap((one) => one.notes);
  const served: ServedSkill[] = [];
  for (const skill of skills) {
    const outcome = await toServed(skill);
    served.push(outcome.skill);
    notes.push(...outcome.notes);
  }
  return {
    skills: served,
    tools: toolsOf(served, notes),
    refused: onlyOthers(refused, served),
    notes,
    registries: revocations.registries(),
    standing: await revocations.standing(),
  };
}

async function findInProject(context: ServeContext, paths: HomePaths, revocations: Consulting): Promise<Found[]> {
  const { root } = paths.place;
  const enabled = await readEnabledLocals(context.home, root);
  const installed = await findInstalled(context, { paths, scope: "project", enabled, revocations });
  const passedOver = new Set(installed.skills.map(({ runnable }) => runnable.name));
  for (const { name } of installed.refused) passedOver.add(name);
  const local = await findLocal({ root, enabled, passedOver });
  for (const refusal of local.refused)
    if (installed.unvouched.includes(refusal.name) && !enabled.has(refusal.name))
      Object.assign(refusal, { reason: UNVOUCHED, detail: null });
  return [installed, local];
}

const UNVOUCHED =
  "this repository's lock names it, no registry that you pinned vouches for it, and it is not enabled here";

async function isChanging({ home, project }: ServeContext): Promise<boolean> {
  for (const { skills } of project === null ? [home] : [home, project]) {
    const names = (await kindOf(skills)) === "directory" ? await readdir(skills) : [];
    if (names.some((name) => name.startsWith(".pending-"))) return true;
  }
  return false;
}

/**
 * A project's skill goes before the person's own of that name where both come from the same publisher of the same registry; else nothing
 * that a repository brings takes the place of what this person installed.
 */
function onePerName(skills: readonly JudgedSkill[], refused: Refusal[]): JudgedSkill[] {
  const kept = new Map<string, JudgedSkill>();
  for (const skill of skills) {
    const { name } = skill.runnable;
    const before = kept.get(name);
    if (before === undefined || isOfSameOrigin(before, skill)) kept.set(name, skill);
    else refused.push({ name, scope: skill.scope, reason: `another ${name} is offered already`, detail: null });
  }
  return [...kept.values()].toSorted((left, right) => (left.runnable.name < right.runnable.name ? -1 : 1));
}

const isOfSameOrigin = ({ origin: one }: JudgedSkill, { origin: other }: JudgedSkill): boolean =>
  one !== null && other !== null && one.registry === other.registry && one.publisher === other.publisher;

/** A folder that is offered in one way is not told as refused in another. */
const onlyOthers = (refused: readonly Refusal[], served: readonly ServedSkill[]): Refusal[] =>
  refused.filter(({ name, scope }) => !served.some((one) => one.runnable.name === name && one.scope === scope));

function toolsOf(skills: readonly ServedSkill[], notes: string[]): Map<string, ServedTool> {
  const tools = new Map<string, ServedTool>();
  const twice = new Set<string>();
  for (const skill of skills)
    for (const tool of skill.manifest.tools) {
      const name = advertisedName(skill.runnable.name, tool.name);
      if (tools.has(name)) twice.add(name);
      else tools.set(name, { skill, tool });
    }
  // Nobody could say which one is meant.
  for (const name of twice) {
    tools.delete(name);
    notes.push(`two tools would be called ${name}: neither is offered`);
  }
  return tools;
}
