import { type CodeUnit, inPieces } from "@gaia/reading";
import { hostOf } from "../engine/host.ts";
import type { Reading } from "../engine/reader.ts";
import { persistentPlace, isWholePlace } from "../engine/sensitive-path.ts";
import { literal, type Source, UNKNOWN, type Value } from "../engine/value.ts";
import { add, event } from "../lines/line-acts.ts";
import { INSTALLERS } from "../engine/installers.ts";
import { STARTS } from "./source-commands.ts";
import { meant } from "./source-text.ts";
import { argumentsAt, type Held, joinHeld, type Named, NOTHING } from "./source-names.ts";
import { AUTH, AUTH_CALLS, EVALUATES, LUA_LOADS, REMOVES_TREE, SEND, SPOKEN, WRITES } from "./source-patterns.ts";
import { pathOf, pathsIn, textsIn } from "./source-values.ts";

/** A statement with what it speaks of. */
export interface Judged {
  named: Named;
  line: number;
  own: readonly Source[];
  /** Of the names in it. */
  held: Held;
  address: string | null;
  heldOf(piece: string): Held;
}

const isSecret = ({ taint }: Source): boolean =>
  taint === "secret-env" || taint === "dotenv" || taint === "secret-file";
const isGrave = ({ taint }: Source): boolean => /^(?:secret-file|env-all|user-data|user-files)$/.test(taint);

/** What a statement holds, parted into what it carries and what only says who asks. */
export function valueOf({ named: { text }, own, held }: Judged, heldOf: (piece: string) => Held): Held {
  const all = { ...held, sources: [...held.sources, ...own].slice(0, 12) };
  if (!AUTH.test(text) || !all.sources.some(isSecret)) return all;
  // The arguments of what sets a header; where there is none, all of it.
  const shown: string[] = [];
  for (const match of text.matchAll(AUTH_CALLS)) {
    const piece = argumentsAt(text, match.index + match[0].length - 1).join(",");
    if (AUTH.test(match[0] + piece)) shown.push(piece);
    if (shown.length >= 8) break;
  }
  const rest = shown.reduce((left, piece) => left.replace(piece, ""), text);
  const isBody = shown.length > 0 && !AUTH.test(rest.replaceAll(AUTH_CALLS, ""));
  const body = isBody ? heldOf(rest) : NOTHING;
  const inBody = (source: Source): boolean =>
    isBody &&
    (body.sources.some(({ what, taint }) => what === source.what && taint === source.taint) ||
      (own.includes(source) && rest.includes(source.what)));
  const moved = all.sources.filter((source) => isSecret(source) && !inBody(source));
  return joinHeld(
    { ...all, sources: all.sources.filter((source) => !moved.includes(source)) },
    { ...NOTHING, auth: moved },
  );
}

const valued = (sources: readonly Source[]): Value => ({ ...UNKNOWN, sources });

/** What one statement does, but for the programs that it starts. */
export function actsOf(reading: Reading, judged: Judged, value: Held): void {
  const { named, line, own, held, address } = judged;
  const { text } = named;
  const target: Value = address === null ? UNKNOWN : literal(address);
  const isFetched = own.some(({ taint, what }) => taint === "network" && what !== "a connection");
  if (isFetched && address !== null) add(reading, { ...event(line, "fetch", "a download"), target });
  const carried = value.sources.filter((source) => !(source.taint === "network" && source.line === line));
  const found = SEND.exec(text);
  const isSpoken =
    held.sources.some(({ taint, what }) => taint === "network" && what === "a connection") && SPOKEN.test(text);
  const isAsked =
    isFetched &&
    carried.some((source) => isGrave(source) || source.taint === "secret-env" || source.taint === "dotenv");
  if (found !== null || isSpoken || isAsked) {
    const sent = isSpoken && found === null ? carried.filter(({ taint }) => taint !== "network") : carried;
    if (sent.length > 0 || value.auth.length > 0 || address !== null)
      add(reading, {
        ...event(line, "send", (found?.[0] ?? "a request").trim().slice(0, 40)),
        target,
        inputs: sent.length === 0 ? [] : [valued(sent)],
        auth: value.auth.length === 0 ? [] : [valued(value.auth)],
      });
  }
  evaluated(reading, judged);
  for (const { taint, what } of own)
    if (taint === "user-data")
      add(reading, { ...event(line, "capture", captureIn(text)), target: literal(what.replace(/^the /, "")) });
  removed(reading, judged);
  startFiles(reading, judged, value);
}

const captureIn = (text: string): string =>
  /[A-Za-z]{0,40}(?:Key|Tap|Hook|Clip|Screen|Pasteboard)[A-Za-z]{0,40}/.exec(text)?.[0] ?? "capture";

const isText = ({ taint, what }: Source): boolean =>
  taint === "decoded" || taint === "blob" || (taint === "network" && !isMakers(what));
