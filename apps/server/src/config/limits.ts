import { variable, whole } from "./variable.ts";

/** How often somebody may do something: a part of `VARIABLES`. */
export const LIMIT_VARIABLES = {
  RATE_LIMIT_READS: variable({
    schema: whole(0, 10_000_000),
    default: "6000",
    doc: "Reads a minute that one account (or, without a token, one client address) may make; 0 switches the limit off.",
  }),
  RATE_LIMIT_WRITES: variable({
    schema: whole(0, 10_000_000),
    default: "300",
    doc: "The same for writes.",
  }),
  RATE_LIMIT_TOKEN_PERCENT: variable({
    schema: whole(1, 100),
    default: "60",
    doc:
      "How much of its account's reads and writes one token may take, so that a job run wild does not lock its owner out; 100: no " +
      "limit of its own.",
  }),
  RATE_LIMIT_SIGN_IN: variable({
    schema: whole(0, 100_000),
    default: "10",
    doc: "Failed sign-ins in 15 minutes, for each client address and for each account; 0 switches the limit off.",
  }),
  RATE_LIMIT_CODES: variable({
    schema: whole(0, 100_000),
    default: "10",
    doc:
      "So many wrong codes in a row, of a second factor or recovery codes, may a person give; then the wait is a minute, and each " +
      "wrong one doubles it, up to a day. Codes that come with tokens, and those of devices, are counted apart, in 15 minutes, " +
      "one token for half of it; 0 switches the limit off.",
  }),
  RATE_LIMIT_MAIL: variable({
    schema: whole(0, 100_000),
    default: "10",
    doc: "The same for messages: for the address that asks for them and for the account that they go to.",
  }),
} as const;
