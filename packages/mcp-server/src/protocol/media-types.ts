const TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  csv: "text/csv",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** What a file is called for clients; undefined: text or bytes. Nothing that a client would run: pages and vector images are plain text. */
export function mediaTypeOf(path: string): string | undefined {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(TYPES, end) ? TYPES[end] : undefined;
}
