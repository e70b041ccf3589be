/**
 * The documents of the repository as text, by their path below `docs/`. A module of its own, loaded at the first request for a page of
 * the documentation: a start does not read it.
 */
const texts = import.meta.glob<string>(
  [
    "../../../../docs/*.md",
    "../../../../docs/clients/*.md",
    "!../../../../docs/{ARCHITECTURE,SECURITY-SCORECARD,bench,detection-misses,first-week,machines,specification,threats}.md",
  ],
  { query: "?raw", import: "default", eager: true },
);

export const FILES: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [path.slice(path.indexOf("/docs/") + "/docs/".length), text]),
);
