import { type CodeLanguage, type CodeUnit, languageOfFile } from "./code/code-unit.ts";
import { guessLanguage } from "./code/guess-language.ts";
import { pageScripts } from "./commands/page-scripts.ts";

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

/** The text of a cell. */
export interface Source {
  text: string;
  firstLine: number;
}

/** Cells of Python whose first line only says how they are run; the rest may begin with such a line again. */
const AROUND = /^\s*%%(?:time|timeit|capture|prun|memit|mprun)\b[^\n]*/;
const NO_PROGRAM = /^(?:svg|latex|markdown|writefile|file|sql)$/i;
/** Lines for the shell: `!ls`, `files = !ls`, `%sx ls`. */
const COMMAND = /^\s*(?:[\w.,\s[\]'"]{1,200}=\s*)?(?:!{1,2}(?!=)|%(?:sx|system)\b)|^\s*%(?=(?:pip|conda)\b)/;
/** `name?`, `?name`: asks for help. */
const HELP = /^\s*\?{1,2}[\w.%*]+\s*$|^\s*%{0,2}[\w.*[\]]+\?{1,2}\s*$/;
/** Lines that run what follows, and say how long it took. */
const TIMED = /^(\s*)%(?:time|timeit|prun|memit)\s+(?:-\w+\s+(?:\d+\s+)?)*/;

/** The programs in one cell, each of the cell's length, with empty lines for the others'. */
export function unitsOfCell(path: string, text: string, firstLine: number, kernel: CodeLanguage): CodeUnit[] {
  const unit = (language: CodeLanguage, code: string): CodeUnit => ({
    path,
    language,
    text: code,
    firstLine,
    from: "cell",
  });
  const magic = /^\s*%%(\w{1,20}|!)[^\n]*/.exec(text);
  const name = magic?.[1]?.toLowerCase() ?? "";
  const body = text.replace(/^\s*%%[^\n]*/, "");
  const program = /^\s*%%script\s+(?:--\S+\s+)*(?:\S*\/)?(?:env\s+)?([a-z]{2,12})/.exec(text)?.[1];
  const named = magic === null ? undefined : CELL_LANGUAGES[program ?? name];
  if (named !== undefined) return [unit(named, body)];
  if (AROUND.test(text) && /^\s*%%/.test(body)) return unitsOfCell(path, body.trimStart(), firstLine + 1, kernel);
  if (name === "html")
    return pageScripts(path, body).map((each) => ({ ...each, firstLine: each.firstLine + firstLine - 1 }));
  if (NO_PROGRAM.test(name)) return [];
  if (kernel !== "python") return [unit(kernel, text)];
  const { python, shell } = linesOf(text);
  return shell.some((line) => line !== "")
    ? [unit("python", python.join("\n")), unit("bash", shell.join("\n"))]
    : [unit("python", python.join("\n"))];
}

/** A cell is one program of each language; the lines of the other are empty in it. */
function linesOf(text: string): { python: string[]; shell: string[] } {
  const python: string[] = [];
  const shell: string[] = [];
  let goesOn = false;
  for (const line of text.split("\n")) {
    const isCommand: boolean = goesOn || COMMAND.test(line);
    const isTimed = TIMED.test(line);
    shell.push(goesOn ? line : isCommand ? line.replace(COMMAND, "") : "");
    python.push(
      goesOn
        ? ""
        : isTimed
          ? line.replace(TIMED, "$1")
          : isCommand || /^\s*%/.test(line) || HELP.test(line)
            ? indented(line)
            : line,
    );
    goesOn = isCommand && line.endsWith("\\");
  }
  return { python, shell };
}

/** A statement that does nothing, where a block may need one. */
const indented = (line: string): string => `${/^\s*/.exec(line)?.[0] ?? ""}pass`;

/** The files that cells write, as programs: what their names, their texts or the cells that start them tell. */
export function writtenFiles(path: string, sources: readonly Source[]): CodeUnit[] {
  const files = new Map<string, Source>();
  for (const { text, firstLine } of sources) {
    const [head = "", name] =
      /^\s*%%(?:writefile|file)\s+(?:-a\s+|--append\s+)?["']?([^\s"']{1,200})[^\n]*\n?/.exec(text) ?? [];
    if (name === undefined) continue;
    const body = text.slice(head.length);
    const before = /\s(?:-a|--append)\s/.test(head) ? files.get(name) : undefined;
    files.set(
      name,
      before === undefined ? { text: body, firstLine: firstLine + 1 } : { ...before, text: `${before.text}\n${body}` },
    );
  }
  const all = sources.map(({ text }) => text).join("\n");
  return [...files]
    .slice(0, MOST_FILES)
    .flatMap(([name, { text, firstLine }]) =>
      [...new Set([languageOfFile(name, text) ?? guessLanguage(text), startedAs(name, all)])]
        .filter((language) => language !== null)
        .map((language): CodeUnit => ({ path, language, text, firstLine, from: "cell" })),
    );
}

const MOST_FILES = 200;
const STARTS: [RegExp, CodeLanguage][] = [
  [/(?:%run\b|\bpython[\d.]*|runpy\.\w+\(|exec\()[^\n]{0,120}$/, "python"],
  [/(?:\b(?:ba|z|da|k)?sh|\bsource|[!\s]\.)\s[^\n]{0,120}$|[!;&|]\s{0,4}(?:\.\/)?$/, "bash"],
  [/\b(?:node|bun|deno)\s[^\n]{0,120}$/, "javascript"],
  [/\bperl\s[^\n]{0,120}$/, "perl"],
  [/\bruby\s[^\n]{0,120}$/, "ruby"],
];

/** The language that the other cells start a file as; null where none does. */
function startedAs(name: string, all: string): CodeLanguage | null {
  const own = name.slice(name.lastIndexOf("/") + 1);
  for (let at = all.indexOf(own), turn = 0; at !== -1 && turn < 50; at = all.indexOf(own, at + 1), turn += 1) {
    const before = all.slice(Math.max(0, at - 200), at);
    const started = /%%(?:writefile|file)\s[^\n]*$/.test(before)
      ? undefined
      : STARTS.find(([pattern]) => pattern.test(before));
    if (started !== undefined) return started[1];
  }
  return null;
}
