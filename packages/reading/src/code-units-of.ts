import { inPieces } from "./patterns/pattern.ts";
import { type CodeUnit, languageOfFile } from "./code/code-unit.ts";
import { commandsIn } from "./commands/commands-in.ts";
import { fencesOf } from "./fences.ts";
import { guessLanguage } from "./code/guess-language.ts";
import { cellsOf } from "./notebook.ts";
import type { TextFile } from "./text-file.ts";

/** Texts in a language of their own that none of our readers knows; they are not guessed at. */
const OTHER = inPieces(
  "i",
  String.raw`\.(?:css|scss|less|svg|xml|xsd|tex|bib|jsonl?|ndjson|json5|jsonc|ya?ml|lock|sum|map|geojson|html?|vue|svelte|go|rs|java|`,
  String.raw`kts?|scala|c|h|cc|cpp|hpp|cs|swift|m|mm|lua|r|jl|sql|proto|graphql|tf|hcl|nix|ex|exs|erl|hs|clj|dart|qll?|po|pot|diff|patch|`,
  String.raw`license)$|(?:^|\/)(?:licen[cs]e|copying|notice|changelog|authors)(?:\.[a-z]{1,4})?$`,
);
/** Files that something runs by itself, and what. */
const TRIGGERS: [RegExp, string][] = [
  [/(?:^|\/)setup\.py$/i, "pip install"],
  [/(?:^|\/)(?:site|user)customize\.py$/i, "every start of Python"],
  [/(?:^|\/)conftest\.py$/i, "pytest"],
  [/(?:^|\/)\.envrc$/i, "entering the folder"],
  [/(?:^|\/)(?:\.husky|\.githooks|git-hooks|\.git\/hooks)\/[^/]{1,80}$/i, "git"],
];

const HOSTED =
  /\bnew\s{1,4}ActiveXObject\s{0,2}\(|\bWScript\.(?:CreateObject|Shell)\b|\bGetObject\s{0,2}\(\s{0,2}["'](?:winmgmts|script):/;

/** The code in one file: all of it, its fences, its cells, or the commands that stand in it. */
export function codeUnitsOf(file: TextFile): CodeUnit[] {
  const { path, text } = file;
  if (/\.ipynb$/i.test(path)) return cellsOf(file);
  if (file.kind === "markdown") return [...fencesOf({ path, text, firstLine: 1 }), ...commandsIn(file)];
  const commands = commandsIn(file);
  // A build's own file is a program as well, and so may be what a template makes.
  if (
    commands.length > 0 &&
    !/\.(?:gradle|kts|sbt|sc|tftpl|tpl|tmpl|j2|cfg)$|(?:^|\/)(?:user-?data|cloud-?(?:init|config))$/i.test(path)
  )
    return commands;
  const named = languageOfFile(path, text);
  const language = named ?? (OTHER.test(path) ? null : guessLanguage(text));
  if (language === null) return commands;
  const trigger = TRIGGERS.find(([pattern]) => pattern.test(path))?.[1];
  const unit: CodeUnit = {
    path,
    language,
    text,
    firstLine: 1,
    from: "file",
    ...(named === null ? { isGuessed: true } : {}),
    ...(trigger === undefined ? {} : { trigger }),
  };
  // What Windows' own script host is asked for is no matter of the language's libraries.
  const hosted = language === "javascript" && HOSTED.test(text) ? [{ ...unit, language: "jscript" as const }] : [];
  return [...commands, unit, ...hosted];
}
