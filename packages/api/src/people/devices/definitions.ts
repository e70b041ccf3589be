import { z } from "@hono/zod-openapi";
import { defineAct } from "../../defining/define-act.ts";
import { Timestamp } from "../../defining/values.ts";
import { Code, done } from "../acting/values.ts";

export const findDeviceLogin = defineAct({
  operationId: "findDeviceLogin",
  path: "/device/find",
  summary: "What hangs on a code that a command line shows",
  isInPerson: true,
  body: z.object({ user_code: Code }),
  answer: z
    .object({
      client: z.string().openapi({ description: "what it calls itself" }),
      address: z.string(),
      asked_for: z.array(z.string()).openapi({ description: "scopes" }),
      created_at: Timestamp,
    })
    .openapi("AskedDevice"),
  says: "What asks, from where, since when and for what",
  refuses: [404],
});

export const decideDeviceLogin = defineAct({
  operationId: "decideDeviceLogin",
  path: "/device/decide",
  summary: "Let a command line in, or deny it",
  isInPerson: true,
  body: z.object({ user_code: Code, allow: z.boolean() }),
  answer: done("allowed", "denied"),
  says: "Decided",
  refuses: [404],
});
