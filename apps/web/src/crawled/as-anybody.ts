import type { RegistryClient } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { ApiProblem, clientOf } from "../registry-api.ts";
import { guardHeaders, textResponse } from "../respond.ts";

/** Where what crawlers and other programs ask for comes from: it is the same for everybody, whoever asks. */
export interface Anybody {
  api: RegistryClient;
  publicUrl: string;
  registryName: string;
}

export const asAnybody = ({ env }: Asked): Anybody => ({
  api: clientOf({ ...env, viewer: "anonymous" }, new Headers()),
  publicUrl: env.publicUrl,
  registryName: env.registryName ?? "Skill registry",
});

/** As every answer to somebody in particular says, though it is the same. */
const NOT_KEPT = { "cache-control": "private, no-store" };

/**
 * Sends a text that is made of what strangers may read. Where they may read nothing of it (a closed registry, a name that nobody has, one
 * that is not public), there is nothing: 404.
 */
export async function crawled(
  asked: Asked,
  type: string,
  make: () => Promise<string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { request, env } = asked;
  const isAnybodys = (env.viewer ?? "anonymous") === "anonymous";
  const guards = {
    ...guardHeaders(env.publicUrl),
    "cache-control": "no-cache",
    vary: "Authorization, Cookie, Accept-Encoding",
    ...(isAnybodys ? {} : NOT_KEPT),
  };
  const plain = (status: number, body: string) =>
    textResponse(request, { body, type: "text/plain; charset=utf-8", status, headers: guards });
  try {
    return textResponse(request, {
      body: await make(),
      type,
      headers: isAnybodys ? { ...guards, ...headers } : { ...guards, ...headers, ...NOT_KEPT },
    });
  } catch (error) {
    const status = error instanceof ApiProblem ? error.status : 500;
    if ([400, 401, 403, 404, 410].includes(status)) return plain(404, "Not found\n");
    if (status === 429) return plain(429, "Too many requests\n");
    env.onError?.(error);
    return plain(503, "The registry does not answer; try again\n");
  }
}