const isMakers = (url: string): boolean => {
  const host = /^https:/i.test(url) ? hostOf(url) : null;
  return host !== null && INSTALLERS.test(host);
};

const COMPILED = new Set("go rust c zig d v nim crystal swift dart haskell ocaml java kotlin scala csharp".split(" "));
/** In a language that is compiled a function of that name is its own, unless an interpreter is there. */
const isCompiled = ({ language, text }: CodeUnit): boolean =>
  COMPILED.has(language) &&
  !/ScriptEngine|JSContext|goja|otto|starlark|[lL]ua|rhai|boa_engine|JavaScriptCore|Groovy|Interpreter|Nashorn|Graal/.test(
    text,
  );

/** Text that becomes code: what stands behind the word, or comes into it. */
function evaluated(reading: Reading, judged: Judged): void {
  const { named, line, own, heldOf } = judged;
  const found = EVALUATES.exec(named.text) ?? (reading.unit.language === "lua" ? LUA_LOADS.exec(named.text) : null);
  if (found === null || (/\beval\b/.test(found[0]) && isCompiled(reading.unit))) return;
  const at = found.index + found[0].length - (found[0].endsWith("(") ? 1 : 0);
  const after = named.text[at] === "(" ? argumentsAt(named.text, at).join(",") : named.text.slice(at);
  const isPiped = /\|>|\.\s{0,2}eval\s{0,2}\($|\bread-from-string|\beval-(?:buffer|region)|Toplevel/.test(named.text);
  const inside = heldOf(isPiped ? named.text : after).sources.filter(isText);
  // What the statement itself brings must stand in the call, rather than beside it.
  const beside = own.filter(
    (source) =>
      isText(source) && (isPiped || named.text.indexOf(source.what) > found.index || !named.text.includes(source.what)),
  );
  const sources = [...inside, ...beside];
  if (sources.length === 0) return;
  const hidden = sources.filter(({ taint }) => taint !== "network");
  add(reading, {
    ...event(
      line,
      "evaluate",
      found[0]
        .trim()
        .replace(/\s{0,2}\($/, "")
        .slice(0, 40),
    ),
    inputs: [valued(hidden.length > 0 && !sources.some(({ taint }) => taint === "network") ? hidden : sources)],
  });
}

/** A folder goes: which one, its path says. */
function removed(reading: Reading, { named: { text }, line, heldOf }: Judged): void {
  const found = REMOVES_TREE.exec(text);
  if (found === null) return;
  const open = text.indexOf("(", found.index);
  const before = /(?:^|[\s=(])([^\s=;]{1,200})\.(?:deleteRecursively|deleteDir|delete)\s{0,2}\($/.exec(
    text.slice(0, open + 1),
  )?.[1];
  const isCalled = open !== -1 && text.slice(found.index, open).length <= found[0].length + 4;
  const piece = before ?? (isCalled ? (argumentsAt(text, open)[0] ?? "") : text.slice(found.index + found[0].length));
  const path = pathOf(
    (piece.split(";")[0] ?? "").replace(/^\s{0,4}(?:recursive|force|:\w{1,20})\b/, ""),
    (name) => heldOf(name).texts.find((each) => /^[~/]/.test(each)) ?? null,
  );
  if (path === "") return;
  add(reading, {
    ...event(line, "delete-tree", found[0].trim().slice(0, 40)),
    target: literal(path.replace(/^[A-Z]:(?=\/(?:Users|home))/i, "")),
  });
}

/** A place that something reads when it starts is written. */
function startFiles(reading: Reading, { named: { text }, line, held, heldOf }: Judged, value: Held): void {
  if (!WRITES.test(text)) return;
  if (
    /CurrentVersion\/{1,2}Run/i.test(text.replaceAll("\\", "/")) ||
    (/RegWrite|SetValue|RegSetValue/.test(text) && held.texts.some((each) => /CurrentVersion\\{1,2}Run/i.test(each)))
  ) {
    if (/Write|Set|Create|add/.test(text))
      add(reading, { ...event(line, "write", "Set: a start entry"), target: literal("C:/CurrentVersion/Run/x") });
    return;
  }
  const isRead =
    /\bfopen\s{0,2}\([^)]{0,200}"r|\bopen\([^)]{0,200}"r"|openFileInput|O_RDONLY|\.open\([^,)]{0,200}\)(?!.{0,100}write)/.test(
      text,
    ) && !/"[wa]b?\+?"/.test(text);
  const piece = /(?:\(|\s)(.{1,1000})$/.exec(text)?.[1] ?? text;
  const own = pathOf(piece, (name) => heldOf(name).texts.find((each) => /^[~/.]/.test(each)) ?? null);
  const path = isRead
    ? undefined
    : [own, ...pathsIn(text), ...held.texts].find(
        (each) => each.length < 300 && !/\s.*\s/.test(each) && persistentPlace(each)?.isGlobal === true,
      );
  if (path === undefined) return;
  const said = textsIn(text).filter((each) => each !== path && !path.endsWith(each));
  const inputs =
    said.length === 0 && value.sources.length === 0 && !/symlink|copy|rename|move/i.test(text)
      ? []
      : [{ ...UNKNOWN, text: said.join("\n") || null, sources: value.sources }];
  add(reading, {
    ...event(line, "write", /copy|link|move|rename/i.test(WRITES.exec(text)?.[0] ?? "") ? "copy" : "Set: a file"),
    target: literal(path),
    inputs,
  });
}

/** Which files a program writes with what came from elsewhere, by paths and by the names that stand for them. */
export type KeptFiles = Map<string, Source>;

const DOTTED =
  /\.(?:exe|dll|so|dylib|sh|bat|cmd|ps1|vbs|js|jar|lua|py|rb|pl|r|go|php|nu|fish|tcl|el|jl|exs|beam|msi|scr|bin|app|com)$/i;
const PLACE = /^(?:\/(?!dev\/)|~\/|\.{1,2}\/|[A-Z]:[\\/]|%\w+%|\\)/i;
const NO_PATH = inPieces(
  "i",
  String.raw`^(?:body|data|content|buf|buffer|bytes|resp|response|res|req|request|client|err|error|n|i|b|r|w|x|s|nil|`,
  String.raw`true|false|out_err|mode|perm|url|uri|link|src_url|fs|os|io|ioutil|String|URL|URI|Url|int|void|const|let|`,
  String.raw`var|val|auto|new|false|char|self|this|std|mut)$`,
);

const keysIn = (piece: string, { scopes }: Named): string[] => {
  const paths = textsIn(piece).filter(
    (each) => each.length < 300 && !/:\/\//.test(each) && (PLACE.test(each) || DOTTED.test(each)),
  );
  const names = [
    ...piece.replaceAll(/"[^"]{0,20000}"/g, " ").matchAll(/(?<![\w.])&?([A-Za-z_]\w{0,60})(?!\s{0,2}\(|\w|::|!)/g),
  ].map(([, name = ""]) => name);
  return [
    ...paths.map((each) => each.toLowerCase()),
    ...names
      .filter((name) => !NO_PATH.test(name) && !/^(?:Files?|Paths?)$/.test(name))
      .slice(0, 20)
      .map((name) => `${scopes[0] ?? ""} ${name}`),
  ];
};

/** Remembers what a statement writes, and says what it starts. */
export function followFiles(reading: Reading, judged: Judged, value: Held, files: KeptFiles): void {
  const { named, heldOf } = judged;
  const { text } = named;
  if (files.size > 0) {
    for (const match of text.matchAll(STARTS)) {
      const rest = text.slice(match.index + match[0].length);
      const open = /^\s{0,4}[({[]/.exec(rest);
      const pieces =
        open === null ? rest.replace(/^[\s,:=@]{1,8}/, "").split(",") : argumentsAt(rest, open[0].length - 1);
      tell(reading, judged, files, pieces.slice(0, 3).join(","));
    }
    const found = EVALUATES.exec(text);
    const isFile =
      /\b(?:source|dofile|load|loadfile|require|include|dlopen|plugin\.Open|LoadLibrary|LoadFrom|LoadFile|import)\b/.test(
        text,
      );
    if (isFile && (found !== null || /\b(?:dofile|loadfile|include|LoadFrom|LoadFile)\b/.test(text)))
      tell(reading, judged, files, text);
  }
  const foreign = value.sources.find(
    (source) => isText(source) && source.what !== "a connection" && source.taint !== "blob",
  );
  if (foreign === undefined || !WRITES.test(text)) return;
  for (const key of keysIn(text, named)) {
    const name = key.slice(key.indexOf(" ") + 1);
    const holds = key.includes(" ") ? heldOf(name) : NOTHING;
    // The name of what was fetched is no path, but a name that stands for one may have been made of an answer.
    if (holds.sources.some(({ taint }) => taint === "network") && holds.texts.every((each) => /:\/\//.test(each)))
      continue;
    for (const each of [key, ...holds.texts.filter((path) => !/:\/\//.test(path)).map((path) => path.toLowerCase())])
      if (files.size < 500 && !files.has(each)) files.set(each, foreign);
  }
}

function tell(reading: Reading, { named, line, heldOf }: Judged, files: KeptFiles, piece: string): void {
  const keys = keysIn(piece, named);
  const key = [...keys, ...heldOf(piece).texts.map((each) => each.toLowerCase())].find((each) => files.has(each));
  const before = key === undefined ? undefined : files.get(key);
  if (before === undefined || key === undefined) return;
  const path = `⟨${meant(key).trim()}⟩`;
  add(reading, { ...event(before.line, "write", "a file"), target: literal(path), inputs: [valued([before])] });
  add(reading, { ...event(line, "run", "a file"), target: literal(path) });
}

/** Whether a path is one of the user's own roots. */
export const isRoot = (path: string): boolean => isWholePlace(path) && path !== "";
