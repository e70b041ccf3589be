import { z } from "@hono/zod-openapi";
import { Publisher } from "../accounts/schemas.ts";
import {
  Invitation,
  InvitationList,
  MemberList,
  NewInvitation,
  NewPublisher,
  NewRole,
  PublisherVersionList,
} from "./schemas.ts";
import { Cursor, Handle, Limit, Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const handle = z.object({ handle: Handle });
const member = handle.extend({ account: Handle });
const id = z.object({ id: Uuid });
const bodyOf = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

export const createPublisher = defineRoute({
  operationId: "createPublisher",
  method: "post",
  path: "/publishers",
  tags: ["publishers"],
  summary: "Make an organisation, whose owner is who asks",
  access: "account",
  cache: { drops: "catalog" },
  request: { body: bodyOf(NewPublisher) },
  responses: { 201: json(Publisher, "Made"), ...problems(403, 409) },
});

export const listMembers = defineRoute({
  operationId: "listMembers",
  method: "get",
  path: "/publishers/{handle}/members",
  tags: ["publishers"],
  summary: "Who belongs to a publisher, with their roles; for its members",
  access: "publisher",
  cache: "none",
  request: { params: handle },
  responses: { 200: json(MemberList, "Members, by handle") },
});

export const listPublisherVersions = defineRoute({
  operationId: "listPublisherVersions",
  method: "get",
  path: "/publishers/{handle}/versions",
  tags: ["publishers"],
  summary:
    "A publisher's versions in every state, newest first: where each stands, and what to do next; for its members",
  access: "publisher",
  cache: "none",
  request: { params: handle, query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(PublisherVersionList, "Versions") },
});

export const changeMember = defineRoute({
  operationId: "changeMember",
  method: "put",
  path: "/publishers/{handle}/members/{account}",
  tags: ["publishers"],
  summary: "Give a member another role",
  access: "publisher",
  cache: "none",
  request: { params: member, body: bodyOf(NewRole) },
  responses: { 200: json(MemberList, "Members as they are now"), ...problems(409) },
});

export const removeMember = defineRoute({
  operationId: "removeMember",
  method: "delete",
  path: "/publishers/{handle}/members/{account}",
  tags: ["publishers"],
  summary: "End a membership, and every right that it gave, at once",
  access: "publisher",
  cache: "none",
  request: { params: member },
  responses: { 200: json(MemberList, "Members as they are now"), ...problems(409) },
});

export const leavePublisher = defineRoute({
  operationId: "leavePublisher",
  method: "delete",
  path: "/publishers/{handle}/membership",
  tags: ["publishers"],
  summary: "End one's own membership; the last owner stays",
  access: "publisher",
  cache: "none",
  request: { params: handle },
  responses: { 204: { description: "Left" }, ...problems(409) },
});

export const inviteMember = defineRoute({
  operationId: "inviteMember",
  method: "post",
  path: "/publishers/{handle}/invitations",
  tags: ["publishers"],
  summary: "Invite an account, or the owner of an address; it expires after seven days",
  access: "publisher",
  cache: "none",
  request: { params: handle, body: bodyOf(NewInvitation) },
  responses: { 201: json(Invitation, "Invited"), ...problems(409) },
});

export const listInvitations = defineRoute({
  operationId: "listInvitations",
  method: "get",
  path: "/publishers/{handle}/invitations",
  tags: ["publishers"],
  summary: "Whom a publisher invited, newest first, answered ones included; the last 200",
  access: "publisher",
  cache: "none",
  request: { params: handle },
  responses: { 200: json(InvitationList, "Invitations") },
});

export const withdrawInvitation = defineRoute({
  operationId: "withdrawInvitation",
  method: "delete",
  path: "/publishers/{handle}/invitations/{id}",
  tags: ["publishers"],
  summary: "Take an invitation back",
  access: "publisher",
  cache: "none",
  request: { params: handle.extend({ id: Uuid }) },
  responses: { 200: json(Invitation, "Withdrawn"), ...problems(409) },
});

export const listOwnInvitations = defineRoute({
  operationId: "listOwnInvitations",
  method: "get",
  path: "/invitations",
  tags: ["publishers"],
  summary: "What the account was invited to and has not answered",
  access: "account",
  cache: "none",
  responses: { 200: json(InvitationList, "Invitations"), ...problems(403) },
});

export const acceptInvitation = defineRoute({
  operationId: "acceptInvitation",
  method: "post",
  path: "/invitations/{id}/accept",
  tags: ["publishers"],
  summary: "Join the publisher that invited",
  access: "account",
  cache: "none",
  request: { params: id },
  responses: { 200: json(Invitation, "Joined"), ...problems(403, 409) },
});

export const declineInvitation = defineRoute({
  operationId: "declineInvitation",
  method: "post",
  path: "/invitations/{id}/decline",
  tags: ["publishers"],
  summary: "Decline an invitation",
  access: "account",
  cache: "none",
  request: { params: id },
  responses: { 200: json(Invitation, "Declined"), ...problems(403, 409) },
});
