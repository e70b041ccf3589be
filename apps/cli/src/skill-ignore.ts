/** The lines of a `.skillignore`, ready to ask: is this path (of a directory, or not) left out? */
export type Ignores = (path: string, isDirectory: boolean) => boolean;

/** Where the lines stand, at the root of a skill; never packed itself. */
export const IGNORE_FILE = ".skillignore";

const MAX_RULES = 256;

/**
 * Reads a `.skillignore`, a small part of what `.gitignore` can say: one pattern a line, `#` begins a comment. A pattern without `/` is
 * for names at any depth, one with `/` for paths from the root; a `/` at the end is for directories alone; `*` stands for
 * anything but `/`. A directory that is left out takes everything below with it.
 */
export function readSkillIgnore(text: string): Ignores {
  const rules = text
    .split(/\r\n|\r|\n/, MAX_RULES * 4)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, MAX_RULES)
    .map(toRule);
  return (path, isDirectory) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return rules.some(
      ({ pattern, anchored, directoriesOnly }) =>
        (isDirectory || !directoriesOnly) && globMatches(pattern, anchored ? path : name),
    );
  };
}

function toRule(line: string): { pattern: string; anchored: boolean; directoriesOnly: boolean } {
  const directoriesOnly = line.endsWith("/");
  const body = directoriesOnly ? line.slice(0, -1) : line;
  return { pattern: body.replace(/^\//, ""), anchored: body.includes("/"), directoriesOnly };
}

/** Greedy matching of `*` with one step back: at worst pattern times text, never exponential. */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let inText = 0;
  let star = -1;
  let resume = 0;
  while (inText < text.length) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      resume = inText;
    } else if (at < pattern.length && pattern[at] === text[inText]) {
      at += 1;
      inText += 1;
    } else if (star >= 0 && text[resume] !== "/") {
      at = star + 1;
      resume += 1;
      inText = resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
