import { LOADER_CASE_IDS, loaderCaseOf } from "./cases.ts";
import { LOADER_IDS, type LoaderId, loaderOf, loaderWords } from "./loaders.ts";

const BEGIN = "<!-- made from packages/manifest/src/loaders -->";
const END = "<!-- until here -->";

/** A page with the tables between its two marks written anew. */
export function withLoaderTables(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from === -1 || to < from) throw new Error(`the page has no ${BEGIN} … ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n\n${caseTable()}\n${loaderTable()}\n${page.slice(to)}`;
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function table(heads: readonly string[], rows: readonly string[][]): string {
  return [row(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(row)].join("\n");
}

const everyRun = LOADER_IDS.filter((id) => loaderOf(id).run !== null).length;

/** Cases of which no loader is known yet wait for a run. */
function caseTable(): string {
  const rows = LOADER_CASE_IDS.flatMap((id) => {
    const { input, refuses, changes = {}, more } = loaderCaseOf(id);
    const hows = [...new Set(Object.values(changes))];
    const changed = hows.map((how) => `${loaderWords(whoDoes(changes, how), everyRun)}: ${how}`);
    if (refuses.length === 0 && changed.length === 0) return [];
    const refused = refuses.length === everyRun ? "every loader that was run" : loaderWords(refuses, everyRun);
    return [[`\`${id}\``, input, [refused, more ?? ""].filter((text) => text !== "").join("; "), changed.join("; ")]];
  });
  return `## What they refuse or change\n\n${table(["case", "in the skill", "do not load it", "change it"], rows)}\n`;
}

const whoDoes = (changes: Partial<Record<LoaderId, string>>, how: string): LoaderId[] =>
  LOADER_IDS.filter((id) => changes[id] === how);

const labelOf = (id: LoaderId): string => loaderOf(id).label;

function loaderTable(): string {
  const rows = LOADER_IDS.toSorted((a, b) => (labelOf(a).toLowerCase() < labelOf(b).toLowerCase() ? -1 : 1)).map(
    (id) => {
      const { label, release, call, untold, oneBad, run } = loaderOf(id);
      const code = (text: string | null | undefined) => (text == null ? "" : `\`${text}\``);
      return [label, release ?? "", code(call), code(untold), oneBad ?? "", run ?? "not run yet"];
    },
  );
  const heads = ["loader", "release", "how it loads a folder", "reads untold", "one bad skill among others", "run"];
  return `## The loaders\n\n${table(heads, rows)}\n`;
}
