import type { PackageFile } from "@gaia/archive";

const HEADER_BYTES = 16;
/** Before any tool that makes skills; times in packages made for a purpose begin at the epoch of an archive. */
const EARLIEST_SECONDS = Date.UTC(2015) / 1000;
/** What a module needs for acting on the machine; a source without the word has no bytecode with it. */
const TELLING =
  "system|[pP]open|subprocess|exec|eval|socket|urlopen|urlretrieve|requests|marshal|b(?:64|85)decode|" +
  "decompress|ctypes|environ|getenv|expanduser|urllib|httpx|aiohttp|paramiko|ftplib|smtplib";
/** Names and short texts, as `marshal` writes them: a type, a length, ASCII. */
const SHORT_TEXTS = new RegExp(`[Zz\\xda\\xfa]([\\x04-\\x0c])(${TELLING})`, "g");

/**
 * Why bytecode is not that of a source in the package, or null where it is: the source lies where Python looks for it, has the size
 * that the header names (PEP 552) and a time of this age, and no word for acting is in the bytecode alone. Bytecode that goes
 * by a hash of its source is run without looking at the source, or may be.
 */
export function strangeBytecode(
  path: string,
  bytes: Uint8Array,
  files: ReadonlyMap<string, PackageFile>,
): string | null {
  const source = files.get(
    path.replace(
      /(?:__pycache__\/)?([^/]+?)(?:\.(?:cpython|pypy)-?\d{1,4}(?:\.opt-\d|-pytest-[\d.]{1,12}?)?)?\.py[co]$/i,
      "$1.py",
    ),
  );
  if (source === undefined) return "its source is not in the package";
  if (bytes.length < HEADER_BYTES) return "it is cut off";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(4, true) !== 0) return "Python would run it without looking at its source";
  if (view.getUint32(12, true) !== source.bytes.byteLength) return "it was made from another source";
  if (view.getUint32(8, true) < EARLIEST_SECONDS) return "its time is made up";
  const text = new TextDecoder().decode(source.bytes);
  const code = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", HEADER_BYTES);
  for (const [, size = "", word = ""] of code.matchAll(SHORT_TEXTS)) {
    if (size.charCodeAt(0) === word.length && !text.includes(word)) return `it uses ${word}, which its source does not`;
  }
  return null;
}
