import { seal, unseal } from "@gaia/identity";
import type { Registry } from "@gaia/registry";
import { shownLine } from "@gaia/text";
import { GuardedFetchError, guardedRead } from "./guarded-fetch.ts";
import type { Resolve } from "./names-of-others.ts";

/** So long a receiver may take to answer, all of it. */
const TIMEOUT_MS = 15_000;
/** Of a longer answer the rest is not read. */
const MOST_BYTES = 64 * 1024;
const SHOWN_CHARACTERS = 500;

/**
 * How webhooks leave: to addresses that a publisher chose (Q3), guarded. At the origins of WEBHOOK_HOSTS alone a private address and plain
 * http are allowed.
 * @param input.secret seals what receivers verify with
 */
export function webhookDoor(input: {
  secret: string;
  hosts: readonly string[];
  timeoutMs?: number;
  resolve?: Resolve;
}): Registry["webhooks"] {
  const { secret, hosts, timeoutMs = TIMEOUT_MS, resolve } = input;
  const isOperators = (address: URL) => hosts.includes(address.origin);
  return {
    seal: (text) => seal(text, secret),
    unseal: (sealed) => unseal(sealed, secret),
    isOperators,
    async post(address, { body, headers, abort }) {
      const url = new URL(address);
      const guarded = {
        isOperators: isOperators(url),
        maxBytes: MOST_BYTES,
        isCut: true,
        timeoutMs,
        body,
        headers,
        abort,
      };
      try {
        const came = await guardedRead(url.href, { ...guarded, ...(resolve && { resolve }) });
        return { status: came.status, answer: shownLine(came.body.toString("utf8"), SHOWN_CHARACTERS) };
      } catch (cause) {
        if (!(cause instanceof GuardedFetchError)) throw cause;
        // A name that has no address is told apart from one of a private network by nobody outside it.
        const isHidden = cause.code === "refused" || cause.message === "its name has no address";
        throw new Error(isHidden ? "its name leads to no public address" : cause.message, { cause });
      }
    },
  };
}
