import type { Asked, PageRoute } from "../asked.ts";
import { crawled } from "../crawled/as-anybody.ts";
import { badge } from "../crawled/badge.ts";
import { favicon } from "../crawled/favicon.ts";
import { newFeed, publisherFeed, skillFeed, tagFeed } from "../crawled/feeds.ts";
import { llmsTxt } from "../crawled/llms-txt.ts";
import { sitemap } from "../crawled/sitemap.ts";
import { ApiProblem } from "../registry-api.ts";
import { isSkillName } from "../skill-address.ts";

type Answer = (asked: Asked) => Response | Promise<Response>;

const policy = { access: "anyone", cache: "none" } as const;

/** It reads as a stranger, also where who asks is signed in: in a closed registry there is none of it. */
const get = (path: string, answer: Answer, cost = 1): PageRoute => ({
  method: "GET",
  path,
  policy: { ...policy, cost },
  answer,
});

/** A feed reads each of its skills, the sitemap ten thousand names. */
const COSTS = { feed: 10, sitemap: 20 };

/** What crawlers, feed readers and pages of others ask for. Before the pages: `feed.atom` is no version. */
export const CRAWLED_ROUTES: readonly PageRoute[] = [
  get("/feeds/new.atom", newFeed, COSTS.feed),
  get("/skills/:name/feed.atom", (asked) => named(asked, isSkillName, skillFeed), COSTS.feed),
  get(
    "/publishers/:name/feed.atom",
    (asked) => named(asked, (name) => isSkillName(name) && name.length < 40, publisherFeed),
    COSTS.feed,
  ),
  get("/tags/:name/feed.atom", (asked) => named(asked, (tag) => tag !== "" && tag.length <= 64, tagFeed), COSTS.feed),
  get("/badges/:file", (asked) => {
    const name = /^(.+)\.svg$/.exec(asked.param("file"))?.[1] ?? "";
    return isSkillName(name) ? badge(asked, name) : notThere(asked);
  }),
  get("/sitemap.xml", sitemap, COSTS.sitemap),
  get("/llms.txt", llmsTxt),
  // It says nothing of what is published.
  {
    method: "GET",
    path: "/favicon.ico",
    policy: { access: "anyone", whenClosed: "open", cache: "static" },
    answer: favicon,
  },
];

function named(
  asked: Asked,
  fits: (name: string) => boolean,
  answer: (asked: Asked, name: string) => Promise<Response>,
): Promise<Response> {
  const name = asked.param("name");
  return fits(name) ? answer(asked, name) : notThere(asked);
}

const notThere = (asked: Asked): Promise<Response> =>
  crawled(asked, "text/plain", () => Promise.reject(new ApiProblem(404, null, null)));
