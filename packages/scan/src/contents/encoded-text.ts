import { inPieces } from "@gaia/reading";
/** Texts for machines, each taken whole so that time is linear: lists of numbers, escapes, what base64, hex and base85 are written in. */
const RUNS =
  /(?:(?:0x)?[0-9a-fA-F]{1,3},[ \n]?)+|(?:\\x[0-9a-fA-F]{2})+|(?:\\u[0-9a-fA-F]{4})+|[0-9A-Za-z!#$%&()*+/;<=>?@^_`{|}~-]+/g;
/** Without a pause, for lower case hex and names; for what mixes all letters and digits, as base64 does. */
const LEAST_RUN = 60;
const LEAST_MIXED_LETTERS = 28;
const LEAST_OTHER_RUN = 120;
/** The first bytes of pictures, fonts, sounds, documents, WebAssembly, in base64 and in base64 behind gzip's own name. */
const ASSET =
  /^(?:AGFzb|iVBOR|\/9j\/|R0lGOD|d09GR|AAEAAAA|T1RUTw|JVBERi|PHN2Zy|PD94bW|SUQz|UklGR|T2dnUw|eyJ2ZXJzaW9uIj|AAABAA)/;
const DECODES = inPieces(
  "",
  String.raw`b(?:64|85|32|16)decode|urlsafe_b64|a85decode|\batob\b|\b(?:from|decode)\w{0,10}\([^\n]{0,200}["'](?:base64|hex)["']|`,
  String.raw`,\s{0,4}["'](?:base64|base64url|hex)["']\s{0,4}\)|fromhex|unhexlify|decompress|inflate\w{0,8}\(|gunzip|fromCharCode|`,
  String.raw`fromCodePoint|unescape\s?\(|base64\s+-{1,2}[dD]|xxd\s+-r|openssl\s+(?:enc|base64)|FromBase64String|base64_decode|`,
  String.raw`\.unpack1?\(|MIME::Base64|\bchr\(|bytes\(|bytearray\(|Fernet\(|createDecipheriv|b64dec|decode_base64|marshal\.loads|`,
  String.raw`printf\s[^\n]{0,10}\\x`,
);
/** A text becomes a program. Methods of that name are others' (`regex.exec`, `model.eval`, `re.compile`). */
const STARTS = inPieces(
  "i",
  String.raw`(?<![.\w$])(?:exec|eval|compile|execfile|runpy)\s{0,4}\(|\(0,\s?eval\)|`,
  String.raw`(?<![.\w])(?:new\s+)?Function\s{0,4}\((?!\s{0,4}["']return this)|marshal\.loads|pickle\.loads|`,
  String.raw`runIn(?:This|New)?Context|\b_compile\(|__import__\(|FunctionType\(|\biex\b|Invoke-Expression|`,
  String.raw`\[Reflection\.Assembly\]::Load|\|\s{0,4}(?:sudo\s)?(?:ba|z|da)?sh\b|\|\s{0,4}(?:python3?|node|perl|`,
  "ruby)\\b|(?<![.\\w])eval\\s+[\"'`$]|\\bsource\\s+<\\(|\\b(?:ba)?sh\\s+-c\\s+[\"']?\\$|chmod\\s+(?:\\+x|7)|",
  String.raw`constructor\.constructor\s?\(|set(?:Timeout|Interval|Immediate)\s?\(\s{0,4}(?:atob|unescape)|`,
  String.raw`getattr\(\s{0,4}(?:builtins|__builtins__)|(?<![.\w$])eval\s{1,4}decode_`,
);
/** The same by way of a file. */
const WRITES = inPieces(
  "",
  String.raw`open\s{0,4}\([^\n)]{0,120}["'][wa]b?\+?["']|write_(?:bytes|text)|writeFile|createWriteStream|`,
  String.raw`WriteAllBytes|Set-Content|Out-File|>\s{0,2}["']?[\w$/~.{]`,
);
const LAUNCHES = inPieces(
  "m",
  String.raw`\bsubprocess\b|os\.(?:system|popen|exec\w{1,3}|startfile)|child_process|\bexecFile|\bspawn(?:Sync)?\(|`,
  String.raw`import_module|spec_from_file_location|runpy|Start-Process|(?:^|[;&|]|\bthen|`,
  String.raw`\bexec)\s{0,8}(?:sudo\s)?(?:bash|sh|python3?|node|perl|source|\.)\s+["']?[\w$/~.{]`,
);
/** The same in one breath: decoding stands in what is run. */
const AT_ONCE = inPieces(
  "i",
  String.raw`(?:(?<![.\w$])(?:exec|eval|compile|Function)\s{0,4}\(|marshal\.loads\s{0,4}\(|\biex\b|`,
  String.raw`Invoke-Expression)[^\n;]{0,160}(?:b(?:64|85|32)decode|a85decode|\batob\(|unhexlify|fromhex|decompress|`,
  String.raw`fromCharCode|FromBase64String|["'](?:base64|hex)["']|base64_decode|unescape\()`,
);

/** What of a code file is encoded, and what it does with it. */
export interface EncodedText {
  /** Of all characters. */
  share: number;
  characters: number;
  /** Where the first run begins. */
  at: number;
}

/** How much of a text is encoded; pictures, fonts and WebAssembly count where `withAssets` says. */
export function encodedText(text: string, withAssets: boolean): EncodedText {
  let characters = 0;
  let at = -1;
  for (const run of text.matchAll(RUNS)) {
    if (run[0].length < leastOf(run[0])) continue;
    const before = text.slice(Math.max(run.index - 40, 0), run.index);
    if (!withAssets && (ASSET.test(run[0]) || before.endsWith("base64,"))) continue;
    // A name, a path or a rule of dashes has no digits among capitals.
    if (!/\d/.test(run[0]) || /^(?:(.)\1{20})/.test(run[0])) continue;
    characters += run[0].length;
    if (at === -1) at = run.index;
  }
  return { share: text.length === 0 ? 0 : characters / text.length, characters, at };
}

function leastOf(run: string): number {
  if (run.length < LEAST_MIXED_LETTERS) return Infinity;
  if (!/^[A-Za-z0-9+/=_-]+$/.test(run)) return LEAST_OTHER_RUN;
  // A name in camel case has no digits between its letters, a path has its slashes between words.
  const isMixed = /\d/.test(run) && /[A-Z]{2}/.test(run) && /[a-z]/.test(run) && !/^\/|[a-z]{9}/.test(run);
  return isMixed ? LEAST_MIXED_LETTERS : LEAST_RUN;
}

const LEAST_SHARE = 0.3;
const LEAST_CHARACTERS = 600;

/** Where the text begins that most of a program is, and that it decodes and runs; null for all others. */
export function packedAt(text: string): number | null {
  if (!DECODES.test(text)) return null;
  const isAtOnce = AT_ONCE.test(text);
  if (!isAtOnce && !startsSomething(text)) return null;
  const { share, characters, at } = encodedText(text, isAtOnce);
  return share >= LEAST_SHARE && characters >= LEAST_CHARACTERS ? at : null;
}

/** Whether a program decodes something and makes a program of something. */
export const decodesAndRuns = (text: string): boolean =>
  (DECODES.test(text) || /decrypt|\^\s{0,4}(?:key|0x|k\b)|AES\b/i.test(text)) && STARTS.test(text);

const startsSomething = (text: string): boolean => STARTS.test(text) || (WRITES.test(text) && LAUNCHES.test(text));
