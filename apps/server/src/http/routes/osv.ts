import { describeError, isUnavailable } from "@gaia/db";
import { answerQuery, answerQueryBatch, answerVulnerability, OsvError, RegistryError } from "@gaia/registry";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { allowedMethods, type AllowedMethods } from "../allowed-methods.ts";
import { ctxOf, type Env } from "../env.ts";
import { limitRate } from "../limit-rate.ts";
import { readJson } from "../read-json.ts";
import { addressOf } from "../serve-page.ts";
import { isSoundAddress } from "../storable-text.ts";

const QUERY_BYTES = 16 * 1024;
const BATCH_BYTES = 1024 * 1024;
const STATUS: Record<number, ContentfulStatusCode> = { 3: 400, 5: 404, 8: 429, 12: 405, 13: 500, 14: 503 };

/**
 * The part of the OSV API that auditors use, over the advisories of this registry, so that they can be pointed at it where
 * there is no internet. Public; errors are OSV's own `{code, message}`.
 */
export function osvRoutes(app: Hono<Env>): void {
  const osv = new Hono<Env>();
  osv.onError(onError);
  osv.use(async function neverKept(c, next) {
    await next();
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  osv.use(async function limitQueries(c, next) {
    const refused = await limitRate(c, next);
    return refused instanceof Response ? failure(c, 8, "Too many requests.") : undefined;
  });
  osv.use(async function refuseMalformed(c, next) {
    return isSoundAddress(addressOf(c.req.raw.url)) ? next() : failure(c, 3, "Invalid address: it is no text.");
  });
  osv.post("/query", async (c) => c.json(await answerQuery(ctxOf(c), await bodyOf(c, QUERY_BYTES))));
  osv.post("/querybatch", async (c) => c.json(await answerQueryBatch(ctxOf(c), await bodyOf(c, BATCH_BYTES))));
  osv.get("/vulns/:id", async (c) => c.json((await answerVulnerability(ctxOf(c), c.req.param("id"))) as object));
  let allowed: AllowedMethods = () => [];
  osv.all("*", (c) => {
    const methods = allowed(c.req.path);
    if (methods.length === 0) return failure(c, 5, "Not Found");
    const allow = methods.join(", ");
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow });
    const refused = failure(c, 12, "Method Not Allowed");
    refused.headers.set("allow", allow);
    return refused;
  });
  allowed = allowedMethods(osv.routes.map(({ method, path }) => ({ method, path: `/v1${path}` })));
  app.route("/v1", osv);
}

async function bodyOf(c: Context<Env>, limitBytes: number): Promise<unknown> {
  try {
    return await readJson(c.req.raw, limitBytes);
  } catch (error) {
    if (error instanceof RegistryError) throw new OsvError(3, `Invalid query: ${error.message}`);
    throw error;
  }
}

function onError(error: Error, c: Context<Env>): Response {
  if (error instanceof OsvError) return failure(c, error.code, error.message);
  const { log } = c.var.services;
  if (isUnavailable(error)) {
    log.warn({ event: "door_shut", request_id: c.var.requestId, error: describeError(error) }, "a door is shut");
    return failure(c, 14, "A part of the registry does not answer; try again.");
  }
  log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
  return failure(c, 13, "Something went wrong here.");
}

function failure(c: Context<Env>, code: number, message: string): Response {
  return c.json({ code, message }, STATUS[code] ?? 500, { "cache-control": "no-store" });
}
