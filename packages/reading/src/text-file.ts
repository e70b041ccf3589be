import type { PackageFile } from "@gaia/archive";

/** A file that can be read as text, decoded. Nothing is taken out of it yet: what hides in it is a finding. */
export interface TextFile {
  path: string;
  text: string;
  kind: "markdown" | "text" | "config" | "data" | "code";
  /** The archive it lies in. */
  nestedIn: string | null;
  isManifest: boolean;
  /** The 1-based line of an offset into `text`. */
  lineOf(offset: number): number;
}

const MARKDOWN = /\.(?:md|markdown|mdx|mdc)$/i;
const PROSE =
  /\.(?:txt|rst|adoc|text|html?|org|tex|log)$|(?:^|\/)(?:readme|license|licence|notice|changelog|authors|install|todo)$/i;
const CONFIG = /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|env|plist|xml)$|(?:^|\/)\.[^/]+$/i;
const DATA = /\.(?:csv|tsv|jsonl|ndjson|svg|css|lock|sum|map|geojson|ipynb)$/i;
const MANIFEST = /^(?:SKILL\.md|skill\.json|package\.json|miaos\.skill\.json|[^/]+\.skill\.md)$/i;

/** Null when the bytes are no text: a NUL without a byte order mark, or too many bytes that are not UTF-8. */
export function toTextFile(file: PackageFile, nestedIn: string | null): TextFile | null {
  const text = decode(file.bytes);
  if (text === null) return null;
  const inner = file.path.slice(file.path.lastIndexOf("!/") + 1).replace(/^\//, "");
  return {
    path: file.path,
    text,
    kind: kindOf(inner, text),
    nestedIn,
    isManifest: nestedIn === null && MANIFEST.test(file.path),
    lineOf: lineFinder(text),
  };
}

function kindOf(path: string, text: string): TextFile["kind"] {
  if (MARKDOWN.test(path)) return "markdown";
  if (text.startsWith("#!")) return "code";
  if (PROSE.test(path)) return "text";
  if (DATA.test(path)) return "data";
  if (CONFIG.test(path)) return "config";
  return /\.[a-z0-9]{1,8}$/i.test(path) ? "code" : "text";
}

const MOST_BROKEN = 0.1;

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return null;
  const text = new TextDecoder().decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return broken > text.length * MOST_BROKEN ? null : text;
}

function lineFinder(text: string): (offset: number) => number {
  let starts: number[] | null = null;
  return (offset) => {
    starts ??= [...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length);
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // In range: middle < starts.length.
      if ((starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
