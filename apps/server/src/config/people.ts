import { z } from "zod";
import { text, url, variable } from "./variable.ts";

/** How people sign in: a part of `VARIABLES`. */
export const PEOPLE_VARIABLES = {
  AUTH_SECRET: variable({
    schema: z.string().min(32, "must have 32 characters or more").max(512).nullable(),
    default: null,
    doc:
      "Signs the cookies of people who are signed in, and encrypts their second factors and the secrets of webhooks: a worker needs " +
      "the same. Another value ends every session, and voids every second factor and secret. " +
      "Absent: generated once into `DATA_DIR/auth-secret` (0600).",
    secret: true,
  }),
  SIGN_UP: variable({
    schema: z.enum(["open", "invitation", "closed"]),
    default: "invitation",
    doc:
      "Who may make an account: a person with a mail address, a person whom an admin invited, or admins alone. With each of " +
      "the three an admin can invite.",
  }),
  READ: variable({
    schema: z.enum(["anyone", "signed-in"]),
    default: "anyone",
    doc:
      "Who may read what is public: `anyone`, or with `signed-in` only callers with a live token or session. Others get 401 or the " +
      "sign-in page, but for what [operations](operations.md#closing-a-registry) lists.",
  }),
  SMTP_URL: variable({
    schema: z.url({ protocol: /^smtps?$/ }).nullable(),
    default: null,
    doc:
      "Where mail goes: `smtps://user:password@host` or `smtp://…`, with `?requireTLS=true` only to a server that has STARTTLS. Absent: " +
      "each letter is a file in `DATA_DIR/mail`.",
    secret: true,
  }),
  MAIL_FROM: variable({ schema: text, default: "Skill registry <registry@localhost>", doc: "Sender of the mail." }),
  LEAKED_PASSWORDS_URL: variable({
    schema: url.nullable(),
    default: null,
    doc:
      "A service of leaked passwords, as `https://api.pwnedpasswords.com`, asked by k-anonymity (five hex digits of a SHA-1) when a " +
      "password is chosen. Absent: none is asked.",
  }),
} as const;
