import { z } from "@hono/zod-openapi";
import { defineAct, defineView } from "../../defining/define-act.ts";
import { Handle } from "../../defining/values.ts";
import { done, Email, Nothing, OwnPassword, Password, Secret } from "../acting/values.ts";
import { DeletionObstacle, OwnAccount, SignInState } from "./schemas.ts";

export const viewState = defineView({
  operationId: "viewState",
  path: "/state",
  summary: "How one signs in here",
  answer: SignInState,
  says: "What the pages offer",
});

export const viewOwnAccount = defineView({
  operationId: "viewOwnAccount",
  path: "/account",
  summary: "The own account, as its owner sees it",
  isInPerson: true,
  answer: OwnAccount,
  says: "The account",
});

export const signUp = defineAct({
  operationId: "signUp",
  path: "/sign-up",
  summary: "Ask for an account: a mail with a link is on its way, or none; the answer does not say which (T12)",
  body: z.object({ handle: Handle, email: Email, password: Password, invitation: Secret.nullable() }),
  answer: done("mail_sent"),
  says: "Asked for",
  refuses: [409],
});

export const confirmAddress = defineAct({
  operationId: "confirmAddress",
  path: "/confirm-address",
  summary: "Follow the link of the mail, with the password that was chosen: the account is there, and signed in",
  body: z.object({ token: Secret, password: Password, handle: Handle.nullable() }),
  // As `signIn` of the domain says it: the pages do not read it.
  answer: z.object({ needsCode: z.boolean() }),
  says: "Signed in",
  refuses: [404, 409],
});

export const claimAccount = defineAct({
  operationId: "claimAccount",
  path: "/claim",
  summary: "Give an account that has tokens only an address and a password",
  body: z.object({ token: Secret, email: Email, password: Password }),
  answer: z.object({ is_signed_in: z.boolean().openapi({ description: "false: a mail is on its way" }) }),
  says: "Claimed, or asked to confirm the address",
  refuses: [409],
});

export const askForReset = defineAct({
  operationId: "askForReset",
  path: "/ask-for-reset",
  summary: "Ask for a link to choose a new password",
  body: z.object({ email: Email }),
  answer: done("mail_sent"),
  says: "Asked for, whether or not there is such an account (T12)",
});

export const resetPassword = defineAct({
  operationId: "resetPassword",
  path: "/reset-password",
  summary: "Choose a new password by the link of a mail; every session ends",
  body: z.object({ token: Secret, password: Password }),
  answer: done("changed"),
  says: "Chosen",
  refuses: [404],
});

export const changePassword = defineAct({
  operationId: "changePassword",
  path: "/change-password",
  summary: "Choose another password, or a first one; every other session ends",
  isInPerson: true,
  body: OwnPassword.extend({ new_password: Password }),
  answer: Nothing,
  says: "Chosen; the session goes on under another token",
  refuses: [409],
});

export const askForAddress = defineAct({
  operationId: "askForAddress",
  path: "/address/ask",
  summary:
    "Ask for another mail address: the one until now is written to first, and the answer does not say who has the new one (T12)",
  isInPerson: true,
  body: OwnPassword.extend({ email: Email }),
  answer: done("mail_sent"),
  says: "Asked for; nothing changes before both addresses agreed",
});

export const confirmOldAddress = defineAct({
  operationId: "confirmOldAddress",
  path: "/address/agree",
  summary: "Follow the link at the address until now: the new one is written to next",
  body: z.object({ token: Secret }),
  answer: done("mail_sent"),
  says: "Agreed",
  refuses: [404],
});

export const confirmNewAddress = defineAct({
  operationId: "confirmNewAddress",
  path: "/address/confirm",
  summary: "Follow the link at the new address, signed in as who asked for it",
  isInPerson: true,
  body: z.object({ token: Secret }),
  answer: done("changed"),
  says: "Changed",
  refuses: [404, 409],
});

export const cancelAddressChange = defineAct({
  operationId: "cancelAddressChange",
  path: "/address/cancel",
  summary: "Cancel a change of address, by its link, or in person",
  body: z.object({ token: Secret.nullable().openapi({ description: "null: of who is signed in" }) }),
  answer: done("cancelled"),
  says: "Cancelled",
  refuses: [404],
});

export const viewDeletion = defineView({
  operationId: "viewDeletion",
  path: "/account/deletion",
  summary: "What keeps the own account from being deleted",
  isInPerson: true,
  answer: z.object({ obstacles: z.array(DeletionObstacle) }),
  says: "What has to be settled first",
});

export const deleteOwnAccount = defineAct({
  operationId: "deleteOwnAccount",
  path: "/delete-account",
  summary: "Delete the own account for good; what was published stays",
  isInPerson: true,
  body: OwnPassword.extend({ confirm: z.string().max(64).openapi({ description: "the account's handle" }) }),
  answer: Nothing,
  says: "Deleted, and signed out",
  refuses: [409],
});
