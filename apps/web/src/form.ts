import type { Asked } from "./asked.ts";
import { guardHeaders, ownOrigins } from "./respond.ts";
import { localPath } from "./safe-href.ts";

/** The fields that a form of ours sent, or the refusal: 403 when another site sent it, 400 for what is no form or too long. */
export async function readForm({ request, env, policy }: Asked): Promise<URLSearchParams | Response> {
  const headers = guardHeaders(env.publicUrl);
  const refused = refuseOtherSite({ request, env });
  if (refused !== null) return refused;
  const body = await boundedBody(request, policy.bodyLimitBytes ?? 0);
  if (body === null) return new Response("That is not a form of this page.\n", { status: 400, headers });
  return new URLSearchParams(body);
}

/** A form with files: its fields, and a file by its name. */
export interface Upload {
  fields: URLSearchParams;
  /** null: none was chosen. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** As `readForm`, for a form that takes files; one without files is read, too. */
export async function readUpload({ request, env, policy }: Asked): Promise<Upload | Response> {
  const headers = guardHeaders(env.publicUrl);
  const refused = refuseOtherSite({ request, env });
  if (refused !== null) return refused;
  const type = request.headers.get("content-type") ?? "";
  const most = type.startsWith("multipart/") ? (policy.bodyLimitBytes ?? 0) : MOST_WITHOUT_FILES;
  const bytes = FORM_TYPES.test(type) ? await boundedBytes(request, most) : null;
  const read =
    bytes &&
    hasFewParts(bytes, type) &&
    (await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => null));
  if (!read) return new Response("That is not a form of this page, or too large.\n", { status: 400, headers });
  const fields = new URLSearchParams();
  for (const [name, value] of read) if (typeof value === "string") fields.append(name, value);
  return {
    fields,
    async file(name) {
      const found = read.get(name);
      return found instanceof Blob && found.size > 0 ? new Uint8Array(await found.arrayBuffer()) : null;
    },
  };
}

/** Each pair of a form without files is an object of its own. */
const MOST_WITHOUT_FILES = 65_536;
/** No form of ours has so many fields. */
const MOST_PARTS = 100;

/** Counted by what stands before each part (RFC 2046 §5.1.1). */
function hasFewParts(bytes: Buffer, type: string): boolean {
  const boundary = /\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type);
  if (boundary === null) return !type.startsWith("multipart/");
  const mark = `--${boundary[1] ?? boundary[2]}`;
  let parts = 0;
  for (let at = bytes.indexOf(mark); at !== -1 && parts <= MOST_PARTS; at = bytes.indexOf(mark, at + 1)) parts += 1;
  return parts <= MOST_PARTS;
}

const FORM_TYPES = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/;

/**
 * Sends the browser on after a form did what it says, so that loading the page again does not send it again (RFC 9110 §15.4.4). `back`: as
 * the form had it; only a path of this site is followed.
 */
export function seeOther(
  { env }: Pick<Asked, "env">,
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

/** To the form that signs in, and from there back to this address. */
export function toLogin(asked: Pick<Asked, "request" | "env">): Response {
  const { pathname, search } = new URL(asked.request.url);
  const back = encodeURIComponent(`${pathname}${search}`);
  return seeOther(asked, `/login?back=${back}`, { "cache-control": "no-cache", vary: "Cookie" });
}

/** Sends the browser to an address that the server itself named, off this site. */
export function leaveFor({ env }: Asked, url: string, cookies: [string, string][]): Response {
  const headers = new Headers({ "cache-control": "no-store", ...guardHeaders(env.publicUrl) });
  for (const [name, value] of cookies) headers.append(name, value);
  headers.set("location", url);
  return new Response(null, { status: 303, headers });
}

/** 403 for a form that another site sent; null: a page of this one sent it. */
export function refuseOtherSite({ request, env }: Pick<Asked, "request" | "env">): Response | null {
  if (isSameOrigin(request, env.publicUrl)) return null;
  const headers = guardHeaders(env.publicUrl);
  return new Response("This form was sent by another site.\n", { status: 403, headers });
}

function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  // What the browser says of both is compared, and reaches no answer.
  return origin !== null && [new URL(request.url).origin, ...ownOrigins(publicUrl)].includes(origin);
}

async function boundedBody(request: Request, limitBytes: number): Promise<string | null> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) return null;
  return (await boundedBytes(request, limitBytes))?.toString("utf8") ?? null;
}

/** null: there is none, or it is longer. */
async function boundedBytes(request: Request, limitBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  if (request.body === null) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.byteLength;
    if (length > limitBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
