import * as identity from "@gaia/identity";
import { ensureMay, ensureMayFor, listPublisherVersions } from "@gaia/catalog";
import type { Ctx } from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as publishers from "./definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** Organisations, who belongs to them, and who was asked to. */
export function publisherRoutes(api: Api): void {
  api.openapi(publishers.createPublisher, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "createPublisher");
    const { handle } = c.req.valid("json");
    const { kind, createdAt } = await identity.createPublisher(ctx.db, {
      handle,
      reserved: ctx.reservedNames,
      mapped: identity.mappedHandles(c.var.services.people.providers),
      ...asking(ctx, actor),
    });
    return c.json({ handle, kind, created_at: createdAt.toISOString(), skills: 0 }, 201);
  });

  memberRoutes(api);
  invitationRoutes(api);
}

function memberRoutes(api: Api): void {
  api.openapi(publishers.listMembers, async (c) => {
    const ctx = ctxOf(c);
    const { publisher } = await ensureMayFor(ctx, "listMembers", c.req.valid("param"));
    const members = await identity.listMembers(ctx.db, { publisher: publisher.handle });
    return c.json({ members: members.map(toMember) }, 200);
  });

  api.openapi(publishers.listPublisherVersions, async (c) => {
    const { limit, cursor = null } = c.req.valid("query");
    return c.json(await listPublisherVersions(ctxOf(c), { ...c.req.valid("param"), limit, cursor }), 200);
  });

  api.openapi(publishers.changeMember, async (c) => {
    const ctx = ctxOf(c);
    const { handle, account } = c.req.valid("param");
    const { actor, publisher } = await ensureMayFor(ctx, "changeMember", { handle });
    const wanted = { publisher: publisher.handle, account, ...c.req.valid("json") };
    const members = await identity.changeMember(ctx.db, { ...wanted, ...asking(ctx, actor) });
    return c.json({ members: members.map(toMember) }, 200);
  });

  api.openapi(publishers.removeMember, async (c) => {
    const ctx = ctxOf(c);
    const { handle, account } = c.req.valid("param");
    const { actor, publisher } = await ensureMayFor(ctx, "removeMember", { handle });
    const members = await identity.removeMember(ctx.db, {
      publisher: publisher.handle,
      account,
      ...asking(ctx, actor),
    });
    return c.json({ members: members.map(toMember) }, 200);
  });

  api.openapi(publishers.leavePublisher, async (c) => {
    const ctx = ctxOf(c);
    const { actor, publisher } = await ensureMayFor(ctx, "leavePublisher", c.req.valid("param"));
    await identity.leavePublisher(ctx.db, { publisher: publisher.handle, ...asking(ctx, actor) });
    return c.body(null, 204);
  });
}

function invitationRoutes(api: Api): void {
  api.openapi(publishers.inviteMember, async (c) => {
    const ctx = ctxOf(c);
    const { actor, publisher } = await ensureMayFor(ctx, "inviteMember", c.req.valid("param"));
    const { account, email, role } = c.req.valid("json");
    // The definition lets pass only one of the two.
    const invited = account === undefined ? { email: email ?? "" } : { account };
    const wanted = { publisher: publisher.handle, invited, role };
    return c.json(toInvitation(await identity.inviteMember(ctx.db, { ...wanted, ...asking(ctx, actor) })), 201);
  });

  api.openapi(publishers.listInvitations, async (c) => {
    const ctx = ctxOf(c);
    const { publisher } = await ensureMayFor(ctx, "listInvitations", c.req.valid("param"));
    const rows = await identity.listInvitations(ctx.db, { publisher: publisher.handle, now: ctx.now() });
    return c.json({ invitations: rows.map(toInvitation) }, 200);
  });

  api.openapi(publishers.withdrawInvitation, async (c) => {
    const ctx = ctxOf(c);
    const { handle, id } = c.req.valid("param");
    const { actor, publisher } = await ensureMayFor(ctx, "withdrawInvitation", { handle });
    const wanted = { publisher: publisher.handle, id };
    return c.json(toInvitation(await identity.withdrawInvitation(ctx.db, { ...wanted, ...asking(ctx, actor) })), 200);
  });

  api.openapi(publishers.listOwnInvitations, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "listOwnInvitations");
    const rows = await identity.listOwnInvitations(ctx.db, asking(ctx, actor));
    return c.json({ invitations: rows.map(toInvitation) }, 200);
  });

  api.openapi(publishers.acceptInvitation, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "acceptInvitation");
    const answer = { id: c.req.valid("param").id, answer: "accepted" as const };
    return c.json(toInvitation(await identity.answerInvitation(ctx.db, { ...answer, ...asking(ctx, actor) })), 200);
  });

  api.openapi(publishers.declineInvitation, async (c) => {
    const ctx = ctxOf(c);
    const actor = ensureMay(ctx, "declineInvitation");
    const answer = { id: c.req.valid("param").id, answer: "declined" as const };
    return c.json(toInvitation(await identity.answerInvitation(ctx.db, { ...answer, ...asking(ctx, actor) })), 200);
  });
}

const asking = (ctx: Ctx, actor: ReturnType<typeof ensureMay<"createPublisher">>) => ({
  actor,
  now: ctx.now(),
  requestId: ctx.requestId,
});

const toMember = ({ account, role, since }: identity.MemberRow) => ({ account, role, since: since.toISOString() });

const toInvitation = (row: identity.InvitationRow) => ({
  id: row.id,
  publisher: row.publisher,
  account: row.account,
  email: row.email,
  role: row.role,
  invited_by: row.invitedBy,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});
