import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { IsShut } from "../credentials/closed.ts";
import { addressKey, limitHeaders } from "../limits/limit-rate.ts";
import { countKept } from "../sending/send-archive.ts";
import { addressOf } from "../terms/address.ts";
import type { Area } from "../terms/area.ts";
import type { Env } from "../terms/env.ts";
import type { Hands } from "../terms/hands.ts";
import type { Page } from "../terms/page.ts";
import { skillOf, type Subject, type SubjectKind, subjectOfPath } from "../terms/subject.ts";
import { VARY, viewerOf } from "../terms/viewer.ts";
import { answerOf } from "./answer-of.ts";

/** Whether a kept page answers this request: it is nobody's in particular, and wants what everybody wants. */
const takesKept = (headers: Headers, otherTypes: readonly string[]): boolean =>
  viewerOf(headers) === "anonymous" && !otherTypes.some((type) => headers.get("accept")?.includes(type) === true);

/**
 * Answers anonymous reads of a route from the page cache and keeps what its handler answers, as speaking of `kinds`; gives every such
 * answer its ETag and answers 304 (RFC 9110 §13.1.2). Addresses that name a skill are `no-cache`: a cache may keep them and has
 * to ask, because a quarantine must take effect.
 */
export function servePages(
  { rates }: Area,
  kinds: SubjectKind | readonly SubjectKind[],
  isShut: IsShut,
): MiddlewareHandler<Env> {
  return async function servePages(c, next) {
    const { pages, otherTypes } = c.var.edge;
    // What only those who are somebody read is nobody's to keep: the short way asks nobody who they are.
    if (isShut(c.var.edge) || !takesKept(c.req.raw.headers, otherTypes)) return next();
    const address = addressOf(c.req.raw.url);
    const kept = pages.find(address);
    if (kept) return answerKept(c, kept);
    const { page, isOurs } = await pages.render(address, async () => {
      await next();
      if (c.res.status !== 200 || c.var.isPassing) return null;
      const subjects = subjectsOf(c, [kinds].flat());
      return subjects && toPage(c, { subjects, rate: rates?.reading ?? null });
    });
    if (!isOurs) return page ? answerKept(c, page) : next();
    if (!page) return;
    const answer = answerWith(c, page);
    // Without this the answer that the page was made from would be laid over it, header by header.
    c.res = undefined;
    c.res = answer;
  };
}

/**
 * Drops what a write changed before its answer goes out: the database's notification may come after it, and whoever was
 * told that a version is withdrawn must not be shown it. Other processes have the notification.
 */
export function dropPages(subject: "skill" | "catalog"): MiddlewareHandler<Env> {
  return async function dropPages(c, next) {
    await next();
    if (c.res.status >= 400 && c.res.status < 500) return;
    const { pages } = c.var.edge;
    if (subject === "catalog") return pages.forgetAll();
    // What was made, where the request's own address names no skill, its handler says.
    const changed = [subjectOfPath("skill", (part) => c.req.param(part)), ...(c.var.subjects ?? [])];
    const named = changed.filter((each) => each !== null);
    if (named.length === 0) return;
    pages.forget((await changeOnlyHidden(c.var.edge, named)) ? named : [...named, "catalog"]);
  };
}

/**
 * Whether all that changed are skills that strangers are told nothing of. It is looked up after the write: one that hid a skill names the
 * catalog itself.
 */
async function changeOnlyHidden({ isHidden }: Hands, changed: readonly Subject[]): Promise<boolean> {
  const names = changed.map(skillOf);
  // Of what cannot be looked up, everything is dropped.
  const looks = names.map(async (name) => name !== null && (await isHidden(name).catch(() => false)));
  return (await Promise.all(looks)).every(Boolean);
}

/** Everything that the answer speaks of; null where the path lacks what would name it. */
function subjectsOf(c: Context<Env>, kinds: readonly SubjectKind[]): Subject[] | null {
  const ofPath = kinds.map((kind) => subjectOfPath(kind, (part) => c.req.param(part)));
  const named = ofPath.filter((subject) => subject !== null);
  return named.length < ofPath.length ? null : [...named, ...(c.var.subjects ?? [])];
}

function answerKept(c: Context<Env>, page: Page): Response {
  const answer = answerWith(c, page);
  const by = () => addressKey({ headers: c.req.raw.headers, env: c.env, proxies: c.var.edge.proxies });
  countKept(c.var.edge, page.downloadOf, {
    method: c.req.method,
    status: answer.status,
    range: answer.headers.get("content-range"),
    by,
  });
  return answer;
}

function answerWith(c: Context<Env>, page: Page): Response {
  const { status, body, headers } = answerOf(page, (name) => c.req.raw.headers.get(name), c.req.method);
  const { spent = [], requestId } = c.var;
  // A plain object: `Headers` would be copied twice on the way out.
  const all = { ...headers, ...(spent.length > 0 && limitHeaders(spent)), "x-request-id": requestId };
  return new Response(body, { status, headers: all });
}

async function toPage(c: Context<Env>, about: Pick<Page, "subjects" | "rate">): Promise<Page> {
  const bytes = Buffer.from(await c.res.arrayBuffer());
  const type = c.res.headers.get("content-type") ?? "application/octet-stream";
  const etag = c.res.headers.get("etag") ?? `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const notModifiedHeaders = {
    ...Object.fromEntries([...c.res.headers].filter(([name]) => PAGE_HEADERS.has(name))),
    etag,
    "cache-control": "no-cache",
    vary: VARY,
    "x-content-type-options": "nosniff",
  };
  return {
    ...about,
    // Node sends a text in one piece with the headers. What has ranges stays bytes, and need not be UTF-8 whatever its type says.
    body: TEXT.test(type) && !c.res.headers.has("accept-ranges") ? bytes.toString("utf8") : bytes,
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
  "accept-ranges",
  "access-control-allow-origin",
  "content-disposition",
  "content-security-policy",
  "digest",
  "repr-digest",
  "conversion-losses",
  "link",
]);
