import type { Asked, PageRoute } from "../asked.ts";
import { homePage } from "../pages/home.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { publisherPage } from "../pages/publisher.tsx";
import { searchPage } from "../pages/search.tsx";
import { skillPage } from "../pages/skill.tsx";
import { findSignInState } from "../people/sign-in-state.ts";
import { plainText } from "../plain-text.ts";
import { show } from "../showing/show.ts";
import { isSkillName, isVersionText } from "../skill-address.ts";

const policy = { access: "anyone", cache: "none" } as const;

/** What people look for: skills, and who publishes them. */
export const CATALOG_ROUTES: readonly PageRoute[] = [
  { method: "GET", path: "/", policy, answer: showHome },
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

function showHome(asked: Asked): Promise<Response> {
  return show(asked, null, async (visit) => {
    const state = await findSignInState(asked);
    return homePage(visit, { isUnclaimed: state?.is_unclaimed === true });
  });
}

function showSkill(asked: Asked, version: string | null): Promise<Response> {
  const at = { name: asked.param("name"), version };
  const wanted = { name: plainText(at.name), version: version === null ? null : plainText(version) };
  const known = isSkillName(at.name) && (version === null || isVersionText(version));
  return show(asked, wanted, (visit) => (known ? skillPage(visit, at) : notFoundPage(visit, wanted)));
}
