import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Services } from "../services.ts";
import { createApi } from "./api.ts";
import { docsPage } from "./docs-page.ts";
import { findActor, refuseUnknownToken } from "./authenticate.ts";
import type { Env } from "./env.ts";
import { observe } from "./observe.ts";
import { onError, problem } from "./problem.ts";
import { limitRate } from "./limit-rate.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { advisoryRoutes } from "./routes/advisories.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { catalogsRoutes } from "./routes/catalogs.ts";
import { judgementRoutes } from "./routes/judgement.ts";
import { operationRoutes } from "./routes/operations.ts";
import { osvRoutes } from "./routes/osv.ts";
import { publishRoutes } from "./routes/publish.ts";
import { rescanRoutes } from "./routes/rescans.ts";
import { type Fetch, serveKeptPages } from "./serve-kept-pages.ts";
import { servePages } from "./serve-page.ts";

/** The marketplace's module: what `apps/web` is built to. */
export interface Marketplace {
  fetch(
    request: Request,
    env: {
      api(request: Request): Promise<Response>;
      publicUrl: string;
      requestId: string;
      onError(error: unknown): void;
    },
  ): Promise<Response>;
}

const SMALL_BODY_BYTES = 128 * 1024;
/** These count their own stream. */
const OWN_LIMITS = new Set(["/api/v1/skills", "/api/v1/admin/advisories"]);
const OPENAPI = new URL("../../../../docs/openapi.json", import.meta.url);

/**
 * The whole HTTP surface: middleware in order, then every route. `marketplace` null serves the API alone.
 */
export function createApp(services: Services, marketplace: Marketplace | null): { fetch: Fetch } {
  const app = new Hono<Env>();
  app.use(async function provide(c, next) {
    c.set("services", services);
    await next();
  });
  app.use(observe);
  app.onError(onError);
  app.notFound((c) => problem(c, "not_found", "There is nothing at this address."));
  operationRoutes(app);
  osvRoutes(app);

  const api = createApi();
  api.use(async function inert(c, next) {
    await next();
    // Not `c.header`: that makes the whole response anew, body and all.
    c.res.headers.set("x-content-type-options", "nosniff");
    // What was made for an account is nobody else's to keep.
    if (c.req.raw.headers.has("authorization")) c.res.headers.set("cache-control", "private, no-store");
  });
  api.use(findActor, limitRate, refuseUnknownToken, servePages);
  const small = bodyLimit({
    maxSize: SMALL_BODY_BYTES,
    onError: (c) => problem(c, "package_too_large", "The body is larger than 128 KiB."),
  });
  api.use(async function limitBody(c, next) {
    if (c.req.method === "GET" || (c.req.method === "POST" && OWN_LIMITS.has(c.req.path))) return next();
    return small(c, next);
  });
  const document = readFileSync(OPENAPI, "utf8");
  api.get("/openapi.json", (c) => {
    c.set("pageOf", "*");
    return c.body(document, 200, { "content-type": "application/json" });
  });
  const docs = docsPage(JSON.parse(document));
  api.get("/docs", (c) => {
    c.set("pageOf", "*");
    return c.body(docs.body, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": docs.policy,
    });
  });
  catalogRoutes(api);
  catalogsRoutes(api);
  publishRoutes(api);
  judgementRoutes(api);
  rescanRoutes(api);
  advisoryRoutes(api);
  accountRoutes(api);
  api.all("*", (c) => problem(c, "not_found", "There is nothing at this address."));
  app.route("/api/v1", api);

  if (marketplace) {
    app.all("*", limitRate, async (c) =>
      marketplace.fetch(c.req.raw, {
        api: async (request) => app.fetch(request, { internal: true }),
        publicUrl: services.publicUrl(),
        requestId: c.var.requestId,
        onError: (error) =>
          services.log.error({ event: "page_failed", request_id: c.var.requestId, err: error }, "a page failed"),
      }),
    );
  }
  return { fetch: serveKeptPages(services, app.fetch) };
}
