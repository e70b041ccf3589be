import type { IdentityProvider, People } from "@gaia/identity";
import type { Settings } from "../config/config.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** What a provider's answer may weigh, and how long it may take over one: a browser waits for it. */
const LIMITS = { maxBytes: 262_144, timeoutMs: 5_000 };

/** By whose word people sign in, as the settings say it. Nothing is fetched before the first of them comes. */
export function openProviders(settings: Settings): Pick<People, "providers" | "askProvider"> {
  return {
    providers: [...oidcOf(settings), ...githubOf(settings)],
    askProvider: (url, asked) => guardedFetch(url, { ...asked, ...LIMITS }),
  };
}

function oidcOf(s: Settings): IdentityProvider[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = s;
  if (issuer === null || clientId === null || clientSecret === null) return [];
  return [
    {
      id: "oidc",
      name: s.OIDC_NAME,
      issuer,
      clientId,
      clientSecret,
      scopes: s.OIDC_SCOPES,
      groupsClaim: s.OIDC_GROUPS_CLAIM,
      groups: s.OIDC_GROUP_MAP ?? [],
      domains: s.OIDC_ALLOWED_DOMAINS,
      signUp: s.OIDC_SIGN_UP ?? s.SIGN_UP,
    },
  ];
}

function githubOf(s: Settings): IdentityProvider[] {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = s;
  if (clientId === null || clientSecret === null) return [];
  return [
    {
      id: "github",
      name: "GitHub",
      issuer: s.GITHUB_URL,
      clientId,
      clientSecret,
      scopes: "read:user user:email",
      groupsClaim: "",
      groups: [],
      domains: null,
      signUp: s.SIGN_UP,
    },
  ];
}
