import type { Report } from "./report.ts";
import type { SourceText } from "./source-text.ts";

/** The two halves of a SKILL.md, as offsets into its text. */
export interface FrontMatter {
  /** Of the opening fence. */
  fenceAt: number;
  yamlStart: number;
  yamlEnd: number;
  bodyStart: number;
}

/**
 * Finds the front matter between its `---` fences (docs/specification.md §2). Null when there is none to read. When the closing fence is
 * missing, everything up to the end is taken as fields, so that those can be judged too.
 */
export function findFrontMatter(source: SourceText, report: Report): FrontMatter | null {
  const { text } = source;
  let fenceAt = 0;
  while (fenceAt < text.length && lineAt(text, fenceAt).trim() === "") fenceAt = nextLine(text, fenceAt);
  if (!isFence(lineAt(text, fenceAt))) {
    const place = { file: source.file, line: 1, column: 1 };
    report.note("SK2010", place, "The file has no YAML front matter.");
    return null;
  }
  if (fenceAt > 0) report.note("SK2011", source.placeAt(fenceAt), "The front matter does not start on line 1.");
  const yamlStart = nextLine(text, fenceAt);
  for (let at = yamlStart; at < text.length; at = nextLine(text, at)) {
    if (isFence(lineAt(text, at))) return { fenceAt, yamlStart, yamlEnd: at, bodyStart: nextLine(text, at) };
  }
  report.note("SK2012", source.placeAt(fenceAt), "The front matter opened here is not closed by a line `---`.");
  return { fenceAt, yamlStart, yamlEnd: text.length, bodyStart: text.length };
}

/** The first level-1 heading of the body outside code fences, at most 100 characters of it. */
export function findTitle(text: string, bodyStart: number): { title: string; offset: number } | null {
  let fence: string | null = null;
  for (let at = bodyStart; at < text.length; at = nextLine(text, at)) {
    const line = lineAt(text, at);
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (fence === mark) fence = null;
    } else if (fence === null && /^#[ \t]/.test(line)) {
      let title = line.slice(2, 1000).trim();
      while (title.endsWith("#")) title = title.slice(0, -1);
      title = Array.from(title.trim()).slice(0, 100).join("");
      if (title !== "") return { title, offset: at };
    }
  }
  return null;
}

function isFence(line: string): boolean {
  return line.startsWith("---") && line.slice(3).trim() === "";
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? text.length : end);
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end + 1;
}
