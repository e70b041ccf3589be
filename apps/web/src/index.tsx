import { Hono } from "hono";
import type { WebEnv } from "../types.d.ts";
import type { PageRoute } from "./asked.ts";
import { notFoundPage } from "./pages/problem.tsx";
import { ADMIN_ROUTES } from "./routes/admin.ts";
import { CATALOG_ROUTES } from "./routes/catalog.ts";
import { CRAWLED_ROUTES } from "./routes/crawled.ts";
import { DOCS_ROUTES } from "./routes/docs.ts";
import { PEOPLE_ROUTES } from "./routes/people.ts";
import { PUBLISHING_ROUTES } from "./routes/publishing.ts";
import { REPORT_ROUTES } from "./routes/reports.ts";
import { SITE_ROUTES } from "./routes/site.ts";
import { show } from "./showing/show.ts";

/** Which pages there are, and what holds of each: see `types.d.ts`. */
export const routes: readonly PageRoute[] = [
  ...CRAWLED_ROUTES,
  // Before the versions of a skill: `/skills/:name/settings` is none.
  ...PUBLISHING_ROUTES,
  ...CATALOG_ROUTES,
  ...PEOPLE_ROUTES,
  ...ADMIN_ROUTES,
  ...REPORT_ROUTES,
  ...DOCS_ROUTES,
  ...SITE_ROUTES,
];

const app = new Hono<{ Bindings: WebEnv }>();
for (const { method, path, policy, answer } of routes) {
  app.on(method, [path], (c) =>
    answer({ request: c.req.raw, env: c.env, policy, param: (name) => c.req.param(name) ?? "" }),
  );
}
app.notFound((c) => show({ request: c.req.raw, env: c.env }, null, (visit) => notFoundPage(visit, null)));

/** Answers a request for a page, an asset or the theme. See `types.d.ts`. */
export const fetch = async (request: Request, env: WebEnv): Promise<Response> => app.fetch(request, withoutSlash(env));

function withoutSlash(env: WebEnv): WebEnv {
  return env.publicUrl.endsWith("/") ? { ...env, publicUrl: env.publicUrl.replace(/\/+$/, "") } : env;
}
