import { isHandle } from "../naming/handle.ts";
import type { Asked, PageRoute } from "../asked.ts";
import { collectionPage } from "../pages/collection.tsx";
import { comparePage } from "../pages/compare.tsx";
import { filePage } from "../pages/file.tsx";
import { homePage } from "../pages/home.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { publisherPage } from "../pages/publisher.tsx";
import { publishersPage } from "../pages/publishers.tsx";
import { searchPage } from "../pages/search.tsx";
import { skillPage } from "../pages/skill.tsx";
import { tagsPage } from "../pages/tags.tsx";
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
  { method: "GET", path: "/publishers", policy, answer: (asked) => show(asked, null, publishersPage) },
  { method: "GET", path: "/tags", policy, answer: (asked) => show(asked, null, tagsPage) },
  { method: "GET", path: "/skills/:name/compare/:versions", policy: { ...policy, cost: 20 }, answer: showComparison },
  { method: "GET", path: "/skills/:name/:version/files/:path{.+}", policy, answer: showFile },
  {
    method: "GET",
    path: "/publishers/:handle",
    policy,
    answer(asked) {
      const handle = asked.param("handle");
      const wanted = { name: plainText(handle), version: null, isPublisher: true as const };
      return show(asked, wanted, (visit) =>
        isHandle(handle) ? publisherPage(visit, handle) : notFoundPage(visit, wanted),
      );
    },
  },
  {
    method: "GET",
    path: "/collections/:handle/:collection",
    policy,
    answer(asked) {
      const at = { handle: asked.param("handle"), collection: asked.param("collection") };
      const known = isHandle(at.handle) && isSkillName(at.collection);
      return show(asked, null, (visit) => (known ? collectionPage(visit, at) : notFoundPage(visit, null)));
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

function showComparison(asked: Asked): Promise<Response> {
  const name = asked.param("name");
  const [from = "", to = "", ...more] = asked.param("versions").split("...");
  const wanted = { name: plainText(name), version: plainText(to) };
  const known = isSkillName(name) && isVersionText(from) && isVersionText(to) && more.length === 0;
  return show(asked, wanted, (visit) =>
    known ? comparePage(visit, { name, from, to }) : notFoundPage(visit, { ...wanted, version: null }),
  );
}

function showFile(asked: Asked): Promise<Response> {
  const at = { name: asked.param("name"), version: asked.param("version"), path: asked.param("path") };
  const wanted = { name: plainText(at.name), version: plainText(at.version) };
  const known = isSkillName(at.name) && isVersionText(at.version);
  return show(asked, wanted, (visit) => (known ? filePage(visit, at) : notFoundPage(visit, wanted)));
}
