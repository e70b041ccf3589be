import type { Asked } from "../asked.ts";
import { plainJson } from "../plain-text.ts";

/** What the server answered to something that somebody did. */
export interface Told {
  status: number;
  /** Read field by field: `textOf`, `listOf`. */
  body: Record<string, unknown>;
  /** Values of `Set-Cookie`, for the browser. */
  cookies: string[];
}

/** Of the browser's request: who it is, and that a page of this site sent it. */
const PASSED_ON = ["cookie", "origin", "sec-fetch-site", "user-agent", "x-forwarded-for", "forwarded"];

/**
 * Asks the server's own application for somebody in person, by their cookie.
 * @param body absent: a GET
 */
export async function askFor({ request, env }: Asked, path: string, body?: object): Promise<Told> {
  const headers = new Headers({ "content-type": "application/json" });
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await env.api(new Request(`${env.publicUrl}${path}`, init));
  const read: unknown = await answer.json();
  const isRecord = typeof read === "object" && read !== null && !Array.isArray(read);
  return {
    status: answer.status,
    body: isRecord ? plainJson(read as Record<string, unknown>) : {},
    cookies: answer.headers.getSetCookie(),
  };
}

export const isOk = ({ status }: Told): boolean => status < 400;

/** A text of an answer; empty when it has none of that name. */
export function textOf(record: Record<string, unknown>, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** A list of records or texts in an answer. */
export function listOf(record: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = record[name];
  return Array.isArray(value)
    ? value.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)
    : [];
}

export function textsOf(record: Record<string, unknown>, name: string): string[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Why the server refused, in its own sentence. */
export const refusalOf = ({ body }: Told): string => textOf(body, "detail") || "That did not work.";
