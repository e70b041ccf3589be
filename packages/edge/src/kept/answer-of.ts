import { contentRange, findRange, isKnown } from "../sending/send-bytes.ts";
import type { Page } from "../terms/page.ts";

/** What of a kept answer goes to a request. */
export interface Sent {
  status: 200 | 206 | 304;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** The kept answer to this request: all of it, the range that was asked for, or 304 in its place. `header`: by lower-case name. */
export function answerOf(page: Page, header: (name: string) => string | null, method: string): Sent {
  const { body, etag, sizeBytes } = page;
  if (isKnown(header("if-none-match"), etag)) return { status: 304, headers: page.notModifiedHeaders, body: null };
  // Of what has no body there is no part.
  const hasRanges = method === "GET" && typeof body !== "string" && page.headers["accept-ranges"] !== undefined;
  const range = hasRanges ? findRange(header, { etag, sizeBytes }) : null;
  if (range === null || typeof body === "string") return { status: 200, headers: page.headers, body };
  return {
    status: 206,
    headers: { ...page.headers, "content-range": contentRange(range, sizeBytes) },
    body: body.subarray(range.first, range.last + 1),
  };
}
