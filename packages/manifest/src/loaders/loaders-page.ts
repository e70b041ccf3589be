import { LOADER_CASE_IDS, loaderCaseOf } from "./cases.ts";
import { LOADER_IDS, type LoaderId, loaderOf, loaderWords } from "./loaders.ts";
import { type Spelling, SPELLING_RUNS, SPELLINGS, SPELLINGS_RUN } from "./spellings.ts";

const BEGIN = "<!-- made from packages/manifest/src/loaders -->";
const END = "<!-- until here -->";

/** A page with the tables between its two marks written anew. */
export function withLoaderTables(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from === -1 || to < from) throw new Error(`the page has no ${BEGIN} … ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n\n${caseTable()}\n${spellingTable()}\n${loaderTable()}\n${page.slice(to)}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function table(heads: readonly string[], rows: readonly string[][]): string {
  return [row(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(row)].join("\n");
}

const everyRun = LOADER_IDS.filter((id) => loaderOf(id).run !== null).length;

/** Cases of which no loader is known yet wait for a run. */
function caseTable(): string {
  const rows = LOADER_CASE_IDS.flatMap((id) => {
    const { input, refuses, changes = {}, more = "" } = loaderCaseOf(id);
    const hows = [...new Set(Object.values(changes))];
    const changed = hows.map((how) => `${loaderWords(whoDoes(changes, how), everyRun)}: ${how}`);
    if (refuses.length === 0 && changed.length === 0 && more === "") return [];
    const refused = refuses.length === everyRun ? "every loader that was run" : inGroups(refuses);
    return [[`\`${id}\``, input, [refused, more].filter((text) => text !== "").join("; "), changed.join("; ")]];
  });
  return `## What they refuse or change\n\n${table(["case", "in the skill", "do not load it", "change it"], rows)}\n`;
}

/** Long lists are parted where a sentence would be too long to read. */
function inGroups(ids: readonly LoaderId[]): string {
  const size = 9;
  const groups = Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
  return groups.map((group) => loaderWords(group, size)).join("; ");
}

const whoDoes = (changes: Partial<Record<LoaderId, string>>, how: string): LoaderId[] =>
  LOADER_IDS.filter((id) => changes[id] === how);

const labelOf = (id: LoaderId): string => loaderOf(id).label;

/** By loader: what becomes of a skill with one of these spellings. */
function spellingTable(): string {
  const columns = Object.keys(SPELLINGS) as Spelling[];
  const rows = byLabel(LOADER_IDS).flatMap((id) => {
    const outcomes = SPELLING_RUNS[id];
    if (outcomes === undefined) return [];
    const said = (outcome: string | boolean) =>
      typeof outcome === "string" ? outcome : outcome ? "loads" : "**does not load**";
    return [[labelOf(id), loaderOf(id).release ?? "", ...columns.map((one) => said(outcomes[one]))]];
  });
  const heads = ["loader", "release", ...columns.map((one) => SPELLINGS[one])];
  const intro = `Each was run on ${SPELLINGS_RUN}, without an account: one skill of each kind in a folder.`;
  return `## Five valid spellings, loader by loader\n\n${intro}\n\n${table(heads, rows)}\n`;
}

const byLabel = (ids: readonly LoaderId[]): LoaderId[] =>
  ids.toSorted((a, b) => (labelOf(a).toLowerCase() < labelOf(b).toLowerCase() ? -1 : 1));

function loaderTable(): string {
  const rows = byLabel(LOADER_IDS).map((id) => {
    const { label, release, call, untold, oneBad, run, notRun } = loaderOf(id);
    const code = (text: string | null | undefined) => (text == null ? "" : `\`${text}\``);
    return [label, release ?? "", code(call), code(untold), oneBad ?? "", run ?? notRun ?? "not run yet"];
  });
  const heads = ["loader", "release", "how it loads a folder", "reads untold", "one bad skill among others", "run"];
  return `## The loaders\n\n${table(heads, rows)}\n`;
}
