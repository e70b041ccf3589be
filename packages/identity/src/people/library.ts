import { IdentityError } from "../errors.ts";
import { ADDRESS_HEADER } from "./cookies.ts";
import type { Visitor } from "./settings.ts";

/** What a browser sent, as the library reads it: nothing else of a request reaches it. */
export function headersOf({ cookie, userAgent, address }: Visitor): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (cookie !== null) headers.set("cookie", cookie);
  if (userAgent !== null) headers.set("user-agent", userAgent.slice(0, 200));
  return headers;
}

/** The code of a refusal by the library; null for any other error. */
function refusalCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("body" in error)) return null;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("code" in body)) return null;
  return typeof body.code === "string" ? body.code : null;
}

/**
 * Calls the library, and says its refusals in the registry's words.
 * @param words code -> what it means here; any other refusal is thrown as it is
 */
export async function inOurWords<T>(run: () => Promise<T>, words: Record<string, IdentityError>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw words[refusalCode(error) ?? ""] ?? error;
  }
}

export const weakPassword = {
  PASSWORD_TOO_SHORT: new IdentityError("invalid_request", "A password has 12 characters or more."),
  PASSWORD_TOO_LONG: new IdentityError("invalid_request", "A password has 256 characters or fewer."),
};
