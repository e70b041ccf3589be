import { Hono } from "hono";
import type { WebEnv } from "../types.d.ts";
import { assetResponse } from "./assets.ts";
import { cliPage } from "./pages/cli.tsx";
import { failurePage, notFoundPage, problemPage, type Wanted } from "./pages/problem.tsx";
import { homePage } from "./pages/home.tsx";
import { publisherPage } from "./pages/publisher.tsx";
import { searchPage } from "./pages/search.tsx";
import { skillPage } from "./pages/skill.tsx";
import { documentOf } from "./parts/layout.tsx";
import { plainText } from "./plain-text.ts";
import { anonymousClient, ApiProblem } from "./registry-api.ts";
import { guardHeaders, textResponse } from "./respond.ts";
import { chooseTheme, themeOf, themeStyle } from "./theme.ts";
import type { Page, Visit } from "./visit.ts";

const app = new Hono<{ Bindings: WebEnv }>();

app.get("/", (c) => show(c.req.raw, c.env, null, homePage));
app.get("/search", (c) => show(c.req.raw, c.env, null, searchPage));
app.get("/cli", (c) => show(c.req.raw, c.env, null, cliPage));
app.get("/skills", (c) => c.redirect("/search", 302));
app.get("/skills/:name", (c) => showSkill(c.req.raw, c.env, { name: c.req.param("name"), version: null }));
app.get("/skills/:name/:version", (c) =>
  showSkill(c.req.raw, c.env, { name: c.req.param("name"), version: c.req.param("version") }),
);
app.get("/publishers/:handle", (c) => {
  const handle = c.req.param("handle");
  const known = /^[a-z0-9][a-z0-9-]{0,38}$/.test(handle);
  return show(c.req.raw, c.env, null, (visit) => (known ? publisherPage(visit, handle) : notFoundPage(visit, null)));
});
app.get("/theme.css", (c) => {
  const headers = {
    ...guardHeaders(c.env.publicUrl),
    "cache-control": "private, no-cache",
    vary: "Cookie, Accept-Encoding",
  };
  return textResponse(c.req.raw, { body: themeStyle(themeOf(c.req.raw)), type: "text/css; charset=utf-8", headers });
});
app.post("/theme", (c) => chooseTheme(c.req.raw, c.env.publicUrl, guardHeaders(c.env.publicUrl)));
app.get("/assets/:file", (c) => {
  const headers = guardHeaders(c.env.publicUrl);
  return (
    assetResponse(c.req.raw, c.req.path, headers) ?? show(c.req.raw, c.env, null, (visit) => notFoundPage(visit, null))
  );
});
app.notFound((c) => show(c.req.raw, c.env, null, (visit) => notFoundPage(visit, null)));

/** Which pages there are: see `types.d.ts`. */
export const routes: readonly { method: string; path: string }[] = app.routes;

/** Answers a request for a page, an asset or the theme. See `types.d.ts`. */
export const fetch = async (request: Request, env: WebEnv): Promise<Response> => app.fetch(request, withoutSlash(env));

function withoutSlash(env: WebEnv): WebEnv {
  return env.publicUrl.endsWith("/") ? { ...env, publicUrl: env.publicUrl.replace(/\/+$/, "") } : env;
}

function showSkill(request: Request, env: WebEnv, at: Wanted): Promise<Response> {
  const wanted = { name: plainText(at.name), version: at.version === null ? null : plainText(at.version) };
  const known =
    /^[a-z0-9][a-z0-9-]{0,63}$/.test(at.name) && (at.version === null || /^\d[0-9A-Za-z.+-]{0,127}$/.test(at.version));
  return show(request, env, wanted, (visit) => (known ? skillPage(visit, at) : notFoundPage(visit, wanted)));
}

/** Makes the page, or the page that says why there is none, and sends it. */
async function show(
  request: Request,
  env: WebEnv,
  wanted: Wanted | null,
  make: (visit: Visit) => Promise<Page>,
): Promise<Response> {
  const visit: Visit = {
    api: anonymousClient(env),
    url: new URL(request.url),
    publicUrl: env.publicUrl,
    registryName: env.registryName ?? "Skill registry",
    cli: env.cli ?? null,
  };
  const { body, status } = await pageOrProblem(visit, env, wanted, make);
  const headers = { ...guardHeaders(env.publicUrl), "cache-control": "no-cache" };
  return textResponse(request, { body, type: "text/html; charset=utf-8", status, headers });
}

type Made = { body: string; status: number | undefined };

async function pageOrProblem(
  visit: Visit,
  env: WebEnv,
  wanted: Wanted | null,
  make: (visit: Visit) => Promise<Page>,
): Promise<Made> {
  // Templates are evaluated when the document is written out: that belongs inside the try.
  const written = (page: Page) => ({ body: documentOf(visit, page), status: page.status });
  try {
    return written(await make(visit));
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : null;
    if (problem === null || problem.status >= 500) env.onError?.(error);
    const fallback = failurePage(problem?.problem?.request_id ?? env.requestId ?? null);
    if (problem === null) return written(fallback);
    return problemPage(visit, problem, wanted)
      .then(written)
      .catch(() => written(fallback));
  }
}
