import { z } from "@hono/zod-openapi";
import { defineAct } from "../../defining/define-act.ts";
import { Code, Nothing, OwnPassword } from "../acting/values.ts";

const codes = { recovery_codes: z.array(z.string()).openapi({ description: "shown once" }) };

export const beginEnrolment = defineAct({
  operationId: "beginEnrolment",
  path: "/second-factor/begin",
  summary: "Begin to set up an authenticator app",
  isInPerson: true,
  body: OwnPassword,
  answer: z.object({ uri: z.string().openapi({ description: "`otpauth://totp/…`, shown once" }), ...codes }),
  says: "What the app is set up with",
  refuses: [409],
});

export const endEnrolment = defineAct({
  operationId: "endEnrolment",
  path: "/second-factor/end",
  summary: "Turn the app on by its first code",
  isInPerson: true,
  body: z.object({ code: Code }),
  answer: Nothing,
  says: "On; the session goes on under another token",
  refuses: [409],
});

export const removeSecondFactor = defineAct({
  operationId: "removeSecondFactor",
  path: "/second-factor/remove",
  summary: "Take the app away",
  isInPerson: true,
  body: OwnPassword,
  answer: Nothing,
  says: "Taken away; the session goes on under another token",
});

export const renewRecoveryCodes = defineAct({
  operationId: "renewRecoveryCodes",
  path: "/second-factor/recovery-codes",
  summary: "New recovery codes; the former ones are worth nothing any more",
  isInPerson: true,
  body: OwnPassword,
  answer: z.object(codes),
  says: "The codes",
});
