import { type HostKind, inPieces } from "@gaia/reading";

/** A piece of an instruction as the model reads it, and where it stands. */
export interface Token {
  /** A word, or what a thing is: `host:stranger`, `path:.ssh`, `flag:yes`. */
  word: string;
  start: number;
  end: number;
  /** The sentence or line of the text that it stands in, counted from 0. */
  sentence: number;
}

type KindsOf = (window: { start: number; end: number }) => Set<HostKind>;

const PIECE = inPieces(
  "gu",
  String.raw`(?<path>(?:~|\$\{?HOME\}?|%[A-Za-z]+%|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.*@{}$%<>-]+){1,12}\/?|`,
  String.raw`(?<![\w.])\.[a-z][\w-]{1,30}(?:\.[a-z]{2,8})?|(?<![\w.])[\w-]{1,60}\.(?:sh|bash|zsh|ps1|bat|cmd|exe|msi|`,
  String.raw`dmg|pkg|zip|rar|7z|gz|tgz|xz|iso|jar|apk|deb|rpm|py|pyw|js|mjs|ts|rb|pl|vbs|hta|scr|dll|so|dylib|whl|md|`,
  String.raw`txt|json|ya?ml|toml|env|pem|key|dat|kdbx|sqlite|db|sql|csv|log|pdf|docx?|xlsx?)(?![\w.]))|`,
  String.raw`(?<mail>[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4})|(?<flag>(?<![\w-])--?[A-Za-z][\w-]{0,40})|`,
  String.raw`(?<variable>\$\{?[A-Za-z_]\w{0,40}\}?|%[A-Z_]{3,30}%|`,
  String.raw`(?<!\w)[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,5}(?!\w))|(?<slot>\{\{?[\w .-]{1,40}\}?\}|`,
  String.raw`<[A-Za-z][\w -]{0,40}>)|(?<han>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+)|`,
  String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’]\p{L}{1,3})?)|(?<number>\d[\d.,]*)|(?<end>[.!?](?=\s|$)|[。！？]|\n)|`,
  "(?<sign>\\|{1,2}|&&|>{1,2}|`|=|;)",
);

const MOST_TOKENS = 400_000;

/**
 * The words and things of a text. `addresses` are the spans of its addresses; each becomes what it is to the skill, so that nothing is
 * learnt of names.
 */
export function tokensOf(
  text: string,
  addresses: readonly { start: number; end: number }[],
  kindsOf: KindsOf,
): Token[] {
  const tokens: Token[] = [];
  let sentence = 0;
  let next = 0;
  const push = (word: string, start: number, end: number) => tokens.push({ word, start, end, sentence });
  const pushAddress = (start: number, end: number) => {
    for (const kind of kindsOf({ start, end })) push(`host:${kind}`, start, end);
    const address = text.slice(start, end);
    const ending = /\.(\w{2,6})(?:[?#].*)?$/.exec(address.replace(/^[a-z]+:\/\/[^/]*/i, ""))?.[1];
    if (ending !== undefined) push(`ends:${ending.toLowerCase()}`, start, end);
    if (/[?&][\w-]+=/.test(address)) push("address:query", start, end);
    if (/[{<$%]|\b(?:your|encoded|base64|data|key|token)\b/i.test(address)) push("address:slot", start, end);
  };
  for (const match of text.matchAll(PIECE)) {
    const start = match.index;
    const end = start + match[0].length;
    while ((addresses[next]?.start ?? Infinity) <= start) {
      const address = addresses[next] as { start: number; end: number };
      pushAddress(address.start, address.end);
      next += 1;
    }
    const last = addresses[next - 1];
    if (last !== undefined && start < last.end) continue;
    const { path, mail, flag, variable, slot, han, word, number, end: stop, sign } = match.groups ?? {};
    if (stop !== undefined) sentence += 1;
    else if (path !== undefined) for (const each of pathWords(path)) push(each, start, end);
    else if (mail !== undefined) push("mail", start, end);
    else if (flag !== undefined) push(`flag:${flag.replace(/^-+/, "").toLowerCase()}`, start, end);
    else if (variable !== undefined) for (const each of variableWords(variable)) push(each, start, end);
    else if (slot !== undefined) push("slot", start, end);
    else if (han !== undefined) for (const each of pairs(han)) push(each, start, end);
    else if (word !== undefined) push(spelling(word.toLowerCase().replaceAll("’", "'")), start, end);
    else if (number !== undefined) push("number", start, end);
    else if (sign !== undefined) push(`sign:${sign}`, start, end);
    if (tokens.length >= MOST_TOKENS) break;
  }
  return tokens;
}

const ENGLISH: [RegExp, string][] = [
  [/^(licen|defen|offen|preten)ce(?=d?$|s$)/, "$1se"],
  [/^(\w{2,}(?:[^aeiou]|u))is(?=(?:e[ds]?|ing|ers?|ations?)$)/, "$1iz"],
  [/^(\w{1,}(?:l|v|n|b|m|d|i))our(?=(?:s|ed|ing|ful|ite|able|less)?$)/, "$1or"],
  [/^(cent|met|lit|fib|theat)re(?=s?$)/, "$1er"],
  [/^(\w{2,})logue(?=s?$)/, "$1log"],
  [/^(anal|paral|catal)ys(?=(?:e[ds]?|ing)$)/, "$1yz"],
  [/^grey/, "gray"],
  [/^(\w{3,}[aeiou])ll(?=(?:ed|ing|er|ers)$)/, "$1l"],
];
/**
 * One spelling for both sides of the Atlantic: which of them an author writes says nothing about what is asked for. That
 * `rise` is respelled too does no harm.
 */
function spelling(word: string): string {
  if (!/^[a-z]{4,20}$/.test(word)) return word;
  const variant = ENGLISH.find(([pattern]) => pattern.test(word));
  return variant === undefined ? word : word.replace(variant[0], variant[1]);
}

function pathWords(path: string): string[] {
  const parts = path.split(/[/\\]+/).filter((part) => part !== "");
  const from = /^[~$%]/.test(path) ? ["path:home"] : path.startsWith("/") ? ["path:root"] : ["path:own"];
  const named = parts
    .filter((part) => !/^[~.*$%{<]/.test(part) || /^\.\w/.test(part))
    .slice(0, 6)
    .map((part) => `path:${part.toLowerCase()}`);
  const ending = /\w\.(\w{1,6})$/.exec(parts.at(-1) ?? "")?.[1];
  return [...from, ...named, ...(ending === undefined ? [] : [`ends:${ending.toLowerCase()}`])];
}

function variableWords(variable: string): string[] {
  const name = variable.replaceAll(/[${}%]/g, "").toLowerCase();
  return [
    "variable",
    ...name
      .split("_")
      .filter((part) => part.length > 2)
      .slice(0, 4),
  ];
}

/** Scripts without spaces: every two letters that follow each other. */
function pairs(run: string): string[] {
  const letters = [...run].slice(0, 400);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
