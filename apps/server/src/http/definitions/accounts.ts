import { z } from "@hono/zod-openapi";
import {
  AccountCreated,
  NewAccount,
  NewKey,
  Publisher,
  PublisherKey,
  PublisherKeyList,
  WhoAmI,
} from "../schemas/accounts.ts";
import { Handle, Uuid } from "../schemas/values.ts";
import { json, problems } from "./responses.ts";
import { defineRoute } from "./define-route.ts";

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
    200: json(PublisherKey, "It was registered already; what is new of an OpenPGP key was merged"),
    201: json(PublisherKey, "Registered, as revoked when it carries its own revocation"),
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
