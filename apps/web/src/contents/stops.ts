import { DOC_PAGES } from "./contents.ts";
import { nouns } from "./nouns.ts";

/** A page in the order in which "next" walks through them. */
export interface Stop {
  path: string;
  title: string;
}

export const API: readonly Stop[] = [
  { path: "/docs/api", title: "Overview" },
  ...nouns.map(({ slug, title }) => ({ path: `/docs/api/${slug}`, title })),
];

export const STOPS: readonly Stop[] = [
  ...DOC_PAGES.map(({ slug, title }) => ({ path: `/docs/${slug}`, title })),
  ...API.map(({ path, title }) => ({ path, title: path === "/docs/api" ? "API reference" : title })),
];

/** The addresses of the documentation, for the sitemap and for tests. */
export const DOC_PATHS: readonly string[] = ["/docs", ...STOPS.map(({ path }) => path)];
