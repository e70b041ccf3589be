import { z } from "@hono/zod-openapi";
import {
  Account,
  AccountCreated,
  AccountInvitationList,
  AccountInvited,
  AccountList,
  NewAccount,
  NewAccountInvitation,
  NewAccountRole,
  NewKey,
  NewQuota,
  Publisher,
  AddedKey,
  PublisherKey,
  PublisherKeyList,
  ReinstatedAccount,
  Storage,
  WhoAmI,
} from "./schemas.ts";
import { Cursor, Handle, Limit, text, Uuid } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

const handle = z.object({ handle: Handle });

export const whoAmI = defineRoute({
  operationId: "whoAmI",
  method: "get",
  path: "/whoami",
  tags: ["account"],
  summary: "Who this token speaks for",
  access: "account",
  cache: "none",
  responses: { 200: json(WhoAmI, "The account"), ...problems() },
});

export const createAccount = defineRoute({
  operationId: "createAccount",
  method: "post",
  path: "/admin/accounts",
  tags: ["admin"],
  summary: "Create an account, its publisher of the same handle, and a token",
  access: "admin",
  cache: { drops: "catalog" },
  request: { body: { required: true, content: { "application/json": { schema: NewAccount } } } },
  responses: { 201: json(AccountCreated, "Created; the token is shown once"), ...problems(403, 409) },
});

export const inviteAccount = defineRoute({
  operationId: "inviteAccount",
  method: "post",
  path: "/admin/invitations",
  tags: ["admin"],
  summary: "Invite a person to make an account: a link for one account and a week, mailed where an address is given",
  access: "admin",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: NewAccountInvitation } } } },
  responses: { 201: json(AccountInvited, "Invited; the link is shown once"), ...problems(403, 409) },
});

export const listAccountInvitations = defineRoute({
  operationId: "listAccountInvitations",
  method: "get",
  path: "/admin/invitations",
  tags: ["admin"],
  summary: "Invitations that can be used still, the oldest first",
  access: "admin",
  cache: "none",
  responses: { 200: json(AccountInvitationList, "Invitations"), ...problems(403) },
});

export const revokeAccountInvitation = defineRoute({
  operationId: "revokeAccountInvitation",
  method: "delete",
  path: "/admin/invitations/{id}",
  tags: ["admin"],
  summary: "Revoke an invitation that was not used",
  access: "admin",
  cache: "none",
  request: { params: z.object({ id: Uuid }) },
  responses: { 204: { description: "Revoked" }, ...problems(403, 404) },
});

export const setPublisherQuota = defineRoute({
  operationId: "setPublisherQuota",
  method: "put",
  path: "/admin/publishers/{handle}/quota",
  tags: ["admin"],
  summary: "Let a publisher take more or less storage than others; what it takes already stays",
  access: "admin",
  cache: "none",
  request: { params: handle, body: { required: true, content: { "application/json": { schema: NewQuota } } } },
  responses: { 200: json(Storage, "What it takes now, and may"), ...problems(404) },
});

const standing = {
  method: "post" as const,
  tags: ["admin"],
  access: "admin" as const,
  cache: { drops: "catalog" as const },
  request: {
    params: handle,
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ reason: text(2_000).min(3) }) } },
    },
  },
  responses: { 200: json(Account, "The account as it is now"), ...problems(403, 404, 409) },
};

export const listAccounts = defineRoute({
  operationId: "listAccounts",
  method: "get",
  path: "/admin/accounts",
  tags: ["admin"],
  summary: "Accounts, the oldest first",
  access: "admin",
  cache: "none",
  request: {
    query: z.object({
      handle: Handle.optional(),
      role: z.enum(["user", "admin"]).optional(),
      status: z.enum(["active", "suspended", "deleted"]).optional(),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: { 200: json(AccountList, "Accounts"), ...problems(403) },
});

export const suspendAccount = defineRoute({
  ...standing,
  operationId: "suspendAccount",
  path: "/admin/accounts/{handle}/suspend",
  summary: "Take an account's rights away; its skills stay",
});

export const reinstateAccount = defineRoute({
  ...standing,
  operationId: "reinstateAccount",
  path: "/admin/accounts/{handle}/reinstate",
  summary: "Give a suspended account its rights back",
  description: "Its sessions and tokens have ended: it signs in again, or gets a token here where it has no sign-in.",
  responses: { 200: json(ReinstatedAccount, "The account as it is now"), ...problems(403, 404, 409) },
});

export const changeAccountRole = defineRoute({
  operationId: "changeAccountRole",
  method: "put",
  path: "/admin/accounts/{handle}/role",
  tags: ["admin"],
  summary: "Make an account an admin's of this registry, or a user's again",
  description:
    "The last admin who can act stays one. A second factor is asked for where there is one; the account and every admin are notified.",
  access: "admin",
  cache: "none",
  request: { params: handle, body: { required: true, content: { "application/json": { schema: NewAccountRole } } } },
  responses: { 200: json(Account, "The account as it is now"), ...problems(403, 404, 409) },
});

export const deleteAccount = defineRoute({
  operationId: "deleteAccount",
  method: "delete",
  path: "/account",
  tags: ["account"],
  summary: "Delete your account for good; its skills stay, and its handle is never reused",
  description:
    "Organisations that only you own are handed over first. A second factor is asked for where there is one.",
  access: "account",
  cache: { drops: "catalog" },
  request: { query: z.object({ confirm: Handle.openapi({ description: "the account's handle" }) }) },
  responses: { 204: { description: "It is gone" }, ...problems(403, 409) },
});

export const getPublisher = defineRoute({
  operationId: "getPublisher",
  method: "get",
  path: "/publishers/{handle}",
  tags: ["account"],
  summary: "A publisher",
  access: "anyone",
  cache: "none",
  request: { params: handle },
  responses: { 200: json(Publisher, "The publisher"), ...problems(404) },
});

export const listPublisherKeys = defineRoute({
  operationId: "listPublisherKeys",
  method: "get",
  path: "/publishers/{handle}/keys",
  tags: ["account"],
  summary:
    "The public keys that signed for a publisher, revoked ones included; its members also see those that did not yet",
  access: "anyone",
  cache: "none",
  request: { params: handle },
  responses: { 200: json(PublisherKeyList, "Keys"), ...problems(404) },
});

export const addPublisherKey = defineRoute({
  operationId: "addPublisherKey",
  method: "post",
  path: "/publishers/{handle}/keys",
  tags: ["account"],
  summary:
    "Register a key or identity that signs this publisher's releases, or merge what is new of a key: renewals, subkeys, revocations",
  access: "publisher",
  cache: { drops: "catalog" },
  request: { params: handle, body: { required: true, content: { "application/json": { schema: NewKey } } } },
  responses: {
    200: json(AddedKey, "It was registered already; what is new of an OpenPGP key was merged"),
    201: json(AddedKey, "Registered, as revoked when it carries its own revocation"),
    ...problems(409, 422),
  },
});

export const revokePublisherKey = defineRoute({
  operationId: "revokePublisherKey",
  method: "delete",
  path: "/publishers/{handle}/keys/{id}",
  tags: ["account"],
  summary: "Revoke a key: retired keeps past signatures, compromised takes them down",
  access: "publisher",
  cache: { drops: "catalog" },
  request: {
    params: handle.extend({ id: Uuid }),
    query: z.object({ as: z.enum(["compromised", "retired"]).default("compromised") }),
  },
  responses: { 200: json(PublisherKey, "Revoked"), ...problems(403, 404, 409) },
});
