import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { Services } from "../services.ts";
import { allowedMethods, type AllowedMethods, answerOtherMethod } from "./allowed-methods.ts";
import { createApi } from "./api.ts";
import { docsPage } from "./docs-page.ts";
import { findActor, refuseUnknownToken } from "./authenticate.ts";
import type { Env } from "./env.ts";
import { observe } from "./observe.ts";
import { onError } from "./problem.ts";
import { limitRate } from "./limit-rate.ts";
import { refuseMalformedAddress } from "./refuse-malformed.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { advisoryRoutes } from "./routes/advisories.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { catalogsRoutes } from "./routes/catalogs.ts";
import { cliRoutes, findServedCli } from "./routes/cli.ts";
import { judgementRoutes } from "./routes/judgement.ts";
import { operationRoutes } from "./routes/operations.ts";
import { osvRoutes } from "./routes/osv.ts";
import { publishRoutes } from "./routes/publish.ts";
import { rescanRoutes } from "./routes/rescans.ts";
import { type Fetch, serveKeptPages } from "./serve-kept-pages.ts";
import { servePages } from "./serve-page.ts";

/** The marketplace's module: what `apps/web` is built to. */
export interface Marketplace {
  /** The pages there are. */
  routes: readonly { method: string; path: string }[];
  fetch(
    request: Request,
    env: {
      api(request: Request): Promise<Response>;
      publicUrl: string;
      cli: { version: string; sha256: string; sizeBytes: number } | null;
      requestId: string;
      onError(error: unknown): void;
    },
  ): Promise<Response>;
}

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
  let allowed: AllowedMethods = () => [];
  app.notFound((c) => answerOtherMethod(c, allowed));
  operationRoutes(app);
  const cli = findServedCli();
  const about = cli?.about ?? null;
  cliRoutes(app, cli);
  osvRoutes(app);

  const api = createApi();
  api.use(async function inert(c, next) {
    await next();
    // Not `c.header`: that makes the whole response anew, body and all.
    c.res.headers.set("x-content-type-options", "nosniff");
    // What was made for an account is nobody else's to keep.
    if (c.req.raw.headers.has("authorization")) c.res.headers.set("cache-control", "private, no-store");
  });
  api.use(findActor, limitRate, refuseMalformedAddress, refuseUnknownToken, servePages);
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
  api.all("*", (c) => answerOtherMethod(c, allowed));
  app.route("/api/v1", api);

  allowed = allowedMethods([...app.routes, ...(marketplace?.routes ?? [])]);
  if (marketplace) {
    app.all("*", limitRate, async (c) => {
      const methods = allowed(c.req.path);
      if (methods.length > 0 && !methods.includes(c.req.method)) return answerOtherMethod(c, allowed);
      if (methods.length > 0 && c.req.method === "OPTIONS") return answerOtherMethod(c, allowed);
      return marketplace.fetch(c.req.raw, {
        api: async (request) => app.fetch(request, { internal: true }),
        publicUrl: services.publicUrl(),
        cli: about && { version: about.version, sha256: about.sha256, sizeBytes: about.size_bytes },
        requestId: c.var.requestId,
        onError: (error) =>
          services.log.error({ event: "page_failed", request_id: c.var.requestId, err: error }, "a page failed"),
      });
    });
  }
  return { fetch: serveKeptPages(services, app.fetch) };
}
