import { z } from "@hono/zod-openapi";
import { LeakedToken, LeakedTokenRevoked, NewToken, Token, TokenCreated, TokenList } from "../accounts/schemas.ts";
import { Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

export const listTokens = defineRoute({
  operationId: "listTokens",
  method: "get",
  path: "/tokens",
  tags: ["account"],
  summary: "The account's tokens, revoked and expired ones included, newest first; never their secrets",
  access: "account",
  cache: "none",
  responses: { 200: json(TokenList, "Tokens"), ...problems(403) },
});

export const createToken = defineRoute({
  operationId: "createToken",
  method: "post",
  path: "/tokens",
  tags: ["account"],
  summary: "Make a token that may no more than the one that asks: fewer scopes, fewer names, an end",
  access: "account",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: NewToken } } } },
  responses: { 201: json(TokenCreated, "Created; the token is shown once"), ...problems(403, 409) },
});

export const revokeToken = defineRoute({
  operationId: "revokeToken",
  method: "delete",
  path: "/tokens/{id}",
  tags: ["account"],
  summary: "End one of the account's tokens, at once and for good",
  access: "account",
  cache: "none",
  request: { params: z.object({ id: Uuid }) },
  responses: { 200: json(Token, "Revoked, now or earlier"), ...problems(403, 404) },
});

export const revokeLeakedToken = defineRoute({
  operationId: "revokeLeakedToken",
  method: "post",
  path: "/leaked-tokens",
  tags: ["account"],
  summary: "Revoke a leaked token; for its finder, without an account",
  access: "anyone",
  whenClosed: "open",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: LeakedToken } } } },
  responses: { 200: json(LeakedTokenRevoked, "It is worth nothing now") },
});
