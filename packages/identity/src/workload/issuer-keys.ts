import type { JWTVerifyGetKey } from "jose";
import { IdentityError } from "../errors.ts";
import type { Issuer } from "./issuers.ts";

/** Reads a document of an issuer. Whoever hands it in refuses what is not to be read (Q3). @throws for whatever it could not read */
export type ReadDocument = (url: string, guard: { isOperators: boolean }) => Promise<{ status: number; body: string }>;

/** How long the address of an issuer's keys is believed, and how long keys are before they are read again. Milliseconds. */
const DISCOVERED_FOR_MS = 60 * 60_000;
const KEYS_FOR_MS = 10 * 60_000;
/** For how long the keys of an issuer that is away count: longer than an outage, shorter than a stolen key should. */
const KEPT_WHILE_AWAY_MS = 24 * 60 * 60_000;
/** Between two looks at an issuer for a key that it did not have, and after a look that failed. */
const COOLDOWN_MS = 30_000;
const FAILED_FOR_MS = 10_000;

interface Read {
  keys: JWTVerifyGetKey;
  jwksUri: URL;
  discoveredAt: number;
  readAt: number;
}

/** What is known of one issuer. */
interface Known {
  read: Read | null;
  /** Of the last look at it, which failed; null: it did not. */
  failure: { error: unknown; at: number } | null;
  looking: Promise<void> | null;
}

/**
 * The keys of issuers, each issuer's by itself: found through its discovery document (OpenID Connect Discovery 1.0, §4), kept, and read
 * again, not too often, when they are old or a token names one that is not there. A look that fails takes nothing away: anybody can have
 * an issuer looked at, by a token that nobody signed, and the keys of a job that comes next are those that were good before.
 */
export function issuerKeys(read: ReadDocument, now: () => number = Date.now) {
  const known = new Map<string, Known>();

  async function look(issuer: Issuer, entry: Known): Promise<void> {
    try {
      entry.read = await readKeys(issuer, { read, now, before: entry.read });
      entry.failure = null;
    } catch (error) {
      entry.failure = { error, at: now() };
    }
  }

  /** Looks at the issuer anew, once for all who ask meanwhile; not at once after a look that failed. */
  async function renew(issuer: Issuer, entry: Known): Promise<void> {
    if (entry.failure !== null && now() - entry.failure.at < FAILED_FOR_MS) return;
    entry.looking ??= look(issuer, entry).finally(() => {
      entry.looking = null;
    });
    await entry.looking;
  }

  /** @throws IdentityError `unavailable`: there are none, or none that still count */
  async function keysOf(issuer: Issuer, entry: Known): Promise<Read> {
    if (entry.read === null || now() - entry.read.readAt >= KEYS_FOR_MS) await renew(issuer, entry);
    const kept = entry.read;
    if (kept !== null && now() - kept.readAt < KEPT_WHILE_AWAY_MS) return kept;
    throw entry.failure?.error ?? unreachable(issuer, "its keys");
  }

  return {
    /** Chooses the key of a token. @throws IdentityError `unavailable`; JOSEError where the issuer has no such key */
    of(issuer: Issuer): JWTVerifyGetKey {
      return async (header, token) => {
        const entry: Known = known.get(issuer.issuer) ?? { read: null, failure: null, looking: null };
        known.set(issuer.issuer, entry);
        const kept = await keysOf(issuer, entry);
        try {
          return await kept.keys(header, token);
        } catch (error) {
          const { errors } = await import("jose");
          if (!(error instanceof errors.JWKSNoMatchingKey) || now() - kept.readAt < COOLDOWN_MS) throw error;
          await renew(issuer, entry);
          // What a look that failed would have shown is not known: this token may be good.
          if (entry.failure !== null) throw entry.failure.error;
          return (entry.read ?? kept).keys(header, token);
        }
      };
    },
  };
}

export type IssuerKeys = ReturnType<typeof issuerKeys>;

/** The keys as the issuer gives them out now; where they lie is asked once an hour. @throws IdentityError `unavailable` */
async function readKeys(
  issuer: Issuer,
  { read, now, before }: { read: ReadDocument; now: () => number; before: Read | null },
): Promise<Read> {
  const isDiscovered = before !== null && now() - before.discoveredAt < DISCOVERED_FOR_MS;
  const { jwksUri, discoveredAt } = isDiscovered
    ? before
    : { jwksUri: await jwksUriOf(issuer, read), discoveredAt: now() };
  // Only where the operator said: another origin that the document names is anybody's word.
  const isOperators = issuer.isOperators && jwksUri.origin === new URL(issuer.issuer).origin;
  try {
    const { status, body } = await read(jwksUri.href, { isOperators });
    if (status !== 200) throw new Error(`its keys were answered with ${status}`);
    const { createLocalJWKSet } = await import("jose");
    return { keys: createLocalJWKSet(JSON.parse(body)), jwksUri, discoveredAt, readAt: now() };
  } catch (error) {
    throw unreachable(issuer, "its keys", error);
  }
}

async function jwksUriOf(issuer: Issuer, read: ReadDocument): Promise<URL> {
  const address = `${issuer.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  let document: { issuer?: unknown; jwks_uri?: unknown } | null;
  try {
    const { status, body } = await read(address, issuer);
    document = status === 200 ? JSON.parse(body) : null;
  } catch (error) {
    throw unreachable(issuer, "its discovery document", error);
  }
  const jwksUri = typeof document?.jwks_uri === "string" ? URL.parse(document.jwks_uri) : null;
  if (document?.issuer !== issuer.issuer || jwksUri === null) {
    throw new IdentityError("unavailable", `The discovery document of ${issuer.issuer} is not one of that issuer.`);
  }
  return jwksUri;
}

const unreachable = (issuer: Issuer, what: string, cause?: unknown): IdentityError =>
  new IdentityError("unavailable", `The issuer ${issuer.issuer} does not give ${what} out now; try again.`, { cause });
