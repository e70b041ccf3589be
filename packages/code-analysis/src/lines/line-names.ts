import { joinSources, type Source } from "../engine/value.ts";
import { type CodeLanguage, inPieces } from "@gaia/reading";
import type { Statement } from "./line-statements.ts";

const MOST_NAMES = 3_000;

/** What the names of a program hold. Keys: `x` a variable, `f:x` one of the function f, `.x` a member, `x()` what a function gives. */
export interface Names {
  sources: Map<string, readonly Source[]>;
  /** Names that hold one known text: an address, a path, a host. */
  texts: Map<string, string>;
  /** Function -> its parameters. */
  parameters: Map<string, string[]>;
  /** There were more than are followed. */
  isFull: boolean;
}

export const newNames = (): Names => ({ sources: new Map(), texts: new Map(), parameters: new Map(), isFull: false });

/** A statement, and what it names. */
export interface Named extends Statement {
  /** Keys that it gives something. */
  assigned: readonly string[];
  /** Keys of which it speaks. */
  used: readonly string[];
  /** The function in whose body it stands. */
  within: string | null;
  /** What it holds is what that function gives. */
  isGiven: boolean;
}

const FUNCTION = inPieces(
  "i",
  String.raw`^\s*(?:(?:public|private|protected|static|final|abstract|hidden|export)\s+){0,4}(?:def\s+(?:self\.)?|`,
  String.raw`function\s+|sub\s+|filter\s+)([A-Za-z_][\w-]{0,60}[?!]?)\s{0,4}(?:\(([^)]{0,300})\))?`,
);
const METHOD =
  /^\s*(?:hidden\s+|static\s+)?\[[\w.[\]]{1,60}\]\s{0,4}([A-Za-z_]\w{0,60})\s{0,4}\(([^)]{0,300})\)\s{0,4}\{/;
const PARAMETERS = /^\s*(?:param\s{0,4}\(|my\s{0,4}\(([^)]{1,200})\)\s{0,4}=\s{0,4}@_)/i;
/** Functions and members whose names stand for too much to follow. */
const COMMON = inPieces(
  "",
  String.raw`^(?:main|run|new|initialize|__construct|call|execute|start|test|setup|puts|print|to_s|get|set|each|map|name|text|open|write|`,
  String.raw`read|close|if|elsif|unless|for|while|else|end|do|in|and|or|not|my|our|local|return|true|false|null|nil|undef|this|self|`,
  String.raw`string|int|array|object|void|function|foreach|param|begin|process|private|public|static|readonly|require|use|import|class|`,
  String.raw`def|sub|length|size|value|data|type|path|join|split|push|first|last|keys|values|item|key|env)$`,
);

const lower = (name: string): string => name.toLowerCase();

/** Texts go, but for what is filled into them. */
function withoutTexts(text: string): string {
  return text
    .replaceAll(/'[^'\n]{0,4000}'/g, "''")
    .replaceAll(/"((?:[^"\\\n]|\\.){0,4000})"/g, (_, inner: string) =>
      (inner.match(/#\{[^}]{1,200}\}|[$@]\(?[{\w:.>[\]()-]{1,80}/g) ?? []).join(" "),
    );
}

const bareWords = (text: string): string[] =>
  [...text.matchAll(/(?<![$@%&\w])[A-Za-z_]\w{0,60}/g)]
    .map(([name]) => lower(name))
    .filter((name) => !COMMON.test(name));

const parametersIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/\[[\w.[\]()=$, ]{1,80}\]|=[^,]{0,80}/g, "")
      .matchAll(/[$@&*]{0,2}([A-Za-z_]\w{0,60})\s{0,4}(?=,|$|\)|:)/g),
  ].map(([, name = ""]) => lower(name));

