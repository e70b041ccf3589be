import type { JWTVerifyGetKey } from "jose";
import { IdentityError } from "../errors.ts";
import type { Issuer } from "./issuers.ts";

/** Reads a document of an issuer. Whoever hands it in refuses what is not to be read (Q3). @throws for whatever it could not read */
export type ReadDocument = (url: string, guard: { isOperators: boolean }) => Promise<{ status: number; body: string }>;

/** How long discovery documents and keys are believed, and how long a failure is. Milliseconds. */
const DISCOVERED_FOR_MS = 60 * 60_000;
const KEYS_FOR_MS = 10 * 60_000;
/** Between two looks at an issuer for a key that it did not have. */
const COOLDOWN_MS = 30_000;
const FAILED_FOR_MS = 10_000;

interface Known {
  until: number;
  keys: Promise<JWTVerifyGetKey>;
}

/**
 * The keys of issuers, each issuer's by itself: found through its discovery document (OpenID Connect Discovery 1.0, §4), kept, and looked
 * for again, not too often, when a token names one that is not there.
 */
export function issuerKeys(read: ReadDocument, now: () => number = Date.now) {
  const known = new Map<string, Known>();
  return {
    /** @throws IdentityError `unavailable` */
    async of(issuer: Issuer): Promise<JWTVerifyGetKey> {
      const kept = known.get(issuer.issuer);
      if (kept && kept.until > now()) return kept.keys;
      const entry: Known = { until: now() + DISCOVERED_FOR_MS, keys: discover(issuer, read) };
      known.set(issuer.issuer, entry);
      entry.keys.catch(() => {
        // Nobody makes this registry ask an issuer that does not answer, request by request.
        entry.until = now() + FAILED_FOR_MS;
      });
      return entry.keys;
    },
    /** What the keys could not be read for is not asked for again at once. */
    failed(issuer: Issuer, error: IdentityError): void {
      const keys = Promise.reject(error);
      keys.catch(() => {});
      known.set(issuer.issuer, { until: now() + FAILED_FOR_MS, keys });
    },
  };
}

export type IssuerKeys = ReturnType<typeof issuerKeys>;

async function discover(issuer: Issuer, read: ReadDocument): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import("jose");
  const jwksUri = await jwksUriOf(issuer, read);
  // Only where the operator said: another origin that the document names is anybody's word.
  const isOperators = issuer.isOperators && jwksUri.origin === new URL(issuer.issuer).origin;
  return createRemoteJWKSet(jwksUri, {
    cacheMaxAge: KEYS_FOR_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (url: string) => {
      try {
        const { status, body } = await read(url, { isOperators });
        // A status that a `Response` cannot have is no 200 either.
        return new Response(status === 200 ? body : null, { status: status === 200 ? 200 : 502 });
      } catch (error) {
        throw unreachable(issuer, "its keys", error);
      }
    },
  });
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

export const unreachable = (issuer: Issuer, what: string, cause?: unknown): IdentityError =>
  new IdentityError("unavailable", `The issuer ${issuer.issuer} does not give ${what} out now; try again.`, { cause });
