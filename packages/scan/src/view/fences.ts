import { type CodeUnit, languageOfFence } from "./code-unit.ts";
import type { TextFile } from "./text-file.ts";

const OPENING = /^[ \t]{0,12}(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})([^\n`]*)$/;

/** The fenced blocks of a Markdown file (CommonMark 4.5), those inside quotes and lists too; one that nothing closes ends with the file. */
export function fencesOf(file: TextFile): CodeUnit[] {
  const units: CodeUnit[] = [];
  const lines = file.text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const opening = OPENING.exec(lines[at] ?? "");
    const fence = opening?.[1];
    if (fence === undefined) continue;
    const first = at + 1;
    at = first;
    while (at < lines.length && !closes(lines[at] ?? "", fence)) at += 1;
    units.push({
      path: file.path,
      language: languageOfFence(opening?.[2] ?? ""),
      text: lines.slice(first, at).join("\n"),
      firstLine: first + 1,
      from: "fence",
    });
  }
  return units;
}

function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[\s>]+/, "").trimEnd();
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length);
}
