import { inPieces } from "@gaia/reading";
import { isIllegible } from "../engine/decode-text.ts";
import { isSecretName } from "../engine/secret-name.ts";
import { isDotenv, secretPlace } from "../engine/sensitive-path.ts";
import { joinSources, type Source } from "../engine/value.ts";
import { ORIGINS } from "./line-patterns.ts";

const MOST_TEXTS = 2_000;

const URL = /\b(?:https?|ftp):\/\/[^\s"'`)\]}>,;|]{3,400}/i;
const HOST = /["'](\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,6})["']/i;

export const urlIn = (text: string): string | null => URL.exec(text)?.[0] ?? null;
export const hostIn = (text: string): string | null => HOST.exec(text)?.[1] ?? null;

const HOMELY_PATTERN = inPieces(
  "i",
  String.raw`^(?:\$env:USERPROFILE|\$\{?HOME\}?|%USERPROFILE%|#\{(?:Dir\.home|ENV\[.HOME.\]|ENV\.fetch\(.HOME.\)|`,
  String.raw`home)\}|\$\{?ENV\{["']?HOME["']?\}\}?|\{\$_SERVER\[.HOME.\]\})`,
);

/** What stands for the user's folder, in each language, as `~`. */
export function homely(path: string): string {
  return path.replace(HOMELY_PATTERN, "~").replace(/^(?:\$env:(?:LOCAL)?APPDATA|%(?:LOCAL)?APPDATA%)/i, "~/AppData");
}

const JOINING =
  /\b(?:File\.(?:join|expand_path)|Join-Path|catfile|catdir|Path\]?::Combine|implode|join|Pathname\.new)\b/i;
const HOMES = inPieces(
  "i",
  String.raw`Dir\.home|ENV\[["']HOME["']\]|ENV\.fetch\(["']HOME["']\)|\$ENV\{["']?HOME["']?\}|getenv\(["']HOME["']\)|`,
  String.raw`\$_SERVER\[["']HOME["']\]|\$HOME\b|\$env:(?:USERPROFILE|HOME)|GetFolderPath\(["']UserProfile["']\)|%USERPROFILE%|%HOME%`,
);

/** Paths of which a statement speaks: its texts, and those that it joins. */
export function pathsIn(text: string): string[] {
  const found: string[] = [];
  const parts: string[] = [];
  for (const match of text.matchAll(/["']([^"'\n]{1,300})["']|\s([~$%][^\s"'),;]{3,200})/g)) {
    const path = homely(match[1] ?? match[2] ?? "");
    found.push(path);
    if (match[1] !== undefined && parts.length < 8) parts.push(path);
  }
  if (JOINING.test(text) || HOMES.test(text)) {
    const home = HOMES.test(text) && !(parts[0] ?? "").startsWith("~") ? ["~"] : [];
    const own = parts.filter((part) => !/^(?:HOME|UserProfile|USERPROFILE)$/.test(part));
    found.push([...home, ...own].join("/").replaceAll(/\/{2,}/g, "/"));
    for (const last of own.slice(1)) found.push([...home, own[0] ?? "", last].join("/").replaceAll(/\/{2,}/g, "/"));
    if (home.length > 0) for (const each of own) found.push(`~/${each}`.replaceAll(/\/{2,}/g, "/"));
  }
  for (const list of text.matchAll(/%w[[({<]([^\])}>\n]{2,400})[\])}>]|\bqw[[({/]([^\])}/\n]{2,400})[\])}/]/g))
    found.push(...(list[1] ?? list[2] ?? "").trim().split(/\s+/).slice(0, 40));
  return found.slice(0, 60);
}

const OWN_SOURCES_PATTERN = inPieces(
  "",
  String.raw`^\s*(?:use|require(?:_once|_relative)?|import|using|no|eval\s{0,2}[{("']{1,2}\s{0,2}(?:require|`,
  String.raw`use))\b(?![^\n]{0,200}(?:\$|https?:))`,
);

