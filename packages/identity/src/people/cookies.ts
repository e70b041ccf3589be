import { createHmac, timingSafeEqual } from "node:crypto";

/** So long a session lasts, whatever is done in it. */
export const SESSION_DAYS = 14;

/** Carries a visitor's address to the library; made here, never taken from a request. */
export const ADDRESS_HEADER = "x-gaia-address";

/** Over https no other host and no plain connection can set it (RFC 6265bis §4.1.3.2). */
export const cookiePrefix = (secure: boolean): string => (secure ? "__Host-gaia" : "gaia");

const MAX_COOKIES = 8_192;

/** What the library signs into cookies: the session's token, and the name of a sign-in that waits for its second factor. */
export type SignedCookie = "session_token" | "two_factor";

/** Random values of ours, each the name of a row: who went to a provider, and who came back without an account. */
export type PlainCookie = "provider" | "newcomer";

/**
 * What a cookie of ours in a `Cookie` header holds; null where there is none, or none that was signed here. That it still means something
 * is another question.
 */
export function signedCookie(
  cookie: string | null,
  { name, secret, publicUrl }: { name: SignedCookie; secret: string; publicUrl: string },
): string | null {
  const value = decoded(valueOf(cookie, name, publicUrl) ?? "");
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const held = value.slice(0, dot);
  // As text: base64 has many spellings of the same bytes.
  const given = Buffer.from(value.slice(dot + 1));
  const wanted = Buffer.from(macOf(held, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? held : null;
}

/** What a cookie of ours that nobody signed holds; null where there is none. */
export const plainCookie = (
  cookie: string | null,
  { name, publicUrl }: { name: PlainCookie; publicUrl: string },
): string | null => valueOf(cookie, name, publicUrl);

/** The `Set-Cookie` of a signed cookie, as the library writes it. */
export function setSigned(
  name: SignedCookie,
  held: string,
  { secret, publicUrl, seconds }: { secret: string; publicUrl: string; seconds: number },
): string {
  return setPlain(name, encodeURIComponent(`${held}.${macOf(held, secret)}`), { publicUrl, seconds });
}

/** @param about.seconds 0 takes it away */
export function setPlain(
  name: SignedCookie | PlainCookie,
  value: string,
  { publicUrl, seconds }: { publicUrl: string; seconds: number },
): string {
  const secure = publicUrl.startsWith("https:");
  const flags = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${cookiePrefix(secure)}.${name}=${value}; ${flags}`;
}

const macOf = (held: string, secret: string): string => createHmac("sha256", secret).update(held).digest("base64");

function valueOf(cookie: string | null, name: string, publicUrl: string): string | null {
  if (cookie === null || cookie.length > MAX_COOKIES) return null;
  const begin = `${cookiePrefix(publicUrl.startsWith("https:"))}.${name}=`;
  const found = cookie
    .split(";")
    .map((one) => one.trim())
    .find((one) => one.startsWith(begin));
  return found === undefined ? null : found.slice(begin.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
