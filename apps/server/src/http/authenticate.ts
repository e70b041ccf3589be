import { describeError } from "@gaia/db";
import {
  authenticate,
  type AuthenticatedActor,
  authenticateWorkload,
  findSession,
  noteTokenUse,
  readCookies,
  signedCookie,
  takeCode,
} from "@gaia/identity";
import { RegistryError } from "@gaia/catalog";
import type { Ctx } from "@gaia/registry";
import type { Context, MiddlewareHandler } from "hono";
import type { Services } from "../services.ts";
import type { Area } from "./areas.ts";
import { ctxOf, type Env } from "./env.ts";
import type { Access } from "./route-policy.ts";
import { isSameOrigin } from "./same-origin.ts";

/**
 * Finds who a request speaks for: by its bearer token, or else by the session of a browser; null for a token that is not valid.
 * @throws RegistryError `forbidden` for what another site has a signed-in browser send (T13)
 */
export const findActor: MiddlewareHandler<Env> = async function findActor(c, next) {
  const { headers } = c.req.raw;
  c.set("actorFoundAt", performance.now());
  c.set("actor", headers.has("authorization") ? await findByToken(c) : await findBySession(c));
  return next();
};

/** The context of a request whose answer goes on for long, with who it speaks for now: tokens are revoked meanwhile, roles taken away. */
export async function ctxNow(c: Context<Env>): Promise<Ctx> {
  return { ...ctxOf(c), actor: await findAgain(c) };
}

/** What takes longer leaves time for a token to be revoked. */
const QUICK_MS = 100;

/**
 * Who the request speaks for by now, and from here on, where its body took its time: a token is revoked meanwhile, or a session ended.
 * @throws RegistryError `unauthorized` where it speaks for nobody any more
 */
export async function ensureStillSomebody(c: Context<Env>): Promise<void> {
  if (!c.var.actor || performance.now() - (c.var.actorFoundAt ?? 0) < QUICK_MS) return;
  const actor = await findAgain(c);
  if (actor === null) {
    throw new RegistryError("unauthorized", "What this request was signed in with ended before its body did.");
  }
  c.set("actor", actor);
}

/** A code is taken once for a request: what it showed at first counts to the end. */
async function findAgain(c: Context<Env>): Promise<Env["Variables"]["actor"]> {
  const before = c.var.actor;
  if (!c.req.raw.headers.has("authorization")) return findBySession(c);
  const actor = await findByToken(c, { takesCode: false });
  const isSame = actor?.kind === "token" && before?.kind === "token" && actor.tokenId === before.tokenId;
  return isSame && actor.secondFactor !== null ? { ...actor, secondFactor: before.secondFactor } : actor;
}

async function findByToken(c: Context<Env>, { takesCode = true } = {}): Promise<Env["Variables"]["actor"]> {
  const { headers } = c.req.raw;
  const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(headers.get("authorization") ?? "")?.[1];
  const { registry, database, people } = c.var.services;
  if (secret === undefined) return null;
  const actor = await authenticate(database.db, secret, registry.now());
  // Workflows' tokens are few and short: people's do not wait for the second look.
  if (actor === null) return authenticateWorkload(database.db, secret, registry.now());
  noteUse(c.var.services, actor);
  const code = headers.get("gaia-otp");
  if (!takesCode || code === null || actor.secondFactor === null || actor.authUserId === null || isReading(c))
    return actor;
  // A code is good for one change, so what only reads takes none.
  await takeCode(people, { userId: actor.authUserId, code: code.slice(0, 64), tokenId: actor.tokenId });
  return { ...actor, secondFactor: { provenAt: registry.now() } };
}

async function findBySession(c: Context<Env>): Promise<AuthenticatedActor | null> {
  const { registry, database, people } = c.var.services;
  const cookies = readCookies(c.req.raw.headers.get("cookie"), people.publicUrl());
  const token = signedCookie(cookies, "session_token", people.secret);
  const actor = token === null ? null : await findSession(database.db, token, registry.now());
  if (actor !== null && !isReading(c) && !isSameOrigin(c.req.raw, people.publicUrl())) {
    throw new RegistryError("forbidden", "This was sent by a page of another site.");
  }
  return actor;
}

const isReading = (c: Context<Env>): boolean => c.req.method === "GET" || c.req.method === "HEAD";

const NOTED_FOR_MS = 5 * 60_000;

/** Nobody waits for it: that a token is in use is told to within minutes, and a request does not fail for it. */
function noteUse(
  { registry, database, log }: Services,
  { tokenId, lastUsedAt }: Extract<AuthenticatedActor, { kind: "token" }>,
): void {
  const now = registry.now();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < NOTED_FOR_MS) return;
  noteTokenUse(database.db, { tokenId, now }).catch((error: unknown) => {
    log.warn({ event: "token_use_not_noted", error: describeError(error) }, "the use of a token was not written down");
  });
}

/**
 * Refuses a token that was sent and is not valid, wherever somebody has to be somebody or something is sent; for other reads the
 * reader is anonymous (docs/openapi.json). Comes after the rate limit, so that guesses are counted by address.
 */
export function refuseUnknownToken({ dialect }: Area, access: Access): MiddlewareHandler<Env> {
  return async function refuseUnknownToken(c, next) {
    const isOpen = access === "anyone" && (c.req.method === "GET" || c.req.method === "HEAD");
    if (isOpen || c.var.actor || !c.req.raw.headers.has("authorization")) return next();
    return dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
  };
}
