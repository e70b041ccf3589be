import { base32Text, base64Text, hexText, inflatedText, rot13, utf8Text } from "../engine/decode-text.ts";
import { computed, literal, tainted, UNKNOWN, type Value, wholeText, withSources } from "../engine/value.ts";
import { type Call, hasFlag, operands, optionValues, sayOf, textOf } from "./call.ts";
import { awkActs } from "./shell-escapes-to.ts";
import { concat, fileKey, filtered } from "./shell-machine.ts";
import { contentOf, writePath } from "./shell-files.ts";

/** How a program's operands are read: which options take a value, and whether the first operand is a pattern. */
interface Filter {
  valued: string[];
  pattern?: boolean;
}

/** Programs that read files or what comes in, and print something made of it. */
export const FILTERS: Record<string, Filter> = {
  cat: { valued: [] },
  tac: { valued: [] },
  bat: { valued: ["-l"] },
  nl: { valued: [] },
  less: { valued: [] },
  more: { valued: [] },
  head: { valued: ["-n", "-c"] },
  tail: { valued: ["-n", "-c"] },
  strings: { valued: ["-n"] },
  sort: { valued: ["-k", "-t", "-o"] },
  uniq: { valued: ["-f"] },
  grep: { valued: ["-e", "-m", "-A", "-B", "-C", "-f"], pattern: true },
  egrep: { valued: ["-e", "-m", "-A", "-B", "-C"], pattern: true },
  fgrep: { valued: ["-e", "-m"], pattern: true },
  zgrep: { valued: ["-e"], pattern: true },
  rg: { valued: ["-e", "-g", "-t", "-A", "-B", "-C"], pattern: true },
  awk: { valued: ["-F", "-v", "-f"], pattern: true },
  mawk: { valued: ["-F", "-v", "-f"], pattern: true },
  nawk: { valued: ["-F", "-v", "-f"], pattern: true },
  gawk: { valued: ["-F", "-v", "-f"], pattern: true },
  sed: { valued: ["-e", "-f"], pattern: true },
  gsed: { valued: ["-e", "-f"], pattern: true },
  cut: { valued: ["-d", "-f", "-c", "-b"] },
  tr: { valued: [], pattern: true },
  rev: { valued: [] },
  fold: { valued: ["-w"] },
  fmt: { valued: ["-w"] },
  paste: { valued: ["-d"] },
  column: { valued: ["-s", "-o"] },
  jq: { valued: ["--arg", "--argjson", "-f", "--slurpfile"], pattern: true },
  yq: { valued: [], pattern: true },
  base64: { valued: ["-w", "-i", "-o", "-b"] },
  base32: { valued: ["-w"] },
  basenc: { valued: ["-w"] },
  xxd: { valued: ["-c", "-l", "-s", "-g"] },
  od: { valued: ["-A", "-t", "-N"] },
  hexdump: { valued: ["-e", "-n", "-s"] },
  gzip: { valued: ["-S"] },
  gunzip: { valued: [] },
  zcat: { valued: [] },
  pigz: { valued: ["-p"] },
  bzip2: { valued: [] },
  bunzip2: { valued: [] },
  bzcat: { valued: [] },
  xz: { valued: [] },
  unxz: { valued: [] },
  xzcat: { valued: [] },
  zstd: { valued: [] },
  zstdcat: { valued: [] },
  openssl: { valued: ["-k", "-pass", "-K", "-iv", "-in", "-out", "-S"], pattern: true },
  gpg: { valued: ["-r", "-o", "-u", "--passphrase", "--recipient", "--output"] },
  age: { valued: ["-r", "-o"] },
  iconv: { valued: ["-f", "-t"] },
  uuencode: { valued: [] },
  uudecode: { valued: ["-o"] },
  tee: { valued: [] },
  envsubst: { valued: [] },
  pv: { valued: ["-L"] },
  qrencode: { valued: ["-o"] },
};

/** Follows a filter: a text that is known is decoded as the program would, otherwise its origins are kept. */
export function filterProgram(call: Call): Value {
  const { name } = call;
  const filter = FILTERS[name] ?? { valued: [] };
  awkActs(call);
  const all = operands(call, new Set(filter.valued));
  const skipsPattern = filter.pattern === true && name !== "tr" && (name === "openssl" || !hasFlag(call, "-e", "-f"));
  const paths =
    name === "tr"
      ? []
      : [
          ...(skipsPattern ? all.slice(1) : all),
          ...(name === "openssl" || name === "base64"
            ? optionValues(call, "-in", "-i").filter(({ text }) => text !== null && !/^\d+$/.test(text))
            : []),
        ];
  const readable = paths.filter(({ text, place }) => text !== "-" && (place !== undefined || text !== null));
  if (name === "tee") return tee(call, readable);
  const files = readable.length === 0 ? null : contentOf(call, readable);
  const input =
    files === null
      ? (call.stdin ?? literal(""))
      : call.stdin !== null && hasFlag(call, "-")
        ? concat(files, call.stdin)
        : files;
  const exported =
    name === "gpg" && hasFlag(call, "--export-secret-keys", "--export-secret-key", "--export-secret-subkeys");
  const output = exported ? tainted("secret-file", "the key ring", call.line) : transformed(call, input);
  for (const path of optionValues(call, "-out", "-o", "--output").slice(0, 4)) {
    if (/^(?:openssl|gpg|age|sort|uudecode|base64|qrencode)$/.test(name))
      writePath(call.machine, { path, content: output, append: false, line: call.line, callee: name });
  }
  if (/^(?:gzip|gunzip|bunzip2|unxz|xz)$/.test(name)) {
    for (const path of readable) call.machine.files.set(fileKey(textOf(path)).replace(/\.(?:gz|bz2|xz)$/, ""), output);
  }
  return output;
}

