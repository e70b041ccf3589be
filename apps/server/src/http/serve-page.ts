import { createHash } from "node:crypto";
import { asksForSarif } from "./asks-for-sarif.ts";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Env } from "./env.ts";
import { limitHeaders } from "./limit-rate.ts";
import type { Page, PageCache } from "./page-cache.ts";
import type { Spent } from "./rate-limits.ts";

/**
 * Answers anonymous GETs from the page cache and keeps what handlers mark with `pageOf`; gives every such answer its
 * ETag and answers 304 (RFC 9110 §13.1.2). Addresses that name a skill are `no-cache`: a cache may keep them and has
 * to ask, because a quarantine must take effect. What was made for an account is `private, no-store`.
 */
export const servePages: MiddlewareHandler<Env> = async function servePages(c, next) {
  // HEAD has the headers of GET (RFC 9110 §9.3.2); its body is dropped on the way out.
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  const { pages } = c.var.services;
  if (!reads) {
    await next();
    if (c.res.status < 400 || c.res.status >= 500) forgetChanged(c, pages);
    return;
  }
  const { headers } = c.req.raw;
  if (headers.get("authorization") !== null || asksForSarif(headers)) return next();
  const address = addressOf(c.req.raw.url);
  const kept = pages.find(address);
  if (kept) return answerKept(c, kept);
  const { page, isOurs } = await pages.render(address, async () => {
    await next();
    return c.res.status === 200 && c.var.pageOf !== undefined ? toPage(c, c.var.pageOf) : null;
  });
  if (!isOurs) return page ? answerKept(c, page) : next();
  if (!page) return;
  const answer = answerWith(c, page);
  // Without this the answer that the page was made from would be laid over it, header by header.
  c.res = undefined;
  c.res = answer;
};

/**
 * Drops what a write changed before its answer goes out: the database's notification may come after it, and whoever was
 * told that a version is withdrawn must not be shown it. Other processes have the notification.
 */
function forgetChanged(c: Context<Env>, pages: PageCache): void {
  const address = c.res.headers.get("location") ?? c.req.path;
  const name = /^\/api\/v1\/skills\/([^/]+)\/./.exec(address)?.[1];
  if (name !== undefined) pages.forget(name);
  // A key that is revoked, or an audit that is decided, touches skills that the address does not name.
  else if (/^\/api\/v1\/(?:admin|publishers)\//.test(address)) pages.forgetAll();
}

function answerKept(c: Context<Env>, page: Page): Response {
  if (page.downloadOf !== undefined && c.req.method === "GET") c.var.services.downloads.count(page.downloadOf);
  return answerWith(c, page);
}

/** Path and query: what is left of an address without scheme and host, which clients choose freely (Q4). */
export function addressOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}

/** The answer with a page to this request: the page, or 304 in its place. */
export function toResponse(page: Page, asked: { ifNoneMatch: string | null; spent: Spent | null; requestId: string }) {
  const isKnown = matches(asked.ifNoneMatch, page.etag);
  return new Response(isKnown ? null : page.body, {
    status: isKnown ? 304 : 200,
    // A plain object: `Headers` would be copied twice on the way out.
    headers: {
      ...(isKnown ? page.notModifiedHeaders : page.headers),
      ...(asked.spent && limitHeaders("reads", asked.spent)),
      "x-request-id": asked.requestId,
    },
  });
}

function answerWith(c: Context<Env>, page: Page): Response {
  const ifNoneMatch = c.req.raw.headers.get("if-none-match");
  return toResponse(page, { ifNoneMatch, spent: c.var.spent ?? null, requestId: c.var.requestId });
}

async function toPage(c: Context<Env>, of: string): Promise<Page> {
  const bytes = Buffer.from(await c.res.arrayBuffer());
  const type = c.res.headers.get("content-type") ?? "application/octet-stream";
  const etag = c.res.headers.get("etag") ?? `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const notModifiedHeaders = {
    ...Object.fromEntries([...c.res.headers].filter(([name]) => PAGE_HEADERS.has(name))),
    etag,
    "cache-control": "no-cache",
    vary: "authorization, accept",
    "x-content-type-options": "nosniff",
  };
  return {
    of,
    // Node sends a text in one piece with the headers.
    body: TEXT.test(type) ? bytes.toString("utf8") : bytes,
    sizeBytes: bytes.byteLength,
    etag,
    headers: { ...notModifiedHeaders, "content-type": type },
    notModifiedHeaders,
    downloadOf: c.var.downloadOf,
    path: c.req.path,
    route: routePath(c),
  };
}

const TEXT = /^(?:text\/|application\/json\b)/;

const PAGE_HEADERS = new Set([
  "content-disposition",
  "content-security-policy",
  "repr-digest",
  "conversion-losses",
  "link",
]);

/** Weak comparison over the listed tags (RFC 9110 §13.1.2). */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
