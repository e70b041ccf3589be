import { ROLES } from "@gaia/policy";
import { z } from "zod";
import { text, variable } from "./variable.ts";

/** https, or this machine: codes, tokens and secrets go there. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.search !== "" || url.hash !== "") return false;
  // `URL` has written every other spelling of these as what they are.
  const isLoopback = /^(localhost|\[::1\]|127(\.\d+){3})$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}

const provider = text.refine(isSafe, "must be an https address without a query (http on this machine only)");
const listOf = (list: string) =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** `group=organisation:role`, several separated by commas; a group's name may hold whatever else there is, `=` too. */
const groupMap = text.transform((list, context) =>
  listOf(list).map((entry) => {
    const [, group = "", publisher = "", named = ""] = /^(.+)=([a-z0-9][a-z0-9-]{0,38}):([a-z]+)$/.exec(entry) ?? [];
    const role = ROLES.find((each) => each === named);
    if (role !== undefined) return { group: group.trim(), publisher, role };
    context.addIssue({ code: "custom", message: `${entry} is not written group=organisation:${ROLES.join("|")}` });
    return z.NEVER;
  }),
);

const domains = text.transform((list, context) =>
  listOf(list.toLowerCase()).map((domain) => {
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain)) return domain;
    context.addIssue({ code: "custom", message: `${domain} is no domain` });
    return z.NEVER;
  }),
);

/** Signing in by somebody else's word: a part of `VARIABLES`. */
export const PROVIDER_VARIABLES = {
  OIDC_ISSUER: variable({
    schema: provider.nullable(),
    default: null,
    doc:
      "A company's own identity provider (OpenID Connect) that people sign in by: its issuer, letter by letter as in `iss`. " +
      "Its addresses are read from its discovery document. Register `PUBLIC_URL/login/from/oidc` there as the redirect URI. Absent: none.",
  }),
  OIDC_CLIENT_ID: variable({ schema: text.nullable(), default: null, doc: "What this registry is called there." }),
  OIDC_CLIENT_SECRET: variable({
    schema: text.nullable(),
    default: null,
    doc: "Its secret there.",
    secret: true,
  }),
  OIDC_NAME: variable({
    schema: text.max(40),
    default: "Single sign-on",
    doc: "What the provider is called on the pages: `Sign in with …`.",
  }),
  OIDC_SCOPES: variable({
    schema: text.refine((scopes) => scopes.split(/\s+/).includes("openid"), "must hold openid"),
    default: "openid email profile",
    doc: "What is asked of the provider, separated by spaces; some want `groups` here.",
  }),
  OIDC_GROUPS_CLAIM: variable({ schema: text, default: "groups", doc: "The claim that lists a user's groups." }),
  OIDC_GROUP_MAP: variable({
    schema: groupMap.nullable(),
    default: null,
    doc:
      "What groups give: `engineering=acme:publisher,platform=acme:admin`, a group, an organisation that is there and a " +
      "role in it (`owner`, `admin`, `publisher`). `engineering` is also Keycloak's `/engineering`, and no group below another; " +
      "a path, as `/a/b`, is that path alone. At every sign-in memberships that groups gave are brought in " +
      "line; those given by hand are not touched.",
  }),
  OIDC_ALLOWED_DOMAINS: variable({
    schema: domains.nullable(),
    default: null,
    doc:
      "Lets in only who has an address in one of these domains that the provider says is confirmed, as `example.com,example.org`. " +
      "Needed where the provider knows more people than the company's. Absent: every user of the provider.",
  }),
  OIDC_SIGN_UP: variable({
    schema: z.enum(["open", "invitation", "closed"]).nullable(),
    default: null,
    doc:
      "Who may make an account by this provider: every user of it, invited users, or none. Absent: as `SIGN_UP` says. `open` " +
      "beside `SIGN_UP=closed` is a company whose people all have an account.",
  }),
  GITHUB_CLIENT_ID: variable({
    schema: text.nullable(),
    default: null,
    doc: "An OAuth app of GitHub that people sign in by; its callback URL is `PUBLIC_URL/login/from/github`. Absent: none.",
  }),
  GITHUB_CLIENT_SECRET: variable({ schema: text.nullable(), default: null, doc: "Its secret.", secret: true }),
  GITHUB_URL: variable({
    schema: provider.transform((address) => address.replace(/\/+$/, "")),
    default: "https://github.com",
    doc: "Another GitHub: the address of an Enterprise Server.",
  }),
} as const;

interface ProviderSettings {
  OIDC_ISSUER: string | null;
  OIDC_CLIENT_ID: string | null;
  OIDC_CLIENT_SECRET: string | null;
  OIDC_GROUP_MAP: readonly object[] | null;
  OIDC_ALLOWED_DOMAINS: readonly string[] | null;
  OIDC_SIGN_UP: string | null;
  GITHUB_CLIENT_ID: string | null;
  GITHUB_CLIENT_SECRET: string | null;
  HOST: string;
  PUBLIC_URL: string | null;
}

/** Combinations that cannot work: true -> the sentence. */
export function misfitProviders(s: ProviderSettings): [boolean, string][] {
  const oidc = [s.OIDC_ISSUER, s.OIDC_CLIENT_ID, s.OIDC_CLIENT_SECRET].filter((value) => value !== null).length;
  const github = [s.GITHUB_CLIENT_ID, s.GITHUB_CLIENT_SECRET].filter((value) => value !== null).length;
  const hasMore = s.OIDC_GROUP_MAP !== null || s.OIDC_ALLOWED_DOMAINS !== null || s.OIDC_SIGN_UP !== null;
  const isLocal = ["127.0.0.1", "localhost", "::1"].includes(s.HOST);
  return [
    [oidc > 0 && oidc < 3, "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together, or none of them."],
    [github === 1, "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are set together, or neither."],
    [
      hasMore && s.OIDC_ISSUER === null,
      "OIDC_GROUP_MAP, OIDC_ALLOWED_DOMAINS and OIDC_SIGN_UP need OIDC_ISSUER: which provider?",
    ],
    [
      (oidc > 0 || github > 0) && s.PUBLIC_URL === null && !isLocal,
      "Signing in by a provider needs PUBLIC_URL: where does it send people back to?",
    ],
    [
      (oidc > 0 || github > 0) && s.PUBLIC_URL !== null && !isSafe(s.PUBLIC_URL),
      "Signing in by a provider needs a PUBLIC_URL of https: codes and cookies come back to it.",
    ],
  ];
}
