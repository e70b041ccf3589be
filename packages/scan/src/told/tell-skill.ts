import { toldByCode } from "@gaia/code-analysis";
import type { Told, Telling } from "@gaia/findings";
import { type SkillUnderAnalysis, viewSkill } from "@gaia/reading";
import { cpuBudget, type Grammars } from "@gaia/syntax";
import { shownLine } from "@gaia/text";
import { toldByProse } from "./told-by-prose.ts";

/** Of one version; the rest is told to be unread. */
const MOST_TOLD = 4_000;
const MOST_LINE = 300;

/**
 * What a version tells an agent to do (`Telling`). Reads, never runs; neither disk nor network. What is not read to its end within
 * `cpuMs` is named.
 */
export async function tellSkill(
  skill: SkillUnderAnalysis,
  { grammars, cpuMs }: { grammars: Grammars; cpuMs: number },
): Promise<Telling> {
  const view = viewSkill(skill);
  const prose = toldByProse(view);
  const code = await toldByCode(view, prose.spans, { grammars, budget: cpuBudget(cpuMs) });
  const own = new Set(skill.files.map(({ path }) => path));
  // That a skill reads what it brings is no news of it.
  const isOwn = ({ kind, what }: Told): boolean => kind === "read" && [...ends(what)].some((end) => own.has(end));
  // What is asked of the agent comes first, so that no flood of hosts pushes it out.
  const told = onceEach([...prose.told.filter(isAsked), ...code.told, ...prose.told].filter((one) => !isOwn(one)));
  const unread = new Set([...prose.unread, ...code.unread, ...told.slice(MOST_TOLD).map(({ file }) => file)]);
  return { told: told.slice(0, MOST_TOLD).map(plain), sentences: prose.sentences, unread: [...unread] };
}

const isAsked = ({ kind }: Told): boolean => kind === "approval" || kind === "order";

/** A path, and what is left of it behind each of its folders: where the skill lies is for its agent to say. */
function* ends(path: string): Iterable<string> {
  for (let at = 0; at !== -1; at = path.indexOf("/", at) + 1 || -1) yield path.slice(at);
}

/** The first place that tells it. */
function onceEach(told: readonly Told[]): Told[] {
  const known = new Map<string, Told>();
  for (const one of told) {
    const key = `${one.kind} ${one.what}`;
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

const plain = (told: Told): Told => ({
  ...told,
  what: shownLine(told.what, MOST_LINE),
  text: shownLine(told.text, MOST_LINE),
});
