import type { Asked } from "./asked.ts";
import { guardHeaders, ownOrigins } from "./respond.ts";
import { localPath } from "./safe-href.ts";

/** The fields that a form of ours sent, or the refusal: 403 when another site sent it, 400 for what is no form or too long. */
export async function readForm({ request, env, policy }: Asked): Promise<URLSearchParams | Response> {
  const headers = guardHeaders(env.publicUrl);
  if (!isSameOrigin(request, env.publicUrl)) {
    return new Response("This form was sent by another site.\n", { status: 403, headers });
  }
  const body = await boundedBody(request, policy.bodyLimitBytes ?? 0);
  if (body === null) return new Response("That is not a form of this page.\n", { status: 400, headers });
  return new URLSearchParams(body);
}

/**
 * Sends the browser on after a form did what it says, so that loading the page again does not send it again (RFC 9110 §15.4.4). `back`: as
 * the form had it; only a path of this site is followed.
 */
export function seeOther(
  { env }: Asked,
  back: string | null,
  more: Record<string, string> | [string, string][],
): Response {
  const headers = new Headers({ "cache-control": "no-store", ...guardHeaders(env.publicUrl) });
  for (const [name, value] of Array.isArray(more) ? more : Object.entries(more)) {
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  }
  headers.set("location", localPath(back));
  return new Response(null, { status: 303, headers });
}

/** Sends the browser to an address that the server itself named, off this site. */
export function leaveFor({ env }: Asked, url: string, cookies: [string, string][]): Response {
  const headers = new Headers({ "cache-control": "no-store", ...guardHeaders(env.publicUrl) });
  for (const [name, value] of cookies) headers.append(name, value);
  headers.set("location", url);
  return new Response(null, { status: 303, headers });
}

function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  // What the browser says of both is compared, and reaches no answer.
  return origin !== null && [new URL(request.url).origin, ...ownOrigins(publicUrl)].includes(origin);
}

async function boundedBody(request: Request, limitBytes: number): Promise<string | null> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") || request.body === null)
    return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.byteLength;
    if (length > limitBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
