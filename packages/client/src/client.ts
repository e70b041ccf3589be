import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.d.ts";

export type RegistryClient = Client<paths>;

/**
 * The typed HTTP client of a registry. `baseUrl` is the registry's address without `/api/v1`. A `fetch` may be given,
 * so that the marketplace can speak to the application in its own process. Calls never throw for an HTTP error: they
 * answer `{data}` or `{error}` (a `Problem`) with the `response`; they reject when the registry cannot be reached.
 */
export function createRegistryClient(options: {
  baseUrl: string;
  token?: string | undefined;
  userAgent?: string | undefined;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}): RegistryClient {
  const headers: Record<string, string> = {};
  if (options.token) headers["authorization"] = `Bearer ${options.token}`;
  if (options.userAgent) headers["user-agent"] = options.userAgent;
  return createClient<paths>({
    baseUrl: `${options.baseUrl.replace(/\/+$/, "")}/api/v1`,
    headers,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
}
