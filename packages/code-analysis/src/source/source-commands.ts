import { type CodeLanguage, inPieces } from "@gaia/reading";
import { outputSources } from "../engine/command-output.ts";
import type { Reading } from "../engine/reader.ts";
import { joinSources, literal, type Source, UNKNOWN } from "../engine/value.ts";
import { add, embed, event } from "../lines/line-acts.ts";
import { meant } from "./source-text.ts";
import { ownSources, urlIn } from "./source-values.ts";
import { argumentsAt, type Held } from "./source-names.ts";

const FILLED = "${UNKNOWN_PART}";

/** What starts a program; the text or list behind it says which. */
export const STARTS = inPieces(
  "g",
  String.raw`(?:\bexec\.Command(?:Context)?|\bsyscall\.(?:Exec|ForkExec)|\bos\.StartProcess|\bCommand::new|`,
  String.raw`(?<=getRuntime\(\)|\b(?:rt|runtime|[rR]untime\w{0,8}|r|sh|shell|wsh\w{0,6}|objShell|WshShell))\.(?:exec|`,
  String.raw`Exec|Run|ShellExecute)|Shell"\s{0,2}\)\.(?:exec|Exec|Run)|Application"\s{0,2}\)\.ShellExecute|`,
  String.raw`\.ShellExecute|\bProcessBuilder|\bProcess\.(?:Start|run|start|runSync|new|exec|popen)|\bProcess|`,
  String.raw`\bProcessStartInfo|\bos\.(?:execute|system|execvp?|popen|spawn|exec)|\bio\.popen|\b_?w?popen|`,
  String.raw`\b_?wsystem|\bsystem2?|(?:NSTask|launchedTask\w{0,20}|launchPath\s{0,2}=|executableURL\s{0,2}=)|`,
  String.raw`\bexec[lv][pe]{0,2}|\bposix_spawnp?|\bWinExec|\bCreateProcess[AW]?|\bSystem\.(?:cmd|shell)|Port\.open|`,
  String.raw`:?\bos[:.]cmd|\bopen_port|(?:^|[\s=(;])run|\bpipeline|\bshell|\bShell|\bexecCmd(?:Ex)?|\bexecProcess|`,
  String.raw`\bstartProcess|\bexecShellCmd|Child(?:Process)?\.(?:init|run|exec)|\bcallCommand|\bcallProcess|`,
  String.raw`\breadProcess(?:WithExitCode)?|\breadCreateProcess|\bcreateProcess|\bspawnCommand|\bspawnProcess|`,
  String.raw`\brawSystem|\bproc\b|(?:sh|shell|proc|process|p)\/(?:sh|shell|exec|process)|uiop:(?:run|launch)-program|`,
  String.raw`\brun-program|\(system\*?|shell-command(?:-to-string)?|\bcall-process(?:-shell-command)?|`,
  String.raw`\bstart-process(?:-shell-command)?|async-shell-command|process\*?(?=\s)|Sys\.command|`,
  String.raw`Unix\.(?:open_process_(?:in|out|full)|system|execvp?|create_process)|\bexecuteShell|\bspawnShell|`,
  String.raw`\bexecute(?=\s{0,2}\(\s{0,2}\[)|\bRunWait|\bRun|termopen|jobstart|\bsystemlist|`,
  String.raw`(?:EXEC\s{1,4})?(?:master\.{1,2}(?:dbo\.)?)?xp_cmdshell|(?<=\s)(?:FROM|TO)\s{1,4}PROGRAM|`,
  'CommandLine\\.run|\\bexec|\\bspawn|\\bsh|\\b_RunDos|\\bComSpec)\\s{0,4}[!?]?(?=[(\\s"{[,&@`:;=])',
);
/** `"ls".execute()`, `"ls" !`, `"ls" | getline`, `print | "sh"`, `:!ls`, backticks. */
const BEHIND = inPieces(
  "g",
  String.raw`"([^"]{2,4000})"(?:\.execute\(|\s{0,2}\.?!{1,2}(?=\s|$)|\s{0,4}\|\s{0,4}getline|\.to(?:Process|`,
  String.raw`Command)\w{0,10}\()|(?:print|printf)\s.{0,300}\|\s{0,4}"([^"]{2,2000})"|`,
  String.raw`^\s{0,20}(?:silent!?\s{1,4})?:?!\s{0,2}([^"\n]{3,2000})$|^\s{0,20}(?:silent!?|`,
  String.raw`exec(?:ute)?)\s{1,4}"?:?(?:silent\s)?!\s{0,2}([^"\n]{3,2000})"?`,
);
const TICKS = /`([^`\n\u0001]{3,2000})`/g;
/** Programs whose command line is no shell's: a bar in it is theirs. */
const WINDOWS = inPieces(
  "i",
  String.raw`^\s{0,4}["']?(?:%?\w{0,20}%?[\w:\\/]{0,80}\\)?(?:powershell|pwsh|cmd|mshta|rundll32|regsvr32|certutil|`,
  String.raw`bitsadmin|cscript|wscript|msiexec|reg|schtasks|vssadmin|wmic|netsh)(?:\.exe)?["']?\s(?!-c '|'?-c'? ')`,
);
const SHELLS = /^(?:\S{0,100}[/\\])?(?:(?:ba|z|da|k|a|fi)?sh|cmd|powershell|pwsh|wsl)(?:\.exe)?$/i;
const CODE_FOLLOWS = /^(?:-[a-z]{0,6}c|\/[cCkKrR]|-Command|-EncodedCommand|-enc|-e)$/i;

