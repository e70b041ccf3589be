import * as identity from "@gaia/identity";
import { ensureMay, ensureMayAtAll, RegistryError } from "@gaia/catalog";
import type { Ctx } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as accounts from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** How accounts stand: listed, suspended, reinstated, made an admin's, deleted. */
export function standingRoutes(api: Api): void {
  api.openapi(accounts.listAccounts, async (c) => {
    const ctx = ctxOf(c);
    ensureMay(ctx, "listAccounts");
    const { limit, cursor, handle = null, role = null, status = null } = c.req.valid("query");
    const after = cursor === undefined ? 0 : placeOf(cursor);
    const rows = await identity.listAccounts(ctx.db, { handle, role, status, after, limit: limit + 1 });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const next = last ? Buffer.from(`accounts:${last.id}`).toString("base64url") : null;
    return c.json({ items: rows.slice(0, limit).map(toAccount), next_cursor: next }, 200);
  });

  api.openapi(accounts.suspendAccount, async (c) => {
    const ctx = ctxOf(c);
    const by = ensureMay(ctx, "suspendAccount");
    const input = { ...c.req.valid("param"), ...c.req.valid("json"), by, ...asked(ctx) };
    return c.json(toAccount(await identity.suspendAccount(ctx.db, input)), 200);
  });

  api.openapi(accounts.reinstateAccount, async (c) => {
    const ctx = ctxOf(c);
    const by = ensureMay(ctx, "reinstateAccount");
    const input = { ...c.req.valid("param"), ...c.req.valid("json"), by, ...asked(ctx) };
    const { account, token } = await identity.reinstateAccount(ctx.db, input);
    return c.json({ ...toAccount(account), token }, 200);
  });

  api.openapi(accounts.changeAccountRole, async (c) => {
    const ctx = ctxOf(c);
    const by = ensureMay(ctx, "changeAccountRole");
    const input = { ...c.req.valid("param"), ...c.req.valid("json"), by, ...asked(ctx) };
    return c.json(toAccount(await identity.changeRole(ctx.db, input)), 200);
  });

  api.openapi(accounts.deleteAccount, async (c) => {
    const ctx = ctxOf(c);
    const { kind, accountId, handle } = ensureMayAtAll(ctx, "deleteAccount");
    // A browser that is open is not its owner: the page asks for a password or a second factor, and this does not.
    if (kind === "account")
      throw new RegistryError("forbidden", "In a browser, an account is deleted at /account/delete.");
    await identity.deleteAccount(ctx.db, { accountId, handle, ...c.req.valid("query"), ...asked(ctx) });
    return c.body(null, 204);
  });
}

const asked = ({ now, requestId }: Ctx) => ({ now: now(), requestId });

function placeOf(cursor: string): number {
  const [, id] = /^accounts:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (id === undefined) throw new RegistryError("invalid_request", "`cursor` is not a cursor of this list.");
  return Number(id);
}

const statusOf = (row: identity.AccountRow) =>
  row.deletedAt !== null
    ? ("deleted" as const)
    : row.disabledAt !== null
      ? ("suspended" as const)
      : ("active" as const);

const toAccount = (row: identity.AccountRow) => ({
  handle: row.handle,
  role: row.role,
  status: statusOf(row),
  reason: row.suspendedReason,
  created_at: row.createdAt.toISOString(),
  disabled_at: row.disabledAt?.toISOString() ?? null,
});
