import { type Issuer, type IssuerKeys, issuerKeys, knownIssuers } from "@gaia/identity";
import type { Settings } from "../config/config.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** What an issuer's documents may weigh, and how long it may take over one. */
const LIMITS = { maxBytes: 262_144, timeoutMs: 5_000 };

/** Whose word counts for which CI job asks. Nothing is fetched before the first identity comes. */
export const openIssuers = ({ OIDC_ISSUERS }: Settings): { issuers: readonly Issuer[]; issuerKeys: IssuerKeys } => ({
  issuers: knownIssuers(OIDC_ISSUERS ?? []),
  issuerKeys: issuerKeys((url, { isOperators }) => guardedFetch(url, { isOperators, ...LIMITS })),
});
