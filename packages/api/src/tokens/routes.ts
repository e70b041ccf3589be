import { actorOf } from "../asking/authentication.ts";
import * as identity from "@gaia/identity";
import { ensureMay } from "@gaia/catalog";
import type { Api } from "../asking/env.ts";
import * as tokens from "./definitions.ts";
import { ctxOf, type Env } from "../asking/env.ts";

/** Tokens of the account that asks, and the address for those who found one. */
export function tokenRoutes(api: Api): void {
  api.openapi(tokens.listTokens, async (c) => {
    const ctx = ctxOf(c);
    const { accountId } = ensureMay(ctx, "listTokens");
    const rows = await identity.listTokens(ctx.db, { accountId });
    return c.json({ tokens: rows.map((row) => toToken(row, actorOf(c.var.caller))) }, 200);
  });

  api.openapi(tokens.createToken, async (c) => {
    const ctx = ctxOf(c);
    ensureMay(ctx, "createToken");
    const { name, scopes, patterns, expires_at: end } = c.req.valid("json");
    const { secret, token } = await identity.createToken(ctx.db, {
      ...askingOf(c),
      name,
      scopes,
      namePatterns: patterns,
      expiresAt: end === undefined ? null : new Date(end),
    });
    return c.json({ ...toToken(token, actorOf(c.var.caller)), token: secret }, 201, { "cache-control": "no-store" });
  });

  api.openapi(tokens.revokeToken, async (c) => {
    const ctx = ctxOf(c);
    ensureMay(ctx, "revokeToken");
    const revoked = await identity.revokeToken(ctx.db, { ...askingOf(c), id: c.req.valid("param").id });
    return c.json(toToken(revoked, actorOf(c.var.caller)), 200);
  });

  api.openapi(tokens.revokeLeakedToken, async (c) => {
    const { db, now, requestId } = ctxOf(c);
    const { token, url } = c.req.valid("json");
    const asked = { secret: token, where: url ?? null, now: now(), requestId };
    return c.json({ revoked: await identity.revokeLeakedToken(db, asked) }, 200);
  });
}

/** Whoever asks, as its token was found; `ensureMay` has refused nobody before. */
function askingOf(c: { var: Env["Variables"] }) {
  const { now, requestId } = ctxOf(c);
  const actor = actorOf(c.var.caller);
  if (actor === null || actor.kind === "workload") throw new Error("the caller has no tokens");
  return { actor, now: now(), requestId };
}

const toToken = (row: identity.TokenRow, actor: ReturnType<typeof actorOf>) => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  patterns: row.namePatterns,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
  is_current: actor?.kind === "token" && row.id === actor.tokenId,
});
