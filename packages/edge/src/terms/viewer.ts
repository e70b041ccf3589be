import { cookieNames } from "@gaia/text";

/**
 * Whom an answer is made for, as far as the request says it: whoever it is (`anonymous`), somebody in person (`account`: it carries a
 * cookie that may be a session), or a program (`token`). What a cache keeps is made for `anonymous` and given to nobody else.
 */
export type Viewer = "anonymous" | "account" | "token";

/** Cookies that say nothing of who somebody is. */
const IMPERSONAL_COOKIES = new Set(["theme"]);

/** By what a request carries, valid or not: credentials of a kind that nobody here knows make it somebody's, too. */
export function viewerOf(headers: Headers): Viewer {
  if (headers.has("authorization")) return "token";
  const cookies = headers.get("cookie");
  if (cookies === null) return "anonymous";
  return isImpersonal(cookies) ? "anonymous" : "account";
}

/** The request headers that an answer depends on: what a cache on the way has to compare (RFC 9110 §12.5.5). */
export const VARY = "authorization, cookie, accept";

/** The same for whatever is made for somebody: nobody else's to keep (RFC 9111 §5.2.2). */
export const PRIVATE = "private, no-store";

/** Whether a `Cookie` header says nothing of who somebody is. */
export const isImpersonal = (cookies: string): boolean =>
  cookieNames(cookies).every((name) => IMPERSONAL_COOKIES.has(name));
