import type { PackageFile } from "@gaia/archive";
import { splitLines } from "@gaia/findings";

/** One text in which detect-secrets looks for a file's secrets. */
export interface SecretShape {
  /** Its name for the scanner: `raw/…` or `parsed/…`. */
  name: string;
  /** The file of the package. */
  path: string;
  text: string;
  /** The file's own lines, */
  lines: readonly string[];
  /** and for each line of `text` which of them it is, from 1; 0: a line of ours. */
  numbers: readonly number[];
  /** False for a binary file, whose readable runs have no line numbers. */
  hasLines: boolean;
}

/** The scanner asks for quotes around a value in code, but not in these. */
const CONFIGURATION = /\.(?:ya?ml|eyaml|ini|cfg|cnf|conf|cf|properties|toml)$/i;
const YAML = /\.(?:ya?ml|eyaml)$/i;
const CODE = /\.(?:cls|go|java|js|m|php|pyi?|swift|tf|cs|c|cpp)$/i;
/** No INI and no YAML parser gets past it. */
const NO_PARSER_LINE = "- -";
/** Python's INI parser refuses a text with such a line: neither a header, a comment nor a continuation, and no delimiter in it. */
const NO_INI = /(?:^|[\n\r])[A-Za-z][^=:\n\r]*(?=[\n\r]|$)/;
/**
 * What detect-secrets looks for has one of these: quotes, an assignment, a digit, a slash or an underscore, a run of twenty characters
 * behind nothing but a space, a token that begins with two capitals, or the head of a key.
 */
const WORTH_A_LOOK = /["'`=:@\\/_0-9]|[^\s\x20-\x7e]|[\w+-]{20}|[A-Z]{2}[A-Za-z]{8}|PRIVATE/;

/**
 * detect-secrets passes over what it cannot decode, over files by their extension, and over whatever an INI or YAML
 * parser leaves out, comments for example. So each file is given as valid UTF-8 under a name of ours, once `raw`, where no
 * parser gets hold of it, and where a parser finds more (unquoted values) once more `parsed`. It tries some thirty patterns on each line,
 * in Python: in `raw` lines of words alone, where none of them can match, are left out, and a line that comes again stands once.
 */
export function toSecretShapes(files: PackageFile[]): SecretShape[] {
  return files.flatMap(({ path, bytes }, index) => {
    const { text, isText } = toText(bytes);
    const lines = splitLines(text);
    const file = { path, lines, hasLines: isText };
    const looked = linesToLookAt(lines);
    const raw: SecretShape = {
      ...file,
      name: `raw/f${index}${rawExtension(path)}`,
      text: [NO_PARSER_LINE, ...looked.keys()].join("\n"),
      numbers: [0, ...looked.values()],
    };
    if (looked.size === 0) return [];
    const extension = YAML.test(path) ? ".yaml" : CONFIGURATION.test(path) ? ".ini" : ".txt";
    if (!isText || CODE.test(path) || (extension === ".txt" && NO_INI.test(text))) return [raw];
    return [raw, { ...file, name: `parsed/f${index}${extension}`, text, numbers: lines.map((_, at) => at + 1) }];
  });
}

/** Each once, with the number of the first that reads so: the scanner tells a secret of a file once. */
function linesToLookAt(lines: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (WORTH_A_LOOK.test(line) && !numbers.has(line)) numbers.set(line, at + 1);
  }
  return numbers;
}

function rawExtension(path: string): string {
  if (CONFIGURATION.test(path)) return ".conf";
  return CODE.exec(path)?.[0].toLowerCase() ?? ".txt";
}

function toText(bytes: Uint8Array): { text: string; isText: boolean } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), isText: true };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), isText: true };
  // Bytes that are not UTF-8 become U+FFFD: the rest of the file is still read.
  if (!bytes.includes(0)) return { text: new TextDecoder().decode(bytes), isText: true };
  return { text: readableRuns(bytes), isText: false };
}

const MIN_RUN = 8;

/** The printable runs of a binary file, one a line, as strings(1) gives them. */
function readableRuns(bytes: Uint8Array): string {
  const runs: string[] = [];
  const decoder = new TextDecoder("latin1");
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte >= 0x20 && byte < 0x7f) || byte === 0x09) continue;
    if (at - start >= MIN_RUN) runs.push(decoder.decode(bytes.subarray(start, at)));
    start = at + 1;
  }
  return runs.join("\n");
}