/** What a statement is asked about. */
export interface Told {
  text: string;
  line: number;
  /** Texts of the names in a piece; sources too. */
  heldOf(piece: string): Held;
}

interface Word {
  text: string;
  sources: readonly Source[];
  isKnown: boolean;
}

/** Programs that a statement starts: their command lines go to the shell's own reader. What their output holds comes back. */
export function commandsOf(reading: Reading, told: Told, language: CodeLanguage): readonly Source[] {
  const { text, line } = told;
  let given: readonly Source[] = [];
  const seen = new Set<string>();
  const take = (words: readonly Word[], isOne: boolean): void => {
    // `("/bin/sh", "-c …")`: the arguments are one text.
    const isLine =
      isOne ||
      (words.length === 2 && SHELLS.test(words[0]?.text ?? "") && /^[-/]\w{1,20}\s/.test(words[1]?.text ?? ""));
    const command =
      isLine || words.length === 1 || /\S\s+-?\S/.test(words[0]?.text ?? "")
        ? words.map(({ text: word }) => word).join(words.length > 1 ? " " : "")
        : words.map(quotedWord).join(" ");
    const key = command + words.flatMap(({ sources }) => sources.map(({ what }) => what)).join(" ");
    if (command.trim().length < 2 || seen.has(key)) return;
    seen.add(key);
    given = joinSources(given, started(reading, line, command, words));
  };
  if (text.includes('"') || text.includes("(") || /\s/.test(text)) {
    let count = 0;
    for (const match of text.matchAll(STARTS)) {
      count += 1;
      if (count > 8) break;
      const words = wordsAfter(text, match.index + match[0].length, told);
      if (words.length > 0 && isCommand(match[0], words)) take(words, false);
    }
  }
  if (/getline|execute|!|\|/.test(text))
    for (const match of text.matchAll(BEHIND)) {
      const command = match.slice(1).find((each) => each !== undefined) ?? "";
      take([{ text: meant(command), sources: [], isKnown: true }], true);
    }
  if (language === "julia" || language === "crystal" || language === "v")
    for (const [, command = ""] of text.matchAll(language === "v" ? TICKS : /"([^"\n]{3,2000})"/g))
      if (/\brun\s{0,2}\(|pipeline|\bread\s{0,2}\(|`/.test(text))
        take([{ text: meant(command), sources: told.heldOf(text).sources, isKnown: true }], true);
  listed(text, told, take);
  return given;
}

const LIST_PATTERN = inPieces(
  "",
  String.raw`"((?:[^"\s]{0,60}[/\\])?(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|`,
  String.raw`pwsh))"\s{0,4}(?:[,)\].:\s;&]|\w|\[){1,40}?\(?\s{0,4}"(-[a-z]{0,4}c|\/[cCkK]|-Command|-EncodedCommand|`,
  String.raw`-enc)"`,
);

