import { readFileSync } from "node:fs";

const SITE = new URL("../../../web/src/style/", import.meta.url);
/** Of the site's own: what a page with a table needs. */
const PARTS = ["tokens", "base", "parts", "facts"];

/** The site's styles, and the few of this page. The package that is served has them as text: `build/site-style.ts` replaces this module. */
export const readSiteStyle = (): string =>
  [
    "@layer tokens, base, parts, facts, page;",
    ...PARTS.map((name) => `@layer ${name} {\n${readFileSync(new URL(`${name}.css`, SITE), "utf8")}}`),
    `@layer page {\n${readFileSync(new URL("dashboard.css", import.meta.url), "utf8")}}`,
  ].join("\n");
