import type { Asked } from "../terms/env.ts";
import { VARY } from "../terms/viewer.ts";

/**
 * Bytes with a strong ETag, or the one range of them that was asked for (RFC 9110 §14.2), so that a download that broke off goes on where
 * it stood. Several ranges, ranges beyond the end and an `If-Range` of other bytes are answered with all of it, as §14.2 allows.
 */
export function sendBytes(
  c: Asked,
  bytes: Uint8Array,
  headers: { etag: string; "content-type": string } & Record<string, string>,
): Response {
  // A view of the same memory; blobs are never shared ArrayBuffers.
  const all = bytes as Uint8Array<ArrayBuffer>;
  const ranged = { ...headers, "accept-ranges": "bytes" };
  const sizeBytes = all.byteLength;
  const asked =
    c.req.method === "GET" ? findRange((name) => c.req.raw.headers.get(name), { etag: headers.etag, sizeBytes }) : null;
  // Said here, so that HEAD does not have a copy counted.
  if (asked === null) return c.body(all, 200, { ...ranged, "content-length": String(sizeBytes) });
  const { first, last } = asked;
  return c.body(all.subarray(first, last + 1), 206, {
    "cache-control": "no-cache",
    vary: VARY,
    ...ranged,
    "content-range": contentRange(asked, sizeBytes),
  });
}

export const contentRange = ({ first, last }: { first: number; last: number }, sizeBytes: number): string =>
  `bytes ${first}-${last}/${sizeBytes}`;

/** The range that a GET asks for, both ends included; null: all of it. */
export function findRange(
  header: (name: string) => string | null,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): { first: number; last: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header("range") ?? "") ?? [];
  const condition = header("if-range");
  if (from === undefined || (condition !== null && condition !== etag)) return null;
  const first = Number(from);
  const last = Math.min(to ? Number(to) : Infinity, sizeBytes - 1);
  return first <= last ? { first, last } : null;
}

/** Whether an answer gives all of the bytes: a part of them is no download, and neither is that they are still the same. */
export function givesAll({ status, range }: { status: number; range: string | null }): boolean {
  if (status === 200) return true;
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(range ?? "") ?? [];
  return status === 206 && last !== undefined && Number(last) + 1 === Number(size);
}

/** Weak comparison over the listed tags (RFC 9110 §13.1.2). */
export function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
