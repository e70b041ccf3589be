import * as identity from "@gaia/identity";
import { ensureMay } from "@gaia/catalog";
import type { Api } from "../asking/env.ts";
import { ctxOf } from "../asking/env.ts";
import * as accounts from "./definitions.ts";

/** Invitations to make an account: made, listed, revoked. */
export function invitationRoutes(api: Api): void {
  api.openapi(accounts.inviteAccount, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "inviteAccount");
    const { email } = c.req.valid("json");
    const { people } = c.var.services;
    const { id, url, expiresAt } = await identity.inviteToSignUp(people, {
      actor,
      email,
      requestId: ctx.requestId,
    });
    const invited = {
      id,
      email: email?.toLowerCase() ?? null,
      url,
      expires_at: expiresAt.toISOString(),
      is_mailed: email !== null && people.hasMailServer,
    };
    return c.json(invited, 201, { "cache-control": "no-store" });
  });

  api.openapi(accounts.listAccountInvitations, async (c) => {
    ensureMay(ctxOf(c), "listAccountInvitations");
    const open = await identity.listSignUpInvitations(c.var.services.people);
    const invitations = open.map(({ id, email, invitedBy, createdAt, expiresAt }) => ({
      id,
      email,
      invited_by: invitedBy,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
    return c.json({ invitations }, 200);
  });

  api.openapi(accounts.revokeAccountInvitation, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "revokeAccountInvitation");
    await identity.revokeSignUpInvitation(c.var.services.people, {
      ...c.req.valid("param"),
      actor,
      requestId: ctx.requestId,
    });
    return c.body(null, 204);
  });
}
