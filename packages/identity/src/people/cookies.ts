import { createHmac, timingSafeEqual } from "node:crypto";
import { cookiesOf } from "@gaia/text";

/** So long a session lasts, whatever is done in it. */
export const SESSION_DAYS = 14;

/** Over https no other host and no plain connection can set it (RFC 6265bis §4.1.3.2). */
const cookiePrefix = (secure: boolean): string => (secure ? "__Host-gaia" : "gaia");

/** Cookies that are signed: the session's token, and the name of a sign-in that waits for its second factor. */
const SIGNED = ["session_token", "two_factor"] as const;
export type SignedCookie = (typeof SIGNED)[number];

/** Random values of ours, each the name of a row: who went to a provider, who came back without an account, who is asked for a passkey. */
const PLAIN = ["provider", "newcomer", "passkey"] as const;
export type PlainCookie = (typeof PLAIN)[number];

/** The cookies of ours that a request brought, by their names without the prefix. Made by `readCookies` alone. */
export type OwnCookies = ReadonlyMap<SignedCookie | PlainCookie, string>;

/** The one reader of the `Cookie` header. What two readers could read in two ways is none of ours (`cookiesOf`). */
export function readCookies(header: string | null, publicUrl: string): OwnCookies {
  const prefix = cookiePrefix(publicUrl.startsWith("https:"));
  const names = [...SIGNED, ...PLAIN].map((name) => ({ name, full: `${prefix}.${name}` }));
  const read = cookiesOf(
    header,
    names.map(({ full }) => full),
  );
  const found: [SignedCookie | PlainCookie, string][] = names.flatMap(({ name, full }) => {
    const value = read.get(full);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map(found);
}

/**
 * What a signed cookie of ours holds; null where there is none, or none that was signed here. That it still means something is another
 * question.
 */
export function signedCookie(cookies: OwnCookies, name: SignedCookie, secret: string): string | null {
  const value = decoded(cookies.get(name) ?? "");
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const held = value.slice(0, dot);
  // As text: base64 has many spellings of the same bytes.
  const given = Buffer.from(value.slice(dot + 1));
  const wanted = Buffer.from(macOf(held, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? held : null;
}

/** What a cookie of ours that nobody signed holds; null where there is none. */
export const plainCookie = (cookies: OwnCookies, name: PlainCookie): string | null => cookies.get(name) ?? null;

/** The `Set-Cookie` of a signed cookie. */
export function setSigned(
  name: SignedCookie,
  held: string,
  { secret, publicUrl, seconds }: { secret: string; publicUrl: string; seconds: number },
): string {
  return setPlain(name, signedValue(held, secret), { publicUrl, seconds });
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

const signedValue = (held: string, secret: string): string => encodeURIComponent(`${held}.${macOf(held, secret)}`);

/**
 * The name is not among what is signed: what one cookie holds must never be good in another. A session's holds its token, the other one
 * what a row is kept under.
 */
const macOf = (held: string, secret: string): string => createHmac("sha256", secret).update(held).digest("base64");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
