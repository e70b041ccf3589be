import { z } from "@hono/zod-openapi";
import { HeldList } from "./schemas.ts";
import { Cursor, Handle, Limit } from "../defining/values.ts";
import { json, problems } from "../defining/responses.ts";
import { defineRoute } from "../defining/define-route.ts";

export const listHeld = defineRoute({
  operationId: "listHeld",
  method: "get",
  path: "/admin/held",
  tags: ["admin"],
  summary: "Versions that wait for an admin, held for review or withheld by a scan, longest first",
  access: "admin",
  cache: "none",
  request: { query: z.object({ publisher: Handle.optional(), limit: Limit, cursor: Cursor }) },
  responses: { 200: json(HeldList, "What waits"), ...problems(403) },
});
