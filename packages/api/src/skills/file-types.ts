/** What a file is said to be, by its ending. Nothing that a browser would run, and nothing that it would lay out: HTML, SVG, scripts. */
const TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  png: "image/png",
  toml: "application/toml",
  txt: "text/plain; charset=utf-8",
  webp: "image/webp",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** The media type under which a file of a package is sent; whatever the table does not name is bytes. */
export function mediaTypeOf(path: string): string {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? BYTES) : BYTES;
}

const BYTES = "application/octet-stream";

/** What a browser saves it as: its name without its folders, in characters that need no quoting, and hidden from nobody. */
export function savedAs(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9._+-]/gu, "_");
  return name.replace(/^\./, "_");
}