const MEMBER = /(?:\$this->|\$self->\{?["']?|(?<![@\w])@{1,2}|\bself\.|\$(?:script|global):)([A-Za-z_]\w{0,60})/gi;
const VARIABLE = /[$@%]\{?\$?([A-Za-z_]\w{0,60})/g;

const ASSIGNED_IN_PATTERN = inPieces(
  "gi",
  String.raw`(?:\$this->|\$self->\{?["']?|@)([A-Za-z_]\w{0,60})["'}]{0,2}(?:\s{0,4}<<|(?:\.|->)(?:append|add|push|`,
  String.raw`write|store|concat)\w{0,8}|\[[^\]]{0,80}\]\s{0,4}=(?!=))`,
);

/** Names that are given something: on the left of `=`, in a loop's head, as a block's parameters, by being added to. */
function assignedIn(text: string, scope: string, isRuby: boolean): string[] {
  const found: string[] = [];
  const local = (name: string) => found.push(scope + lower(name));
  const left = /^([^=!<>~"']{1,160}?)(?:\.|\+|\|\||\?\?|<<|\/\/|&&)?=(?![=~>])/.exec(text)?.[1];
  if (left !== undefined && !/^\s*(?:if|elsif|elseif|unless|while|return)\b/.test(left)) {
    const members = [...left.matchAll(MEMBER)].map(([, name = ""]) => `.${lower(name)}`);
    const isDeclared = /\b(?:private|public|protected|readonly)\b/.test(left);
    const marked = isRuby
      ? []
      : [...left.matchAll(VARIABLE)].map(([, name = ""]) => name).filter((name) => !/^(?:this|self)$/i.test(name));
    found.push(...members);
    if (members.length === 0)
      for (const name of marked) found.push(isDeclared ? `.${lower(name)}` : scope + lower(name));
    if (members.length === 0 && marked.length === 0)
      for (const name of bareWords(left.replace(/^\s*set\s/i, "")).slice(0, 6))
        found.push(/^\s*[A-Z][A-Z_0-9]+\b/.test(left) ? name : scope + name);
  }
  for (const pattern of GIVEN) for (const match of text.matchAll(pattern)) if (match[1] !== undefined) local(match[1]);
  for (const match of text.matchAll(/(?:\bdo|\{)\s{0,4}\|([^|\n]{1,80})\|/g)) bareWords(match[1] ?? "").forEach(local);
  for (const match of text.matchAll(ASSIGNED_IN_PATTERN)) found.push(`.${lower(match[1] ?? "")}`);
  if (/\{\s*$/.test(text)) local("_");
  return [...new Set(found)].slice(0, 12);
}

const GIVEN = [
  /[{;]\s{0,4}(?:my\s+)?\$?([A-Za-z_]\w{0,60})\s{0,4}=(?![=~>])/g,
  /\(\s{0,4}(?:my\s+)?\$?([A-Za-z_]\w{0,60})\s{0,4}=(?![=~>])/g,
  /\b(?:while|until|if)\s+\(?\s{0,4}(?:my\s+)?\$?([A-Za-z_]\w{0,60})\s{0,4}=(?![=~>])/g,
  /\bfor(?:each)?\s{0,4}\(?\s{0,4}(?:my\s+|our\s+)?\$?([A-Za-z_]\w{0,60})\s+(?:in\b|\()/gi,
  /\bas\s+(?:\$\w{1,60}\s{0,4}=>\s{0,4})?\$([A-Za-z_]\w{0,60})/g,
  /\bopen\s{0,4}\(?\s{0,4}(?:my\s+)?\$?([A-Za-z_]\w{0,60})\s{0,4},/g,
  /(?<!->|\.|@)\$?\b([A-Za-z_]\w{0,60})(?:\.|->)(?:append\w{0,8}|add\w{0,5}|push|unshift|concat|store|merge!|update|enqueue)\b/gi,
  /(?<!->|\.|@)\$?\b([A-Za-z_]\w{0,60})\s{0,4}<<(?![<~-])/g,
  /\b(?:push|unshift)\s{0,4}\(?\s{0,4}@?\{?[$@]?([A-Za-z_]\w{0,60})/g,
  /\bset\s+([A-Za-z_]\w{0,60})\s+to\b/gi,
  /^\s*set\s+(?:\/[ap]\s+)?"?([A-Za-z_]\w{0,60})=/gi,
  /-OutVariable\s+([A-Za-z_]\w{0,60})/gi,
];

/** Keys of which a statement speaks: its variables, here and outside, members, and functions that it calls. */
function usedIn(bare: string, scope: string, isLoose: boolean): string[] {
  const found: string[] = [];
  const variable = (name: string) => found.push(...(scope === "" ? [name] : [scope + name, name]));
  for (const [, name = ""] of bare.matchAll(VARIABLE)) variable(lower(name));
  for (const [, name = ""] of bare.matchAll(MEMBER)) found.push(`.${lower(name)}`);
  for (const [name] of bare.matchAll(/(?<![$@%\w-])[A-Za-z]{2,30}-[A-Za-z]\w{1,40}/g)) found.push(`${lower(name)}()`);
  for (const name of bareWords(bare)) {
    found.push(`${name}()`);
    if (isLoose) variable(name);
  }
  if (/\$_\b/.test(bare)) variable("_");
  return [...new Set(found)].slice(0, 120);
}

/** What each statement names. */
export function namedIn(statements: readonly Statement[], names: Names, language: CodeLanguage): Named[] {
  const open: { name: string; indent: number }[] = [];
  const loose = isLoose(language);
  const program = statements.map((statement): Named => {
    while (open.length > 0 && statement.indent <= (open.at(-1)?.indent ?? 0)) open.pop();
    const head = FUNCTION.exec(statement.text) ?? METHOD.exec(statement.text);
    const name = head?.[1]?.toLowerCase();
    if (name !== undefined) {
      open.push({ name, indent: statement.indent });
      names.parameters.set(name, parametersIn(head?.[2] ?? ""));
    } else if (PARAMETERS.test(statement.text) && open.length > 0)
      names.parameters.set(
        open.at(-1)?.name ?? "",
        parametersIn(statement.text.replace(/^[^(]*\(/, "").replace(/\)\s{0,4}(?:=.*)?$/, "")),
      );
    const within = open.at(-1)?.name ?? null;
    const scope = within === null ? "" : `${within}:`;
    const assigned = assignedIn(statement.text, scope, loose);
    return {
      ...statement,
      assigned,
      used: usedIn(withoutTexts(statement.text), scope, loose),
      within,
      isGiven:
        /\breturn\b/.test(statement.text) ||
        (assigned.length === 0 && (language === "ruby" || language === "powershell")),
    };
  });
  // The last statement of a body is what it gives, in most of these languages.
  return program.map((named, at) =>
    named.within !== null && program[at + 1]?.within !== named.within ? { ...named, isGiven: true } : named,
  );
}

const PACKING = inPieces(
  "i",
  String.raw`Compress-Archive|CreateFromDirectory|Copy-Item|\b(?:cp|copy|xcopy|robocopy|tar|zip|7z|rar)\b|FileUtils\.cp|File::Copy|`,
  String.raw`ZipArchive|addFile|Zip::File|Set-Content|Out-File|WriteAll|File\.(?:bin)?write|file_put_contents|\bscreencapture\b|`,
  String.raw`\bscrot\b|gnome-screenshot|\bgrim\b|\bimagesnap\b|\bfswebcam\b|\barecord\b|\bimport\s{1,4}-window|\.Save\(|`,
  String.raw`^\s{0,20}[(@]?\s{0,4}\w{2,20}\s{0,4}>{1,2}\s{0,2}["%$]|Graphics\]?::FromImage`,
);

/** What a statement holds by the names of which it speaks. */
export function heldBy(named: Named, names: Names): readonly Source[] {
  let sources: readonly Source[] = [];
  for (const name of named.used) {
    const held = names.sources.get(name);
    if (held !== undefined) sources = joinSources(sources, held);
  }
  return sources;
}

/** What a piece of a statement holds by the names of which it speaks. */
export function heldIn(piece: string, named: Named, names: Names, language: CodeLanguage): readonly Source[] {
  const scope = named.within === null ? "" : `${named.within}:`;
  return heldBy({ ...named, used: usedIn(withoutTexts(piece), scope, isLoose(language)) }, names);
}

/** Names without a mark are variables as well. */
const isLoose = (language: CodeLanguage): boolean =>
  language === "ruby" || language === "applescript" || language === "batch";

/** Gives what a statement names what it holds, and the functions that it calls their arguments. */
export function give(named: Named, names: Names, sources: readonly Source[]): void {
  if (sources.length === 0) return;
  const add = (key: string) => {
    const before = names.sources.get(key) ?? [];
    if (before.length > 0 || names.sources.size < MOST_NAMES) names.sources.set(key, joinSources(before, sources));
    else names.isFull = true;
  };
  for (const key of named.assigned) add(key);
  // A file that is written, packed or copied holds what went into it: whatever name stands for its path.
  const kept = PACKING.test(named.text)
    ? sources.filter(({ taint }) => /^(?:secret-file|env-all|user-data|dotenv)$/.test(taint))
    : [];
  if (kept.length > 0)
    for (const key of named.used)
      if (!key.endsWith("()")) names.sources.set(key, joinSources(names.sources.get(key) ?? [], kept));
  if (named.within !== null && named.isGiven && !COMMON.test(named.within)) add(`${named.within}()`);
  for (const key of named.used) {
    const called = key.endsWith("()") ? key.slice(0, -2) : "";
    if (called === "" || called === named.within) continue;
    for (const parameter of names.parameters.get(called) ?? []) add(`${called}:${parameter}`);
  }
}
