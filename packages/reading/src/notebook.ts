import type { CodeLanguage, CodeUnit } from "./code-unit.ts";
import type { TextFile } from "./text-file.ts";

const CELL_LANGUAGES: Record<string, CodeLanguage> = {
  bash: "bash",
  sh: "bash",
  script: "bash",
  system: "bash",
  sx: "bash",
  "!": "bash",
  javascript: "javascript",
  js: "javascript",
  ruby: "ruby",
  perl: "perl",
  powershell: "powershell",
  pwsh: "powershell",
  node: "javascript",
  osascript: "applescript",
};

/**
 * The code cells of a Jupyter notebook (nbformat 4): Python, `!command` lines and `%%bash` cells as shell. A file that is no
 * such notebook is one unit that nobody reads. Lines are those of the first source line found.
 */
export function cellsOf(file: TextFile): CodeUnit[] {
  // Other readers are less strict than we are: what cannot be read is told, and is no empty notebook.
  if (file.text.trim() !== "" && !hasCells(notebookOf(file)))
    return [{ path: file.path, language: "unknown", text: file.text, firstLine: 1, from: "file" }];
  return sourcesOf(file, "code").flatMap(({ text, firstLine }) => unitsOf(file.path, text, firstLine));
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

interface Source {
  text: string;
  firstLine: number;
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

function unitsOf(path: string, text: string, firstLine: number): CodeUnit[] {
  const unit = (language: CodeLanguage, code: string): CodeUnit => ({
    path,
    language,
    text: code,
    firstLine,
    from: "cell",
  });
  const magic = /^\s*%%(\w{1,20}|!)[^\n]*/.exec(text);
  const program = /^\s*%%script\s+(?:--\S+\s+)*(?:\S*\/)?(?:env\s+)?([a-z]{2,12})/.exec(text)?.[1];
  const named = magic?.[1] === undefined ? undefined : CELL_LANGUAGES[program ?? magic[1].toLowerCase()];
  if (named !== undefined) return [unit(named, text.replace(/^\s*%%[^\n]*/, ""))];
  if (magic?.[1] !== undefined && /^(?:html|svg|latex|markdown|writefile|sql|cython)$/i.test(magic[1])) return [];
  // A cell is one program of each language; the lines of the other are empty in it.
  const lines = text.split("\n");
  const isCommand = (line: string) => /^\s*(?:\w+\s*=\s*)?!|^\s*%(?:sx|system|pip|conda)\b/.test(line);
  const python = lines.map((line) =>
    isCommand(line) || /^\s*%/.test(line) || /^\s*\?|\?\s*$/.test(line) ? indented(line) : line,
  );
  const shell = lines.map((line) =>
    isCommand(line) ? line.replace(/^\s*(?:\w+\s*=\s*)?(?:!{1,2}|%(?:sx|system)\b|%)/, "") : "",
  );
  const units = [unit("python", python.join("\n"))];
  if (shell.some((line) => line !== "")) units.push(unit("bash", shell.join("\n")));
  return units;
}

/** A statement that does nothing, where a block may need one. */
const indented = (line: string): string => `${/^\s*/.exec(line)?.[0] ?? ""}pass`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
