import type { CodeUnit } from "./code-unit.ts";
import type { TextFile } from "./text-file.ts";

/** The code cells of a Jupyter notebook (nbformat 4); a file that is no notebook has none. Lines are those of the first source line found. */
export function cellsOf(file: TextFile): CodeUnit[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(file.text);
  } catch {
    return [];
  }
  if (!isRecord(notebook) || !Array.isArray(notebook["cells"])) return [];
  const units: CodeUnit[] = [];
  let from = 0;
  for (const cell of notebook["cells"]) {
    if (!isRecord(cell) || cell["cell_type"] !== "code") continue;
    const { source } = cell;
    const text = Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : source;
    if (typeof text !== "string" || text.trim() === "") continue;
    const needle = JSON.stringify(text.split("\n", 1)[0] ?? "").slice(1, -1);
    const found = file.text.indexOf(needle, from);
    if (found !== -1) from = found;
    units.push({
      path: file.path,
      language: "python",
      text: text.replaceAll(/^[ \t]*%%?(?!!)[^\n]*$/gm, "#"),
      firstLine: found === -1 ? 1 : file.lineOf(found),
      from: "cell",
    });
  }
  return units;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
