import { type CodeLanguage, type CodeUnit, languageOfLabel } from "./code/code-unit.ts";
import { type Source, unitsOfCell, writtenFiles } from "./notebook-cell.ts";
import type { TextFile } from "./text-file.ts";

/**
 * The code cells of a Jupyter notebook (nbformat 4): Python or what its kernel is called after, `!command` lines and `%%bash` cells as
 * shell, files that `%%writefile` writes as what they are started as. A file that is no such notebook, or a cell without a text, is a
 * unit that nobody reads. Lines are those of the first source line found.
 */
export function cellsOf(file: TextFile): CodeUnit[] {
  const notebook = notebookOf(file);
  const unread: CodeUnit = { path: file.path, language: "unknown", text: file.text, firstLine: 1, from: "file" };
  // Other readers are less strict than we are: what cannot be read is told, and is no empty notebook.
  if (file.text.trim() !== "" && !hasCells(notebook)) return [unread];
  const sources = sourcesOf(file, "code");
  const cells = sources.flatMap(({ text, firstLine }) => unitsOfCell(file.path, text, firstLine, kernelOf(notebook)));
  const isWhole = !hasCells(notebook) || notebook.cells.every((cell) => !isCode(cell) || isText(cell["source"]));
  return [...cells, ...writtenFiles(file.path, sources), ...(isWhole ? [] : [unread])];
}

const isCode = (cell: unknown): cell is Record<string, unknown> => isRecord(cell) && cell["cell_type"] === "code";
const isText = (source: unknown): boolean =>
  typeof source === "string" || (Array.isArray(source) && source.every((line) => typeof line === "string"));

/** What a kernel runs: it goes by the kernel's name, whatever the notebook says of its language. */
function kernelOf(notebook: unknown): CodeLanguage {
  const metadata = isRecord(notebook) && isRecord(notebook["metadata"]) ? notebook["metadata"] : {};
  const spec = isRecord(metadata["kernelspec"]) ? metadata["kernelspec"] : {};
  const label = /^[a-z]{2,20}/.exec(String(spec["name"] ?? "").toLowerCase())?.[0] ?? "python";
  const named = label === "ir" ? "r" : languageOfLabel(label);
  return named === "unknown" ? "python" : named;
}

function notebookOf({ text }: TextFile): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const hasCells = (notebook: unknown): notebook is { cells: unknown[] } =>
  isRecord(notebook) && Array.isArray(notebook["cells"]);

/** The Markdown cells of a notebook, each with the line of the file where it begins. */
export function notesOf(file: TextFile): Source[] {
  return sourcesOf(file, "markdown");
}

function sourcesOf(file: TextFile, type: "code" | "markdown"): Source[] {
  const notebook = notebookOf(file);
  if (!hasCells(notebook)) return [];
  const sources: Source[] = [];
  let from = 0;
  for (const cell of notebook.cells) {
    if (!isRecord(cell) || cell["cell_type"] !== type) continue;
    const { source } = cell;
    const text = Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : source;
    if (typeof text !== "string" || text.trim() === "") continue;
    const needle = JSON.stringify(text.split("\n", 1)[0] ?? "").slice(1, -1);
    const found = file.text.indexOf(needle, from);
    if (found !== -1) from = found;
    sources.push({ text, firstLine: found === -1 ? 1 : file.lineOf(found) });
  }
  return sources;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
