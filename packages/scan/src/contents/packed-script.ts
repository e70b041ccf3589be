import type { TextFile } from "../view/text-file.ts";

const LONG_LITERAL = /[A-Za-z0-9+/_=-]{1200,}|(?:\\x[0-9a-fA-F]{2}){300,}|(?:\d{1,3},\s?){400,}/g;
const DECODES =
  /b(?:64|85|32)decode|a85decode|\batob\b|Buffer\.from|fromhex|unhexlify|decompress|inflate|gunzip|fromCharCode|unescape\s*\(|base64\s+(?:-d|-D|--decode)|xxd\s+-r|FromBase64String/;
const RUNS =
  /\bexec\s*\(|\beval\s*[("`$]|\bFunction\s*\(|\bcompile\s*\(|marshal\.loads|pickle\.loads|runInNewContext|runInThisContext|child_process|subprocess|os\.system|\bspawn|importlib|types\.FunctionType|\|\s*(?:ba|z|da)?sh\b|\biex\b|Invoke-Expression/i;
/** Of the file; bundles with an embedded font or picture stay below. */
const LEAST_SHARE = 0.3;

/** Whether most of a script is one encoded text, and the script decodes and runs. */
export function isPackedScript({ kind, text }: TextFile): boolean {
  if (kind !== "code" || text.length < 1_200) return false;
  let encoded = 0;
  for (const [literal] of text.matchAll(LONG_LITERAL)) encoded += literal.length;
  return encoded / text.length >= LEAST_SHARE && DECODES.test(text) && RUNS.test(text);
}

const OWN_TAIL =
  /\b(?:tail|sed|awk|dd|head|cut|grep|unzip|tar|base64|gzip|perl)\b[^\n]{0,200}(?:"?\$\{?0\}?"?|\$\{?BASH_SOURCE)/;
const TAIL_BYTES = 400;

/** Whether a shell script reads itself for what follows its end, as self-extracting installers do. */
export function isSelfExtracting(text: string): boolean {
  if (!text.startsWith("#!") || !OWN_TAIL.test(text)) return false;
  const end = /^[ \t]*(?:exit\b[^\n]*|__[A-Z_]{4,40}__|:<<[^\n]*)$/gm;
  for (const line of text.matchAll(end)) {
    if (text.length - line.index - line[0].length >= TAIL_BYTES && isEncoded(text.slice(line.index + line[0].length)))
      return true;
  }
  return false;
}

/** Long lines without a word between: text for machines. */
function isEncoded(tail: string): boolean {
  const sample = tail.slice(0, 4_000);
  const dense = sample.split(/\s+/).filter((word) => word.length >= 40);
  return dense.reduce((total, word) => total + word.length, 0) / Math.max(sample.trim().length, 1) > 0.6;
}
