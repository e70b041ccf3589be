import { z } from "@hono/zod-openapi";
import { NewTransfer, Transfer, TransferList } from "../publishers/schemas.ts";
import { Handle, Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const id = z.object({ id: Uuid });

export const requestTransfer = defineRoute({
  operationId: "requestTransfer",
  method: "post",
  path: "/transfers",
  tags: ["publishers"],
  summary: "Offer a skill to another publisher; nothing changes until it accepts, within seven days",
  access: "account",
  cache: "none",
  request: { body: { required: true, content: { "application/json": { schema: NewTransfer } } } },
  responses: { 201: json(Transfer, "Offered"), ...problems(403, 404, 409, 410) },
});

export const listTransfers = defineRoute({
  operationId: "listTransfers",
  method: "get",
  path: "/transfers",
  tags: ["publishers"],
  summary: "What your publishers offered and were offered, newest first; the last 200",
  access: "account",
  cache: "none",
  request: { query: z.object({ publisher: Handle.optional() }) },
  responses: { 200: json(TransferList, "Transfers"), ...problems(403) },
});

export const acceptTransfer = defineRoute({
  operationId: "acceptTransfer",
  method: "post",
  path: "/transfers/{id}/accept",
  tags: ["publishers"],
  summary: "Take an offered skill over; every right of its former publisher ends in that moment",
  access: "account",
  cache: { drops: "catalog" },
  request: { params: id },
  responses: { 200: json(Transfer, "It is yours"), ...problems(403, 409) },
});

export const declineTransfer = defineRoute({
  operationId: "declineTransfer",
  method: "post",
  path: "/transfers/{id}/decline",
  tags: ["publishers"],
  summary: "Decline an offered skill",
  access: "account",
  cache: "none",
  request: { params: id },
  responses: { 200: json(Transfer, "Declined"), ...problems(403, 409) },
});

export const withdrawTransfer = defineRoute({
  operationId: "withdrawTransfer",
  method: "delete",
  path: "/transfers/{id}",
  tags: ["publishers"],
  summary: "Take an offer back",
  access: "account",
  cache: "none",
  request: { params: id },
  responses: { 200: json(Transfer, "Withdrawn"), ...problems(403, 409) },
});
