import { type CodeUnit, languageOfFile } from "./code-unit.ts";
import { fencesOf } from "./fences.ts";
import { cellsOf } from "./notebook.ts";
import type { TextFile } from "./text-file.ts";

/** The code in one file: all of it, its fences, or its cells. */
export function codeUnitsOf(file: TextFile): CodeUnit[] {
  const { path, text } = file;
  if (/\.ipynb$/i.test(path)) return cellsOf(file);
  if (file.kind === "markdown") return fencesOf(file);
  const language = languageOfFile(path, text);
  return language === null ? [] : [{ path, language, text, firstLine: 1, from: "file" }];
}
