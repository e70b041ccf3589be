import createClient, { type Client } from "openapi-fetch";
import { checkedAnswers } from "./checked-answers.ts";
import type { components as AuthComponents, paths as AuthPaths } from "./auth-schema.d.ts";
import type { paths } from "./schema.d.ts";

/** What programs are answered in: of a report that comes in other shapes too, this one is asked for. */
type Media =
  | "application/json"
  | "application/problem+json"
  | "text/plain"
  | "application/vnd.cyclonedx+json"
  | "application/zip"
  | "application/gzip";

export type RegistryClient = Client<paths, Media>;

/** The shapes of docs/auth.json, by name. */
export type AuthShapes = AuthComponents["schemas"];

/** What the site itself asks: the API, and how people sign in. */
export interface SiteClient {
  api: RegistryClient;
  /** docs/auth.json, which is promised to nobody but the site. */
  auth: Client<AuthPaths, Media>;
}

/**
 * The typed HTTP client of a registry. `baseUrl` is the registry's address without `/api/v1`. A `fetch` may be given,
 * so that the marketplace can speak to the application in its own process. Calls never throw for an HTTP error: they
 * answer `{data}` or `{error}` (a `Problem`) with the `response`; they reject when the registry cannot be reached, and with
 * `InvalidAnswer` when its answer is not of its schema. `isOwn`: the registry is this very process, and its answers are taken as they come.
 */
export function createRegistryClient(options: {
  baseUrl: string;
  token?: string | undefined;
  /** A code of the account's second factor, for changes that ask for it (`Gaia-OTP`). */
  otp?: string | undefined;
  userAgent?: string | undefined;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  isOwn?: boolean | undefined;
}): RegistryClient {
  const headers: Record<string, string> = {};
  if (options.token) headers["authorization"] = `Bearer ${options.token}`;
  if (options.otp) headers["gaia-otp"] = options.otp;
  if (options.userAgent) headers["user-agent"] = options.userAgent;
  const client = createClient<paths, Media>({
    baseUrl: `${options.baseUrl.replace(/\/+$/, "")}/api/v1`,
    headers,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  if (!options.isOwn) client.use(checkedAnswers);
  return client;
}

/**
 * The client of the registry's own site, whose `fetch` is the server's own application: both of its halves ask through it, and take
 * answers as they come.
 */
export function createSiteClient(options: {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
}): SiteClient {
  const { baseUrl, fetch } = options;
  return {
    api: createRegistryClient({ baseUrl, fetch, isOwn: true }),
    auth: createClient<AuthPaths, Media>({ baseUrl: `${baseUrl.replace(/\/+$/, "")}/auth`, fetch }),
  };
}