/** Where what a statement itself speaks of comes from. */
export function ownSources(text: string, line: number): readonly Source[] {
  // A library that is only named does nothing yet.
  if (OWN_SOURCES_PATTERN.test(text)) return [];
  let sources: readonly Source[] = [];
  const add = (source: Source) => {
    sources = joinSources(sources, [source]);
  };
  const url = urlIn(text);
  for (const [pattern, taint, what] of ORIGINS)
    if (pattern.test(text)) add({ taint, what: what === "a download" ? (url ?? what) : what, line });
  for (const match of text.matchAll(
    /(?:\$env:|ENV\.fetch\s?\(?["']|ENV\[?["'{]{1,2}|getenv\(["']|\$_(?:ENV|SERVER)\[["'])([A-Za-z_]\w{1,80})/gi,
  ))
    if (isSecretName(match[1] ?? "")) add({ taint: "secret-env", what: match[1] ?? "", line });
  // A list of names, one of which a loop chooses.
  const listed = [...text.matchAll(/(?<=["'\s([{,])([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})(?=["'\s)\]},])/g)]
    .map(([, name = ""]) => name)
    .filter(isSecretName);
  if (new Set(listed).size >= 2) for (const name of listed.slice(0, 8)) add({ taint: "secret-env", what: name, line });
  for (const path of pathsIn(text)) {
    if (secretPlace(path) !== null) add({ taint: "secret-file", what: path, line });
    else if (isDotenv(path)) add({ taint: "dotenv", what: path, line });
  }
  for (const match of text.matchAll(/["']([^"'\n]{120,6000})["']/g))
    if (isIllegible(match[1] ?? "")) add({ taint: "blob", what: "a long literal", line });
  return sources;
}

const FILLED_PATTERN = inPieces(
  "g",
  String.raw`(?<![\w"'])(?:\$(?:this->|script:)?\{?([A-Za-z_]\w{0,40})\}?|@([a-z]\w{0,40})|\b([A-Z][A-Z_0-9]{2,40}))`,
  String.raw`\b(?![\w(]|\s{0,4}(?:=(?![=~>])|\[|::|\{))`,
);

/** `$f = "Remove-Item"; & $f …`: names that hold one word or path are that word. */
export function withTexts(statement: string, texts: ReadonlyMap<string, string>): string {
  if (texts.size === 0) return statement;
  const filled = statement
    .replaceAll(
      /(["'])((?:#\{@{0,2}([A-Za-z_]\w{0,40})\})|(?:\{?\$(?:this->)?\{?([A-Za-z_]\w{0,40})\}{0,2}))(?!\s{0,4}=)/g,
      (all, quote: string, _name: string, a?: string, b?: string) => {
        const text = texts.get((a ?? b ?? "").toLowerCase());
        return text === undefined ? all : quote + text;
      },
    )
    .replaceAll(FILLED_PATTERN, (all, a?: string, b?: string, c?: string) => {
      const text = texts.get((a ?? b ?? c ?? "").toLowerCase());
      return text === undefined ? all : `"${text}"`;
    });
  return filled;
}

const KEEP_TEXT_PATTERN = inPieces(
  "",
  String.raw`^\s{0,40}(?:(?:my|our|const|private|public|protected|static|readonly|final|string|\[string\]|set)\s{1,4}|`,
  String.raw`\?\w+\s){0,5}[$@]{0,2}(?:this->|script:)?([A-Za-z_]\w{0,40})\s{0,4}=\s{0,4}(?:URI(?:\.parse)?|File\.expand_path|`,
  String.raw`Pathname\.new|new\s\w{1,40})?\s{0,2}\(?\s{0,4}["']([^"'\n]{1,20000})["']\s{0,4}\)?(?:\.freeze)?[\s,;]{0,4}$`,
);

/** Keeps the one text that a name is given; false where there are too many of them. */
export function keepText(statement: string, texts: Map<string, string>): boolean {
  const [, name, text] = KEEP_TEXT_PATTERN.exec(statement) ?? [];
  if (name === undefined || text === undefined) return true;
  if (/[$#]\{?[a-z]/i.test(text) && !/^\$\{?(?:HOME|env:)/i.test(text)) return true;
  if (texts.size >= MOST_TEXTS) return false;
  texts.set(name.toLowerCase(), text.length > 300 && !/^[A-Za-z0-9+/=]+$/.test(text) ? text.slice(0, 300) : text);
  return true;
}
