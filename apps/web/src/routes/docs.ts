import type { PageRoute } from "../asked.ts";
import { docPage, docsPage } from "../docs/doc.tsx";
import { keysPage } from "../pages/keys.tsx";
import { show } from "../showing/show.ts";

const policy = { access: "anyone", cache: "none" } as const;

/**
 * The documentation, the reference of the API, and the registry's keys. In a closed registry the documents are for members, as all pages
 * are; `/keys` stays open.
 */
export const DOCS_ROUTES: readonly PageRoute[] = [
  { method: "GET", path: "/docs", policy, answer: (asked) => show(asked, null, docsPage) },
  {
    method: "GET",
    path: "/docs/api",
    policy,
    answer: (asked) => show(asked, null, async (visit) => (await import("../docs/api/pages.tsx")).apiPage(visit)),
  },
  {
    method: "GET",
    path: "/docs/api/:noun",
    policy,
    answer: (asked) =>
      show(asked, null, async (visit) => (await import("../docs/api/pages.tsx")).nounPage(visit, asked.param("noun"))),
  },
  {
    method: "GET",
    path: "/docs/:page",
    policy,
    answer: (asked) => show(asked, null, (visit) => docPage(visit, asked.param("page"))),
  },
  {
    method: "GET",
    path: "/keys",
    policy: { ...policy, whenClosed: "open" },
    answer: (asked) => show(asked, null, (visit) => keysPage(visit, asked.env)),
  },
];
