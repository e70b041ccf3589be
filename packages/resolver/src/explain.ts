import { type Incompatibility, ROOT } from "./solve/incompatibility.ts";
import type { Offered } from "./world.ts";
import type { Need } from "./solve/solve.ts";
import type { VersionSet } from "./solve/version-set.ts";

/** What the words need to know. */
interface Known {
  shown(name: string, set: VersionSet): { versions: string[]; isAll: boolean };
  offerFor(need: Need): Offered;
}

const MOST_LINES = 30;
/** Of a longer chain its ends are shown. */
const MOST_LINKS = 10;

/** A requirement that the conflict goes back to: who needs what, in which versions of the one that needs. */
interface Edge {
  from: string;
  fromText: string;
  to: string;
  range: string;
}

/**
 * Why nothing fits, for a person: first which requirements contradict each other, each with the chain of who asked for it, then which
 * versions could not be taken. Every requirement of the solver's proof is named once.
 */
export function explainConflict(why: Incompatibility, known: Known): string {
  const edges = edgesOf(why, known);
  const targets = [...new Set(edges.map(({ to }) => to))];
  const contested = targets.filter((name) => new Set(rangesOn(edges, name)).size > 1);
  const impossible = targets.filter((name) => edges.some((edge) => edge.to === name && isImpossible(edge, known)));
  const lines: string[] = [];
  for (const name of impossible) lines.push(...whyImpossible(name, edges, known));
  if (impossible.length === 0)
    for (const name of contested.length > 0 ? contested : targets) lines.push(...whyContested(name, edges));
  return lines.slice(0, MOST_LINES).join("\n");
}

/** The requirements that a proof rests on, each once. */
function edgesOf(why: Incompatibility, known: Known): Edge[] {
  const found = new Map<string, Edge>();
  const seen = new Set<Incompatibility>();
  const open = [why];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const { cause } = one;
    if (cause.kind === "conflict") open.push(cause.right, cause.left);
    if (cause.kind !== "requirement") continue;
    const { from, to, range } = cause;
    const term = one.terms.find(({ name }) => name === from);
    const fromText = from === ROOT || term === undefined ? "you" : nameOf(from, term.set, known);
    found.set(`${fromText} ${to} ${range}`, { from, fromText, to, range });
  }
  return [...found.values()];
}

function nameOf(name: string, set: VersionSet, known: Known): string {
  const { versions, isAll } = known.shown(name, set);
  if (isAll && versions.length > 1) return `every ${name}`;
  if (versions.length <= 3) return `${name} ${versions.join(", ")}`;
  return `${name} ${versions[0] ?? ""} to ${versions.at(-1) ?? ""}`;
}

const rangesOn = (edges: readonly Edge[], name: string): string[] =>
  edges.filter(({ to }) => to === name).map(({ range }) => range);

const isImpossible = ({ to, range }: Edge, known: Known): boolean => !known.offerFor({ name: to, range }).fits;

function whyImpossible(name: string, edges: readonly Edge[], known: Known): string[] {
  return edges
    .filter((edge) => edge.to === name && isImpossible(edge, known))
    .flatMap((edge) => {
      const { exists, isRange, refused, newest } = known.offerFor({ name, range: edge.range });
      const chain = chainTo(edge, edges);
      if (!exists) return [`${chain}, and there is no skill ${name}.`];
      if (!isRange) return [`${chain}, which is no version range.`];
      const reasons = refused.slice(0, 5).map(({ version, reason }) => `  ${name} ${version}: ${reason}`);
      if (reasons.length > 0) return [`${chain}, and no version in that range may be taken:`, ...reasons];
      return [`${chain}, which no version fits; it has ${newest.join(", ") || "none that may be taken"}.`];
    });
}

function whyContested(name: string, edges: readonly Edge[]): string[] {
  const chains = edges.filter(({ to }) => to === name).map((edge) => chainTo(edge, edges));
  return [`No version of ${name} fits everything that needs it:`, ...chains.map((chain) => `  ${chain}`)];
}

/** `you ask for a ^1; a 1.2.0 needs b ^2`: from whoever asked to this requirement. */
function chainTo(last: Edge, edges: readonly Edge[]): string {
  const path = [last];
  const seen = new Set([last.from]);
  for (let one = last; one.from !== ROOT;) {
    const before = edges.find(({ to, from }) => to === one.from && !seen.has(from));
    if (before === undefined) break;
    seen.add(before.from);
    path.unshift(before);
    one = before;
  }
  const shown = path.length <= MOST_LINKS ? path : [...path.slice(0, 4), null, ...path.slice(-4)];
  return shown
    .map((link) =>
      link === null
        ? `… (${path.length - 8} more)`
        : `${link.fromText} ${link.from === ROOT ? "ask for" : "needs"} ${spec(link.to, link.range)}`,
    )
    .join("; ");
}

const spec = (name: string, range: string): string => (range === "*" ? name : `${name} ${range}`);