function tee(call: Call, paths: readonly Value[]): Value {
  const content = call.stdin ?? UNKNOWN;
  const append = hasFlag(call, "-a", "--append");
  for (const path of paths)
    if (!/^\/dev\/(?:null|tty|stderr|stdout)$/.test(textOf(path)))
      writePath(call.machine, { path, content, append, line: call.line, callee: "tee" });
  return content;
}

/** Letters for letters that are not their other case. */
const SET = /^\[?(?:[a-zA-Z]-[a-zA-Z]|[!-0]-[~0-9]){2,4}\]?$/;

function transformed(call: Call, input: Value): Value {
  const { name } = call;
  const text = wholeText(input);
  const decoder = decoderOf(call);
  if (decoder !== null) {
    sayOf(call, { act: "decode", inputs: [input] });
    const plain = text === null ? null : decoder(text.trim());
    if (plain === null) return filtered(input, true, call.line + call.machine.unit.firstLine - 1);
    return withSources({ ...computed(utf8Text(plain)) }, filtered(input, true, call.line).sources);
  }
  if (name === "openssl" || name === "gpg" || name === "age") sayOf(call, { act: "encrypt", inputs: [input] });
  if (/^(?:cat|bat|less|more|nl|pv|fmt|column|envsubst|strings)$/.test(name)) return input;
  if (
    text === null &&
    name === "tr" &&
    operands(call)
      .slice(0, 2)
      .every((set) => SET.test(textOf(set)))
  )
    return filtered(input, true, call.line);
  if (text === null) return filtered(input, false, call.line);
  if (name === "rev")
    return withSources(computed([...text.trimEnd()].toReversed().join("")), filtered(input, true, call.line).sources);
  if (name === "tr") return translated(call, input, text);
  if (name === "sed" || name === "gsed") return substituted(call, input, text);
  return filtered(input, false, call.line);
}

function decoderOf(call: Call): ((text: string) => string | null) | null {
  const decodes = hasFlag(call, "-d", "-D", "--decode", "--decrypt", "--decompress");
  switch (call.name) {
    case "base64":
    case "basenc":
      return decodes ? base64Text : null;
    case "base32":
      return decodes ? base32Text : null;
    case "xxd":
      return hasFlag(call, "-r") ? hexText : null;
    case "gunzip":
    case "zcat":
      return inflatedText;
    case "gzip":
    case "pigz":
      return decodes ? inflatedText : null;
    case "bunzip2":
    case "bzcat":
    case "unxz":
    case "xzcat":
    case "zstdcat":
    case "uudecode":
      return () => null;
    case "openssl":
      if (
        !/^(?:enc|base64|aes|des|bf|rc4|rsautl|pkeyutl|smime|cms)/.test(call.texts[0] ?? "") ||
        !hasFlag(call, "-d", "-decrypt")
      )
        return null;
      return call.texts.some((text) => text === "base64" || text === "-base64") &&
        !call.texts.some((text) => /aes|des|pass/.test(text))
        ? base64Text
        : () => null;
    case "gpg":
    case "age":
    case "bzip2":
    case "xz":
    case "zstd":
      return decodes ? () => null : null;
    default:
      return null;
  }
}

/** `tr`: rot13, deletion, and sets of single letters. */
function translated(call: Call, input: Value, text: string): Value {
  const [from = "", to = ""] = call.texts.filter((word) => !/^-[cdsC]+$/.test(word));
  const decoded = (result: string): Value => withSources(computed(result), filtered(input, true, call.line).sources);
  if (
    /^a-zA-Z$|^A-Za-z$|^\[a-zA-Z\]$|^\[A-Za-z\]$/.test(from) &&
    /^\[?[nN]-[zZ][aA]-[mM][nN]-[zZ][aA]-[mM]\]?$/.test(to)
  )
    return decoded(rot13(text));
  if (hasFlag(call, "-d")) {
    const set = new Set(from.replaceAll("\\n", "\n").replaceAll("\\r", "\r"));
    return { ...input, text: [...text].filter((char) => !set.has(char)).join("") };
  }
  if (!/[-[\\]/.test(from) && from.length > 0 && from.length === to.length)
    return decoded([...text].map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? char) : char)).join(""));
  return filtered(input, !/[[\\]/.test(from) || /[A-Za-z]-[A-Za-z]/.test(to), call.line);
}

/** `sed s/a/b/g` of plain words. */
function substituted(call: Call, input: Value, text: string): Value {
  let result = text;
  const scripts = operands(call).slice(0, 1).concat(optionValues(call, "-e")).map(textOf);
  for (const match of scripts.join(";").matchAll(/s([/|#,@:])([^/|#,@:]{1,200})\1([^/|#,@:]{0,200})\1(g?)/g)) {
    const [, , from = "", to = "", all] = match;
    if (/[\\.*[\]^$+?]/.test(from)) return filtered(input, false, call.line);
    result = all === "g" ? result.replaceAll(from, () => to) : result.replace(from, () => to);
  }
  return result === text ? filtered(input, false, call.line) : withSources(computed(result), input.sources);
}
