import type { Asked, PageRoute } from "../asked.ts";
import { homePage } from "../pages/home.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { publisherPage } from "../pages/publisher.tsx";
import { searchPage } from "../pages/search.tsx";
import { skillPage } from "../pages/skill.tsx";
import { plainText } from "../plain-text.ts";
import { show } from "../show.ts";

const policy = { access: "anyone", cache: "none" } as const;

/** What people look for: skills, and who publishes them. */
export const CATALOG_ROUTES: readonly PageRoute[] = [
  { method: "GET", path: "/", policy, answer: (asked) => show(asked, null, homePage) },
  { method: "GET", path: "/search", policy, answer: (asked) => show(asked, null, searchPage) },
  {
    method: "GET",
    path: "/skills",
    policy,
    answer: () => new Response(null, { status: 302, headers: { location: "/search" } }),
  },
  { method: "GET", path: "/skills/:name", policy, answer: (asked) => showSkill(asked, null) },
  {
    method: "GET",
    path: "/skills/:name/:version",
    policy,
    answer: (asked) => showSkill(asked, asked.param("version")),
  },
  {
    method: "GET",
    path: "/publishers/:handle",
    policy,
    answer(asked) {
      const handle = asked.param("handle");
      const known = /^[a-z0-9][a-z0-9-]{0,38}$/.test(handle);
      return show(asked, null, (visit) => (known ? publisherPage(visit, handle) : notFoundPage(visit, null)));
    },
  },
];

function showSkill(asked: Asked, version: string | null): Promise<Response> {
  const at = { name: asked.param("name"), version };
  const wanted = { name: plainText(at.name), version: version === null ? null : plainText(version) };
  const known =
    /^[a-z0-9][a-z0-9-]{0,63}$/.test(at.name) && (version === null || /^\d[0-9A-Za-z.+-]{0,127}$/.test(version));
  return show(asked, wanted, (visit) => (known ? skillPage(visit, at) : notFoundPage(visit, wanted)));
}