/** `["sh", "-c", script]`, whatever it is given to. */
function listed(text: string, told: Told, take: (words: readonly Word[], isLine: boolean) => void): void {
  const list = LIST_PATTERN.exec(text);
  if (list !== null) {
    const from = list.index + list[0].length;
    const script = wordsAfter(text, from, told, 1);
    if (script.length > 0)
      take(
        [
          { text: list[1] ?? "sh", sources: [], isKnown: true },
          { text: list[2] ?? "-c", sources: [], isKnown: true },
          ...script.slice(0, 1),
        ],
        false,
      );
    return;
  }
  // `task.arguments = ["-c", "…"]`, `Arguments = "/c …"`: the shell is named in another statement.
  const own =
    /(?:\b|set)[aA]rguments\s{0,2}[=:]\s{0,2}@?[[{]?\s{0,2}@?"(?:-l?c|\/c)"\s{0,2},\s{0,2}(.{2,4000})$/.exec(text) ??
    /\bArguments\s{0,2}=\s{0,2}(.{2,4000})$/.exec(text);
  if (own === null) return;
  const isShell = own[0].startsWith("Arguments") && !/"(?:-l?c|\/c)"/.test(own[0]);
  const script = wordsAfter(own[1] ?? "", 0, told, 1);
  const [first] = script;
  if (first === undefined) return;
  if (isShell && /(?:^|\s)-(?:NoP|NonI|w\b|WindowStyle|ExecutionPolicy|ep\b|Command|enc)/i.test(first.text)) {
    take([{ ...first, text: `powershell ${first.text}` }], true);
    return;
  }
  const inner = isShell
    ? (/^\s{0,4}(?:-l?c|\/c|-\w{1,20}.{0,80}?-c\w{0,8})\s{1,4}(.{2,4000})$/is.exec(first.text)?.[1] ?? "")
    : first.text;
  if (inner !== "") take([{ ...first, text: inner.replace(/^["'](.*)["']$/s, "$1") }], true);
}

/** The word before says that a program starts; what follows must look like one where the word is an ordinary one. */
function isCommand(callee: string, words: readonly Word[]): boolean {
  if (!/^\W?(?:run|Run|shell|Shell|exec|spawn|sh|process\*?|proc|Process|pipeline|execute|system)\W{0,4}$/.test(callee))
    return true;
  const [first] = words;
  return (
    first !== undefined &&
    first.isKnown &&
    (words.length > 1 || /^\S{1,200}(?:\s|$)/.test(first.text)) &&
    /^[\w./~\\$:@-]{2,}/.test(first.text)
  );
}

const quotedWord = ({ text, isKnown }: Word): string =>
  isKnown && !text.includes(FILLED)
    ? /^[\w./:=@%+-]{1,400}$/.test(text)
      ? text
      : `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `"${text.replaceAll(/["\\`]/g, String.raw`\$&`)}"`;

/** The words of a call or of a list: the texts in it, what is joined to them, and names that stand for texts. */
function wordsAfter(text: string, at: number, told: Told, most = 30): Word[] {
  const rest = text.slice(at, at + 6_000);
  const open = /^\s{0,4}[({[]/.exec(rest);
  const pieces = open === null ? partsOf(rest.replace(/^[\s,:=@]{1,8}/, "")) : argumentsAt(rest, open[0].length - 1);
  const words: Word[] = [];
  for (const piece of pieces) words.push(...wordsIn(piece, told));
  // `.arg("-c").args([…])`, one after the other.
  const chained = open === null ? "" : rest.slice(pieces.join(",").length);
  for (const match of chained.matchAll(/\.args?\s{0,2}\(/g))
    for (const piece of argumentsAt(chained, match.index + match[0].length - 1)) words.push(...wordsIn(piece, told));
  return words.slice(0, most);
}

/** Without brackets: words beside each other, `exec sh -c "…"`, `Run "a" & x, 0`. */
function partsOf(rest: string): string[] {
  const own = argumentsAt(`(${rest}`, 0);
  const first = own[0] ?? "";
  return /^\s{0,4}"[^"]{0,4000}"\s{1,4}"/.test(first)
    ? first.split(/(?<=")\s{1,4}(?=")/)
    : /^[\w./$-]{1,60}\s/.test(first) && !/[&+]/.test(first)
      ? [bare(rest)]
      : own;
}

/** A command as words of the language itself: `exec sh -c "…"`. */
const bare = (rest: string): string =>
  `"${rest
    .replaceAll(/\{([^{}]{0,2000})\}/g, "'$1'")
    .replaceAll('"', "\u0001")
    .slice(0, 4_000)}"`;

const INNER_PATTERN = inPieces(
  "",
  String.raw`^(?:&|@|new\s{1,2}String\[\]\s{0,2}|arrayOf|listOf|Seq|List|Vector|Array|List\.of|Arrays\.asList|vec!|c|`,
  String.raw`list|\[\]string|\[\]const u8|&?\.\{|\$\()?\s{0,2}[([{]`,
);

/** One argument as words. */
function wordsIn(piece: string, told: Told): Word[] {
  const plain = piece.trim();
  if (
    plain === "" ||
    /^(?:ctx|context\.\w{1,20}\(?\)?|true|false|nil|null|NULL|0|shell\s{0,2}=\s{0,2}(?:True|true)|\w{1,20}:\s{0,2}\w{1,20}|nil\.?)$/.test(
      plain,
    )
  )
    return [];
  const inner = INNER_PATTERN.exec(plain);
  if (inner !== null && /"\s{0,4},/.test(plain))
    return argumentsAt(plain, inner[0].length - 1).flatMap((each) => wordsIn(each, told));
  const held = { ...told.heldOf(plain) };
  const own = ownSources(plain, told.line, urlIn(plain));
  held.sources = joinSources(held.sources, own);
  // What a call makes of a text is another one, unless it only puts it together.
  if (own.some(({ taint }) => taint === "network" || taint === "decoded") && !plain.startsWith('"'))
    return [{ text: FILLED, sources: held.sources, isKnown: false }];
  let made = "";
  let isKnown = false;
  let from = 0;
  for (const match of plain.matchAll(/"([^"]{0,6000})"/g)) {
    const between = plain.slice(from, match.index);
    if (
      /[A-Za-z_]\w*\s{0,4}(?:\+|\.\.|&|<>|\+\+|,|~|\^|\.)\s{0,4}$|(?:\+|\.\.|&|<>|\+\+|~|\^)\s{0,4}[A-Za-z_]/.test(
        between,
      )
    )
      made += FILLED;
    made += meant(match[1] ?? "").replaceAll(/[$#]\{[^}]{1,80}\}|\\\([^)]{1,80}\)|%[sqv]|\{\w{0,30}\}/g, FILLED);
    isKnown = true;
    from = match.index + match[0].length;
  }
  if (isKnown && /^\s{0,4}(?:\+|\.\.|&|<>|\+\+|~|\^|,)\s{0,4}[A-Za-z_($]/.test(plain.slice(from))) made += FILLED;
  if (isKnown) return [{ text: made, sources: held.sources, isKnown }];
  if (!/[A-Za-z_]/.test(plain)) return [];
  // Beside a command its own path may be known, too.
  const lines = held.texts.filter((each) => /^[^~/]\S{0,60}\s/.test(each));
  const commands = held.texts.length === 1 ? held.texts : lines;
  const isForeign = held.sources.some(({ taint }) => taint === "network" || taint === "decoded" || taint === "blob");
  const [known] = isForeign ? [] : commands;
  if (known !== undefined && commands.length === 1 && /^[&*]?[\w.()]{1,60}$/.test(plain))
    return [{ text: known.replaceAll(/%[sqv]/g, FILLED), sources: held.sources, isKnown: true }];
  return [{ text: FILLED, sources: held.sources, isKnown: false }];
}

/** Says what is started, and hands its words to the shell's reader. */
function started(reading: Reading, line: number, command: string, words: readonly Word[]): readonly Source[] {
  const all = words.flatMap(({ sources }) => [...sources]);
  const carried = all.filter(({ taint }) => /^(?:secret|env-all|user-|dotenv)/.test(taint));
  const [program] = words;
  const at = words.findIndex(({ text }, index) => index > 0 && CODE_FOLLOWS.test(text));
  const script = SHELLS.test(program?.text ?? "") && at !== -1 ? words[at + 1] : program;
  const isFilled = /^(?:\S{0,60}\/)?(?:ba|z|da)?sh\s{1,4}-c\s{1,4}["']?\$\{?\w{1,40}\}?["']?$/.test(command);
  // What decides the command: the program, or what a shell is told.
  const decided =
    script === undefined || !(isFilled || script.text.startsWith(FILLED))
      ? []
      : script.sources.filter(({ taint }) => taint === "network" || taint === "decoded" || taint === "blob");
  add(reading, {
    ...event(line, "run", "a command"),
    target:
      decided.length > 0
        ? { ...UNKNOWN, sources: [...decided, ...carried] }
        : { ...literal(command.slice(0, 2_000)), sources: carried },
  });
  if (command !== FILLED)
    embed(reading, {
      language: WINDOWS.test(command) ? "batch" : "bash",
      text: command.slice(0, 20_000),
      firstLine: line,
      from: "string",
    });
  return outputSources(command, line).filter(({ taint }) => taint !== "listing");
}
