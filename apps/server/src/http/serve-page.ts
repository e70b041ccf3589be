import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";
import type { Page } from "./page-cache.ts";

const MOST_ADDRESS = 1_024;

/**
 * Answers anonymous GETs from the page cache and keeps what handlers mark with `pageOf`; gives every such answer its
 * ETag and answers 304 (RFC 9110 §13.1.2). Addresses that name a skill are `no-cache`: a cache may keep them and has
 * to ask, because a quarantine must take effect. What was made for an account is `private, no-store`.
 */
export const servePages: MiddlewareHandler<Env> = async function servePages(c, next) {
  if (c.req.method !== "GET") return next();
  const { pages, downloads } = c.var.services;
  const anonymous = c.req.raw.headers.get("authorization") === null;
  const address = addressOf(c.req.raw.url);
  if (anonymous) {
    const page = pages.find(address);
    if (page) {
      if (page.downloadOf !== undefined) downloads.count(page.downloadOf);
      return answer(c, page);
    }
  }
  const generation = pages.generation();
  await next();
  if (!anonymous || c.res.status !== 200 || c.var.pageOf === undefined) return;
  const page = await toPage(c);
  if (address.length <= MOST_ADDRESS) pages.keep(address, page, generation);
  c.res = answer(c, page);
};

/** Path and query: what is left of an address without scheme and host, which clients choose freely (Q4). */
function addressOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}

async function toPage(c: Context<Env>): Promise<Page> {
  const body = new Uint8Array(await c.res.arrayBuffer());
  const etag = c.res.headers.get("etag") ?? `"${createHash("sha256").update(body).digest("base64url")}"`;
  const headers = [...c.res.headers].filter(([name]) => PAGE_HEADERS.has(name));
  headers.push(["etag", etag], ["cache-control", "no-cache"], ["vary", "authorization, accept"]);
  return { of: c.var.pageOf ?? "*", body, etag, headers, downloadOf: c.var.downloadOf };
}

const PAGE_HEADERS = new Set([
  "content-type",
  "content-disposition",
  "content-security-policy",
  "repr-digest",
  "conversion-losses",
  "link",
  "x-content-type-options",
]);

function answer(c: Context<Env>, page: Page): Response {
  const headers = new Headers(page.headers);
  for (const [name, value] of c.res.headers) if (!headers.has(name)) headers.set(name, value);
  if (matches(c.req.raw.headers.get("if-none-match"), page.etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-length", String(page.body.byteLength));
  return new Response(page.body, { status: 200, headers });
}

/** Weak comparison over the listed tags (RFC 9110 §13.1.2). */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
