import { inPieces } from "@gaia/reading";
import { isIllegible } from "../engine/decode-text.ts";
import { isSecretName } from "../engine/secret-name.ts";
import { isDotenv, secretPlace } from "../engine/sensitive-path.ts";
import { HOLE, joinSources, type Source } from "../engine/value.ts";
import { meant } from "./source-text.ts";
import { type Held, NOTHING } from "./source-names.ts";
import { CHILD_ENV, CONNECTION, ENV_ALL, ENV_ONE, ORIGINS, READS_ADDRESS } from "./source-patterns.ts";

const URL = /(?:https?|ftp):\/\/[^\s"'`)\]}>,;|\u0001\u0002]{3,400}/i;

/** What stands for the user's folder. */
export const HOME = inPieces(
  "",
  String.raw`os\.UserHomeDir\(\)|user\.Current\(\)|\b(?:dirs::)?home_dir\(\)|(?:env!?|env::var(?:_os)?|[gG]etenv|`,
  String.raw`getEnv|get_env!?|lookupEnv|GetEnvironmentVariable|fetch_env!|ENV|EnvGet|ENVIRON|environment|\.env|`,
  String.raw`expand|Environ|ExpandEnvironmentStrings)\s{0,2}[([{]{0,2}\s{0,4}"[%$]?(?:HOME|USERPROFILE)%?"[)\]]{0,2}|`,
  String.raw`System\.getProperty\(\s{0,2}"user\.home"\s{0,2}\)|System\/getProperty\s{1,4}"user\.home"|`,
  String.raw`NSHomeDirectory\(\)|FileManager\.default\.homeDirectoryForCurrentUser|SpecialFolder\.(?:UserProfile|`,
  String.raw`Personal)|Path\.expand\(\s{0,2}"~"|System\.user_home!?(?:\(\))?|\bhomedir\(\)|\bgetHomeDir\(\)|`,
  String.raw`getHomeDirectory|user-homedir-pathname|\$env\.HOME|\$(?:::)?env\(HOME\)|`,
  String.raw`Platform\.environment\[\s{0,2}"HOME"\s{0,2}\]|Path\.home|\bvim\.env\.HOME|@UserProfileDir|%USERPROFILE%|`,
  String.raw`os\.home_dir\(\)|expandTilde|@HomePath|A_UserProfile|Unix\.getenv\s"HOME"`,
);
const HOMES = new RegExp(HOME.source, "g");

const homely = (text: string): string =>
  text
    .replace(/^(?:%USERPROFILE%|\$\{?HOME\}?|%HOME%|\$env\.HOME|~(?=\\))/i, "~")
    .replace(/^%(?:LOCAL)?APPDATA%/i, "~/AppData")
    .replaceAll("\\", "/");

const PATH_OF_PATTERN = inPieces(
  "g",
  String.raw`"([^"]{0,300})"|(?<![\w.:>])([A-Za-z_]\w{0,60})(?!\s{0,2}[(!\w]|\.(?!join|resolve|append|path|as_|to|`,
  String.raw`clone|str|div|child)[A-Za-z]|::)`,
);

/** A path as an expression says it: the user's folder as `~`, what is not known as a hole. */
export function pathOf(piece: string, textOf: (name: string) => string | null): string {
  const written = piece.slice(0, 1_000).replaceAll(HOMES, ' "~" ');
  const parts: string[] = [];
  for (const match of written.matchAll(PATH_OF_PATTERN)) {
    if (parts.length > 12) break;
    if (match[1] !== undefined)
      parts.push(homely(meant(match[1])).replaceAll(/[$#]?\{[^}]{0,60}\}|\\\([^)]{0,60}\)|%s|\$\w{1,40}/g, HOLE));
    else if (
      match[2] !== undefined &&
      !/^(?:let|var|const|val|new|try|return|string|err|nil|null|true|false|mut|set)$/i.test(match[2])
    )
      parts.push(textOf(match[2]) ?? HOLE);
  }
  return (
    parts
      .filter((part, index) => part !== "" && !(part === HOLE && parts[index - 1] === HOLE))
      .join("/")
      .replaceAll(/\/{2,}/g, "/")
      .replace(new RegExp(`^${HOLE}/~`), "~")
      .replace(/^(~)\/\1/, "~")
      // `format!("{}/.ssh", home)`: what is filled in stands behind.
      .replace(new RegExp(`^${HOLE}(/[^${HOLE}]{2,200})/~$`), "~$1")
  );
}

export const textsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]{1,6000})"/g)].map(([, inner = ""]) => meant(inner));

/** Texts of a statement, and those that stand beside each other as the pieces of one path. */
export function pathsIn(text: string): string[] {
  const texts = textsIn(text)
    .filter((each) => each.length < 300)
    .map(homely);
  const isHomely = HOME.test(text);
  const found: string[] = [];
  for (const [index, each] of texts.entries()) {
    found.push(each.replace(new RegExp(`^[^/\\s]{0,40}[{}$)%s]{1,8}(?=/)`), "~"));
    const next = texts[index + 1];
    if (next !== undefined) found.push(`${each}/${next}`.replaceAll(/\/{2,}/g, "/"));
    if (isHomely && !each.startsWith("~")) found.push(`~/${each}`.replaceAll(/\/{2,}/g, "/"));
    if (isHomely && next !== undefined) found.push(`~/${each}/${next}`.replaceAll(/\/{2,}/g, "/"));
  }
  return found.slice(0, 80);
}

/** Keys of servers and certificates are a program's own where nothing says that they are the user's. */
const OWN_KEY = /\.(?:pem|p12|pfx|ppk|jks|keystore|ovpn|kdbx?|service)$/i;
const isTheirs = (path: string): boolean =>
  !/\s/.test(path.replaceAll(/(?:Login|User|Local|Web|Extension|Brave|Opera) /g, "")) &&
  (!OWN_KEY.test(path) || path.startsWith("~"));

/** Where what a statement itself speaks of comes from. `address`: the one of which it speaks, by a name too. */
export function ownSources(text: string, line: number, address: string | null): readonly Source[] {
  if (/^(?:#?\s{0,2}import|#\s{0,2}include|use|using|from|require|open|package|@import)\s[^()]{0,200}$/.test(text))
    return [];
  let sources: readonly Source[] = [];
  const add = (source: Source) => {
    sources = joinSources(sources, [source]);
  };
  for (const [pattern, taint, what] of ORIGINS)
    if (pattern.test(text)) add({ taint, what: what === "a download" ? (address ?? what) : what, line });
  if (address !== null && READS_ADDRESS.test(text.replaceAll(/"[^"]{0,20000}"/g, '"')) && /[(!]|\s/.test(text)) {
    if (!CONNECTION.test(text)) add({ taint: "network", what: address, line });
  }
  if (ENV_ALL.test(text) && !CHILD_ENV.test(text)) add({ taint: "env-all", what: "the environment", line });
  if (text.includes('"') || text.includes("$"))
    for (const match of text.matchAll(ENV_ONE)) {
      const name = match[1] ?? match[2] ?? "";
      if (isSecretName(name)) add({ taint: "secret-env", what: name, line });
    }
  if (!text.includes('"')) return sources;
  for (const path of pathsIn(text)) {
    if (secretPlace(path) !== null && isTheirs(path)) add({ taint: "secret-file", what: path, line });
    else if (isDotenv(path)) add({ taint: "dotenv", what: path, line });
  }
  for (const each of textsIn(text)) {
    if (isIllegible(each)) add({ taint: "blob", what: "a long literal", line });
  }
  return sources;
}

export const urlIn = (text: string): string | null => URL.exec(text)?.[0] ?? null;

/** What a statement is worth remembering of: addresses, paths, commands. */
export function ownTexts(text: string): readonly string[] {
  if (text.length > 1_500) return NOTHING.texts;
  return textsIn(text)
    .filter((each) => each.length < 4_000 && /[/\\~.\s]|^(?:ba|z)?sh$/.test(each))
    .slice(0, 4);
}

/** The address in a statement, or behind a name of which it speaks. */
export const addressOf = (text: string, held: Held): string | null =>
  urlIn(text) ?? held.texts.map(urlIn).find((url) => url !== null) ?? null;
