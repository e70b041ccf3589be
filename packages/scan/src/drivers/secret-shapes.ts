import type { PackageFile } from "@gaia/archive";
import { splitLines } from "@gaia/findings";

/** One text in which detect-secrets looks for a file's secrets. */
export interface SecretShape {
  /** Its name for the scanner: `raw/…` or `parsed/…`. */
  name: string;
  /** The file of the package. */
  path: string;
  text: string;
  lines: string[];
  /** Lines of ours in front of the file's own. */
  linesBefore: number;
  /** False for a binary file, whose readable runs have no line numbers. */
  hasLines: boolean;
}

/** The scanner asks for quotes around a value in code, but not in these. */
const CONFIGURATION = /\.(?:ya?ml|eyaml|ini|cfg|cnf|conf|cf|properties|toml)$/i;
const YAML = /\.(?:ya?ml|eyaml)$/i;
const CODE = /\.(?:cls|go|java|js|m|php|pyi?|swift|tf|cs|c|cpp)$/i;
/** No INI and no YAML parser gets past it. */
const NO_PARSER_LINE = "- -\n";

/**
 * detect-secrets passes over what it cannot decode, over files by their extension, and over whatever an INI or YAML
 * parser leaves out, comments for example. So each file is given as valid UTF-8 under a name of ours, once `raw`, where no
 * parser gets hold of it, and where a parser finds more (unquoted values) once more `parsed`.
 */
export function toSecretShapes(files: PackageFile[]): SecretShape[] {
  return files.flatMap(({ path, bytes }, index) => {
    const { text, isText } = toText(bytes);
    const lines = splitLines(text);
    const raw: SecretShape = {
      name: `raw/f${index}${rawExtension(path)}`,
      path,
      text: NO_PARSER_LINE + text,
      lines: [NO_PARSER_LINE, ...lines],
      linesBefore: 1,
      hasLines: isText,
    };
    if (!isText || CODE.test(path)) return [raw];
    const extension = YAML.test(path) ? ".yaml" : CONFIGURATION.test(path) ? ".ini" : ".txt";
    return [raw, { ...raw, name: `parsed/f${index}${extension}`, text, lines, linesBefore: 0 }];
  });
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
