import ignore from "ignore";

/** What rules say of a path (of a directory, or not): is it left out? */
export type Ignores = (path: string, isDirectory: boolean) => boolean;

/** Where the rules of a package stand, at the root of a skill; never packed itself. */
export const IGNORE_FILE = ".skillignore";

/** Longer than this is no pattern that anybody wrote. */
const LONGEST_LINE = 1_024;

/**
 * Reads rules as git has them (gitignore(5)), their paths counted from the skill's root. What is below a directory that is left out is
 * too.
 */
export function readIgnoreRules(text: string): Ignores {
  const rules = ignore({ ignorecase: false }).add(linesOf(text));
  return (path, isDirectory) => rules.ignores(isDirectory ? `${path}/` : path);
}

/** The rules of a file that stands in `folder`, as rules of the root. */
export function fromFolder(folder: string, text: string): string[] {
  if (folder === "") return linesOf(text);
  const place = folder.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
  return linesOf(text).map((line) => {
    if (line.startsWith("#") || line.trim() === "") return "";
    const [, not = "", body = ""] = /^(!?)(.*)$/.exec(line) ?? [];
    const isAnchored = /\/./.test(body);
    return `${not}/${place}/${isAnchored ? body.replace(/^\//, "") : `**/${body}`}`;
  });
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .filter((line) => line.length <= LONGEST_LINE);
