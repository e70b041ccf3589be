import { IdentityError } from "../../errors.ts";
import type { IdentityProvider } from "../settings.ts";

/** Who came back from a provider. */
export interface Profile {
  /** What it calls them, for ever: `sub`, or GitHub's number. */
  subject: string;
  /** In lower case; only where the provider says that it is theirs. */
  email: string | null;
  /** A handle to suggest; nobody vouches for it. */
  handle: string | null;
  /** Null: it says that there are some, and not which. */
  groups: string[] | null;
}

/** Where the provider sends a browser back to: by `PUBLIC_URL` alone, whatever a request says of its host. */
export const redirectUriOf = ({ id }: IdentityProvider, publicUrl: string): string => `${publicUrl}/login/from/${id}`;

/** What goes along on the way to a provider, and is held against what comes back. */
export interface Journey {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636 §4.1). */
  verifier: string;
}

/** What the operator named may lie in a network of theirs; what a document names elsewhere has to be public. */
export const isOperatorsAddress = ({ issuer }: IdentityProvider, url: string): boolean =>
  new URL(issuer).origin === new URL(url).origin;

export const unreachable = ({ name }: IdentityProvider, what: string, cause?: unknown): IdentityError =>
  new IdentityError("unavailable", `${name} does not give ${what} out now; try again.`, { cause });

export const notValid = ({ name }: IdentityProvider, what: string, cause?: unknown): IdentityError =>
  new IdentityError("unauthorized", `What ${name} said does not hold: ${what}.`, { cause });

/** A JSON object; null for anything else. */
export function toRecord(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    const isRecord = typeof read === "object" && read !== null && !Array.isArray(read);
    return isRecord ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const LONGEST_ADDRESS = 254;

/**
 * An address as accounts keep it; null for what is none, and for one beyond ASCII: some letters become others when their case is changed,
 * and the address would be somebody else's.
 */
export function toAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > LONGEST_ADDRESS || !/^[!-~]+$/.test(value)) return null;
  if (!/^[^@<>]+@[^@<>]+$/.test(value)) return null;
  return value.toLowerCase();
}

const LONGEST_HANDLE = 39;

/** A handle that somebody might want, of a name that they have elsewhere; null where nothing is left of it. */
export function toHandle(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const plain = value
    .slice(0, 256)
    .split("@", 1)[0]
    ?.normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_HANDLE)
    .replaceAll(/^-+|-+$/g, "");
  return plain ? plain : null;
}
