import { shebangOf, inPieces } from "@gaia/reading";
import { encodedText } from "./encoded-text.ts";

/** A program's own path, where it is not asked for its folder or its name. */
const OWN_PATH = /["']?\$(?:0(?!\w)|\{0\}|\{?BASH_SOURCE(?:\[0\])?\}?)["']?/;
const FOLDER_OF_OWN =
  /(?:dirname|basename|readlink|realpath|cd|source|\.)\s[^\n|;)]{0,40}\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?["']?|\$\{0[%#/][^}\n]{0,40}\}/g;
const READS_OWN = new RegExp(
  `\\b(?:tail|sed|awk|dd|head|cut|grep|perl|base64|openssl|gunzip|zcat|tar|unzip|uudecode|` +
    `python3?)\\b[^\\n;&]{0,160}?[\\s=<]${OWN_PATH.source}`,
);
const UNPACKS = inPieces(
  "",
  String.raw`base64\s+-{1,2}[dD]|openssl\s+(?:enc|base64)|gunzip|gzip\s+-\w{0,4}d|zcat|\btar\s+-{0,2}\w{0,6}x|unzip|xz\s+-d|xxd\s+-r|`,
  String.raw`uudecode|\|\s{0,4}(?:sudo\s)?(?:(?:ba|z|da)?sh|python3?|perl|node)\b|\beval\b|\b(?:ba)?sh\s+-c`,
);
const MOST_LINES = 20_000;

/** Where a script unpacks or runs what follows its own commands; null where it does not. */
export function selfExtractingAt(path: string, text: string): number | null {
  const shebang = shebangOf(text);
  if (/\.(?:sh|bash|zsh|ksh|command|run)$/i.test(path) || (shebang !== null && /sh\b/.test(shebang)))
    return inShell(text);
  if (/\.(?:ps[md]?1|bat|cmd)$/i.test(path)) return inWindows(text);
  if (/\.(?:pyw?|[cm]?[jt]s|rb|p[lm]|php)$/i.test(path) || shebang !== null) return inProgram(text);
  return null;
}

function inShell(text: string): number | null {
  let at = 0;
  let pending: number | null = null;
  const lines = text.split("\n", MOST_LINES);
  for (const line of lines) {
    const bare = line.length > 4_000 ? "" : line.replaceAll(/'[^']*'/g, "''").replaceAll(FOLDER_OF_OWN, "");
    if (OWN_PATH.test(bare) && READS_OWN.test(bare) && !/^\s*#/.test(bare)) {
      if (UNPACKS.test(line)) return at;
      pending ??= />\s{0,4}["']?(?!&|\/dev\/)[\w$/~.{]/.test(bare) ? at : null;
    }
    at += line.length + 1;
  }
  if (
    pending !== null &&
    /chmod\s+(?:\+x|[0-7]*[1357])|\b(?:bash|sh|python3?|source)\s+["']?[\w$/~.{]|(?:^|[;&|\s])\.\s+["']?[$/~]/m.test(
      text,
    )
  )
    return pending;
  return encodedEnd(text);
}

const MOST_EXITS = 200;

/** Where a script's last command is followed by encoded data. */
function encodedEnd(text: string): number | null {
  let exits = 0;
  for (const { index, 0: exit } of text.matchAll(/^[ \t]{0,20}(?:exit|return)\b[^\n]{0,20}\r?\n/gm)) {
    if ((exits += 1) > MOST_EXITS) return null;
    const rest = text.slice(index + exit.length, index + exit.length + 4_000);
    if (/^\s{0,20}(?:[#:_-][^\n]{0,80}\n){0,2}/.exec(rest) === null) continue;
    const { share, characters } = encodedText(rest, true);
    if (characters >= 300 && share >= 0.8) return index;
  }
  return null;
}

const OWN_PATTERN = inPieces(
  "i",
  String.raw`certutil\s+-f?\s{0,2}-?decode(?:hex)?\s+-?f?\s?["']?%~(?:f|dpnx|s)?0|(?:^|[\s(@])(?:more|findstr|type|`,
  String.raw`copy\s+\/b)\s[^\n]{0,120}%~?(?:f|dpnx|s|nx)?0|(?:Get-Content|gc|ReadAll(?:Text|Bytes|Lines)\()`,
  String.raw`[^\n]{0,60}\$(?:PSCommandPath|MyInvocation\.MyCommand\.(?:Path|Definition))`,
);

function inWindows(text: string): number | null {
  const own = OWN_PATTERN.exec(text);
  if (own === null) return null;
  return /certutil|FromBase64String|\biex\b|Invoke-Expression|Assembly\]?::Load|WriteAllBytes/i.test(text)
    ? own.index
    : null;
}

const OWN_NAMES = ["__file__", "__filename", "__FILE__", "argv[", "DATA", "$0"];

const RUNS_PATTERN = inPieces(
  "",
  String.raw`(?<![.\w$])(?:exec|eval|compile)\s{0,4}\(|(?<![.\w$])eval\s+(?:DATA|join|\$|<)|marshal\.loads|zipimport|`,
  String.raw`runIn(?:This|New)Context|(?<![.\w])(?:new\s+)?Function\s{0,4}\(|\b_compile\(`,
);

const OWN_PATTERN_2 = inPieces(
  "",
  String.raw`(?:open|read_text|read_bytes|readFileSync|File\.read|ZipFile|zipimporter|file_get_contents)\s{0,4}\(\s{0,4}(?:__file__|`,
  String.raw`__filename|__FILE__|sys\.argv\[0\]|process\.argv\[1\]|\$0)\b|\bDATA\.read\b|<DATA>|\bPath\s{0,4}\(\s{0,4}(?:__file__|`,
  String.raw`sys\.argv\[0\])\s{0,4}\)(?:\.(?:resolve|absolute)\(\)){0,2}\.(?:read|open)`,
);

function inProgram(text: string): number | null {
  if (!OWN_NAMES.some((name) => text.includes(name))) return null;
  const own = OWN_PATTERN_2.exec(text);
  if (own === null) return null;
  const runs = RUNS_PATTERN;
  return runs.test(text) ? own.index : null;
}
