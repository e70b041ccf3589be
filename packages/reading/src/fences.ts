import { openedFence, closesFence } from "@gaia/syntax";
import { inPieces } from "./patterns/pattern.ts";
import { type CodeLanguage, type CodeUnit, labelOfFence, languageOfLabel } from "./code/code-unit.ts";
import { commandsIn } from "./commands/commands-in.ts";
import { guessLanguage } from "./code/guess-language.ts";

const MOST_DEPTH = 3;
/** Labels that say nothing about what is inside. */
const BLANK = new Set([
  "",
  "text",
  "txt",
  "plain",
  "plaintext",
  "none",
  "code",
  "output",
  "log",
  "snippet",
  "copy",
  "example",
  "raw",
]);
/** Labels of pages, whose own fences are fences still. */
const PAGES = new Set(["md", "markdown", "mdx", ...BLANK]);
/** Labels of files in which commands stand, and a name for such a file. */
const COMMAND_FILES: Record<string, string> = {
  dockerfile: "Dockerfile",
  docker: "Dockerfile",
  makefile: "Makefile",
  make: "Makefile",
  just: "justfile",
  yaml: "x.yml",
  yml: "x.yml",
  json: "x.json",
  jsonc: "x.json",
  json5: "x.json",
  html: "x.html",
  systemd: "x.service",
  plist: "x.plist",
};

/** A stretch of a file. */
interface Stretch {
  path: string;
  text: string;
  firstLine: number;
}

/**
 * The code in the fenced blocks of a Markdown text (CommonMark 4.5), those inside quotes, lists and other fences too; one that
 * nothing closes ends with the file. A block without a telling label counts when what it holds is clearly code.
 */
export function fencesOf(page: Stretch, depth = 1): CodeUnit[] {
  const units: CodeUnit[] = [];
  const lines = page.text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const opening = openedFence(lines[at] ?? "", "anywhere");
    if (opening === null) continue;
    const first = at + 1;
    at = first;
    while (at < lines.length && !closesFence(lines[at] ?? "", opening.fence, "anywhere", opening.column)) at += 1;
    const inside = lines.slice(first, at);
    const isQuoted = /^[ \t]*>/.test(lines[first - 1] ?? "");
    const text = (isQuoted ? inside.map((line) => line.replace(/^[ \t]*(?:>[ \t]?){1,4}/, "")) : inside).join("\n");
    units.push(
      ...unitsOf({ path: page.path, text, firstLine: page.firstLine + first }, labelOfFence(opening.info), depth),
    );
  }
  return units;
}

function unitsOf(block: Stretch, label: string, depth: number): CodeUnit[] {
  const file = commandFile(block.text, label);
  if (file !== undefined) {
    const shift = block.firstLine - 1;
    return commandsIn({ path: file, text: block.text }).map((unit) => ({
      ...unit,
      path: block.path,
      firstLine: unit.firstLine + shift,
      from: "fence",
    }));
  }
  if (PAGES.has(label) && depth < MOST_DEPTH && /(?:^|\n)[ \t>]*(?:```|~~~)/.test(block.text))
    return fencesOf(block, depth + 1);
  const language = languageIn(block.text, label);
  if (language === "unknown") return [];
  return [{ ...block, language, text: withoutPrompts(block.text), from: "fence" }];
}

/** The kind of file that a block is, where that holds commands. A Makefile is known by its recipes. */
function commandFile(text: string, label: string): string | undefined {
  if (Object.hasOwn(COMMAND_FILES, label)) return COMMAND_FILES[label];
  if (!BLANK.has(label)) return undefined;
  if (/(?:^|\n)[\w.-]{1,40}:(?: [\w./ -]{0,100})?\n\t\S/.test(text)) return "Makefile";
  return /^\s{0,20}\{\s{0,20}"(?:name|version|scripts)"/.test(text) ? "x.json" : undefined;
}

function languageIn(text: string, label: string): CodeLanguage {
  const prompt = PROMPTS.find(([pattern]) => pattern.test(text))?.[1];
  const named = languageOfLabel(label);
  if (named !== "unknown") return named === "bash" && prompt !== undefined ? prompt : named;
  return BLANK.has(label) ? (prompt ?? guessLanguage(text) ?? "unknown") : "unknown";
}

/** What an interactive session shows before what is typed. */
const PROMPTS: [RegExp, CodeLanguage][] = [
  [/(?:^|\n)[ \t]{0,8}PS(?: [A-Za-z]:[^\n>]{0,100})?> /, "powershell"],
  [/(?:^|\n)[ \t]{0,8}[A-Za-z]:\\[^\n>]{0,100}>/, "batch"],
  [/(?:^|\n)[ \t]{0,8}>>> /, "python"],
  [/(?:^|\n)[ \t]{0,8}(?:[\w.-]{1,40}@[\w.-]{1,60}[^\n$#]{0,60})?\$ \S/, "bash"],
];
const PROMPT = inPieces(
  "",
  String.raw`^[ \t]{0,8}(?:(?:[\w.-]{1,40}@[\w.-]{1,60}[^\n$#]{0,60})?[$%❯➜] |PS(?: [A-Za-z]:[^\n>]{0,100})?> |`,
  String.raw`[A-Za-z]:\\[^\n>]{0,100}>|>>> ?|\.\.\. ?)`,
);

/** A session's lines of input alone; what it printed becomes empty lines, so that lines keep their numbers. */
function withoutPrompts(text: string): string {
  if (!PROMPTS.some(([pattern]) => pattern.test(text))) return text;
  let goesOn = false;
  return text
    .split("\n")
    .map((line) => {
      const prompt = PROMPT.exec(line)?.[0];
      const isInput = prompt !== undefined || goesOn;
      goesOn = isInput && /[\\|&{(]\s*$/.test(line);
      return isInput ? line.slice(prompt?.length ?? 0) : "";
    })
    .join("\n");
}
