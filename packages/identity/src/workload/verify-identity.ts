import { createHash } from "node:crypto";
import { readWorkload, type Workload } from "@gaia/policy";
import type { JWTPayload } from "jose";
import { IdentityError } from "../errors.ts";
import type { IssuerKeys } from "./issuer-keys.ts";
import { findIssuer, type Issuer } from "./issuers.ts";

/** Asymmetric ones alone: a public key is never taken for a shared secret, and `none` is no algorithm. */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384"];
const LONGEST_CHARACTERS = 16_384;
/** How far an issuer's clock may be off. */
const LEEWAY_SECONDS = 60;
const LONGEST_LIFE_SECONDS = 24 * 60 * 60;
/** Beyond the last moment in which an identity could be presented, clocks of several processes included. */
const KEPT_LONGER_SECONDS = 60 * 60;

/** A job that proved who it is. */
export interface Identity {
  workload: Workload;
  /** What is spent of it: a digest of its `jti`, or of what was signed, hex. */
  sha256: string;
  /** Until when that has to be kept. */
  keepUntil: Date;
}

/**
 * Verifies the OIDC token of a CI job (OpenID Connect Core 1.0, §2; RFC 7519, RFC 8725): signed by its issuer's own key of today, made for
 * this registry alone, not expired. Its header decides nothing but which of these keys it is.
 * @throws IdentityError `unauthorized` (it is not valid), `forbidden` (nothing is exchanged for such a job), `unavailable` (the issuer)
 */
export async function verifyIdentity(input: {
  token: string;
  issuers: readonly Issuer[];
  keys: IssuerKeys;
  audience: string;
  now: Date;
}): Promise<Identity> {
  const { token, audience, now } = input;
  const { decodeJwt } = await import("jose");
  if (token.length > LONGEST_CHARACTERS) throw invalid(`is longer than ${LONGEST_CHARACTERS} characters`);
  let claimed: string | undefined;
  try {
    claimed = decodeJwt(token).iss;
  } catch (error) {
    throw invalid("is no JSON Web Token", error);
  }
  // Its word for whose it is chooses the keys that have to bear it out, and nothing else. `github` is no issuer's own name for itself.
  const issuer = URL.canParse(claimed ?? "") ? findIssuer(input.issuers, claimed ?? "") : null;
  if (issuer === null) throw invalid("is of an issuer that is not known here");
  const claims = await verify(token, { issuer, keys: input.keys, audience, now });
  const { exp = 0, iat = 0 } = claims;
  if (Array.isArray(claims.aud) && claims.aud.length !== 1) throw invalid("is made for others, too");
  if (iat > now.getTime() / 1_000 + LEEWAY_SECONDS) throw invalid("is made later than now");
  if (exp - iat > LONGEST_LIFE_SECONDS) throw invalid("lives for longer than a day");
  const read = readWorkload(issuer.kind, issuer.issuer, claims);
  if ("refused" in read) throw new IdentityError("forbidden", `The identity ${read.refused}.`);
  return {
    workload: read.workload,
    sha256: spentAs(token, claims.jti),
    keepUntil: new Date((exp + LEEWAY_SECONDS + KEPT_LONGER_SECONDS) * 1_000),
  };
}

async function verify(
  token: string,
  { issuer, keys, audience, now }: { issuer: Issuer; keys: IssuerKeys; audience: string; now: Date },
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, keys.of(issuer), {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
      requiredClaims: ["exp", "iat", "sub"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalid("has expired", error);
    if (error instanceof errors.JWTClaimValidationFailed) {
      const isMeantElsewhere = error.claim === "aud";
      throw invalid(
        isMeantElsewhere ? `is not made for the audience ${audience}` : `has another ${error.claim}`,
        error,
      );
    }
    if (error instanceof errors.JOSEAlgNotAllowed) throw invalid(`is not signed by ${ALGORITHMS.join(", ")}`, error);
    if (error instanceof errors.JOSEError) throw invalid("does not hold: its issuer has not signed it", error);
    throw error;
  }
}

const invalid = (what: string, cause?: unknown): IdentityError =>
  new IdentityError("unauthorized", `The identity ${what}.`, { cause });

/** Signatures are left out: of some, several spellings hold. */
function spentAs(token: string, jti: unknown): string {
  const isNamed = typeof jti === "string" && jti !== "";
  const text = isNamed ? `jti ${jti}` : `signed ${token.slice(0, token.lastIndexOf("."))}`;
  return createHash("sha256").update(text, "utf8").digest("hex");
}
