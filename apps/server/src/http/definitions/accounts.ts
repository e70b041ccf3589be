import { createRoute, z } from "@hono/zod-openapi";
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
import { bearer, json, problems } from "./responses.ts";

const handle = z.object({ handle: Handle });

export const whoAmI = createRoute({
  operationId: "whoAmI",
  method: "get",
  path: "/whoami",
  tags: ["account"],
  summary: "Who this token speaks for",
  security: bearer,
  responses: { 200: json(WhoAmI, "The account"), ...problems(401) },
});

export const createAccount = createRoute({
  operationId: "createAccount",
  method: "post",
  path: "/admin/accounts",
  tags: ["admin"],
  summary: "Create an account, its publisher of the same handle, and a token",
  security: bearer,
  request: { body: { required: true, content: { "application/json": { schema: NewAccount } } } },
  responses: { 201: json(AccountCreated, "Created; the token is shown once"), ...problems(400, 401, 403, 409) },
});

export const getPublisher = createRoute({
  operationId: "getPublisher",
  method: "get",
  path: "/publishers/{handle}",
  tags: ["account"],
  summary: "A publisher",
  request: { params: handle },
  responses: { 200: json(Publisher, "The publisher"), ...problems(404) },
});

export const listPublisherKeys = createRoute({
  operationId: "listPublisherKeys",
  method: "get",
  path: "/publishers/{handle}/keys",
  tags: ["account"],
  summary: "The public keys of a publisher, revoked ones included",
  request: { params: handle },
  responses: { 200: json(PublisherKeyList, "Keys"), ...problems(404) },
});

export const addPublisherKey = createRoute({
  operationId: "addPublisherKey",
  method: "post",
  path: "/publishers/{handle}/keys",
  tags: ["account"],
  summary: "Register a key that signs this publisher's releases",
  security: bearer,
  request: { params: handle, body: { required: true, content: { "application/json": { schema: NewKey } } } },
  responses: {
    200: json(PublisherKey, "This key is registered already"),
    201: json(PublisherKey, "Registered"),
    ...problems(400, 401, 403, 404, 409, 422),
  },
});

export const revokePublisherKey = createRoute({
  operationId: "revokePublisherKey",
  method: "delete",
  path: "/publishers/{handle}/keys/{id}",
  tags: ["account"],
  summary: "Revoke a key: retired keeps past signatures, compromised takes them down",
  security: bearer,
  request: {
    params: handle.extend({ id: Uuid }),
    query: z.object({ as: z.enum(["compromised", "retired"]).default("compromised") }),
  },
  responses: { 200: json(PublisherKey, "Revoked"), ...problems(400, 401, 403, 404, 409) },
});
