import { describeError } from "@gaia/db";
import {
  authenticate,
  type AuthenticatedActor,
  authenticateWorkload,
  findSession,
  noteTokenUse,
  signedCookie,
  takeCode,
} from "@gaia/identity";
import { type Ctx, RegistryError } from "@gaia/registry";
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
  c.set("actor", headers.has("authorization") ? await findByToken(c) : await findBySession(c));
  return next();
};

/** The context of a request whose answer goes on for long, with who it speaks for now: tokens are revoked meanwhile, roles taken away. */
export async function ctxNow(c: Context<Env>): Promise<Ctx> {
  const actor = c.req.raw.headers.has("authorization") ? await findByToken(c) : await findBySession(c);
  return { ...ctxOf(c), actor };
}

async function findByToken(c: Context<Env>): Promise<Env["Variables"]["actor"]> {
  const { headers } = c.req.raw;
  const secret = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(headers.get("authorization") ?? "")?.[1];
  const { registry, database, people } = c.var.services;
  if (secret === undefined) return null;
  const actor = await authenticate(database.db, secret, registry.now());
  // Workflows' tokens are few and short: people's do not wait for the second look.
  if (actor === null) return authenticateWorkload(database.db, secret, registry.now());
  noteUse(c.var.services, actor);
  const code = headers.get("gaia-otp");
  if (code === null || actor.secondFactor === null || actor.authUserId === null || isReading(c)) return actor;
  // A code is good for one change, so what only reads takes none.
  await takeCode(people, { userId: actor.authUserId, code: code.slice(0, 64), tokenId: actor.tokenId });
  return { ...actor, secondFactor: { provenAt: registry.now() } };
}

async function findBySession(c: Context<Env>): Promise<AuthenticatedActor | null> {
  const cookie = c.req.raw.headers.get("cookie");
  const { registry, database, people } = c.var.services;
  const { secret } = people;
  const token = signedCookie(cookie, { name: "session_token", secret, publicUrl: people.publicUrl() });
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
 * reader is anonymous (contract §3). Comes after the rate limit, so that guesses are counted by address.
 */
export function refuseUnknownToken({ dialect }: Area, access: Access): MiddlewareHandler<Env> {
  return async function refuseUnknownToken(c, next) {
    const isOpen = access === "anyone" && (c.req.method === "GET" || c.req.method === "HEAD");
    if (isOpen || c.var.actor || !c.req.raw.headers.has("authorization")) return next();
    return dialect.refuse(c, "unauthorized", "This token is unknown, expired or revoked.");
  };
}
