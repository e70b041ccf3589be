import { addressKey } from "../limits/limit-rate.ts";
import type { Asked, Bindings } from "../terms/env.ts";
import type { Caller, Hands } from "../terms/hands.ts";
import type { Taken } from "../terms/page.ts";
import { givesAll, isKnown, sendBytes } from "./send-bytes.ts";

/** Bytes that somebody uploaded, or that were made of such. */
export interface Uploaded {
  bytes: Uint8Array;
  /** Of the bytes, as hex digits. */
  sha256: string;
  mediaType: string;
  /** What a browser saves them as: letters that need no quoting. */
  fileName: string;
}

/** Sends bytes that no browser may run, named, with their digest (RFC 9530), or the range of them that was asked for. */
export function sendInert(c: Asked, file: Uploaded, more: Readonly<Record<string, string>> = {}): Response {
  return sendBytes(c, file.bytes, {
    "content-type": file.mediaType,
    "content-security-policy": "sandbox; default-src 'none'",
    "content-disposition": `attachment; filename="${file.fileName}"`,
    "repr-digest": `sha-256=:${Buffer.from(file.sha256, "hex").toString("base64")}:`,
    etag: `"${file.sha256}"`,
    ...more,
  });
}

/**
 * Sends a release's package, in whatever form a client takes it, and counts the download. The only place where a handler's download is
 * counted: no protocol has a rule of its own.
 */
export async function sendArchive(
  c: Asked,
  file: Uploaded,
  taken: Taken,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const sent = sendInert(c, file, more);
  const { edge, caller } = c.var;
  c.set("downloadOf", taken);
  const { headers } = c.req.raw;
  const isKept = isKnown(headers.get("if-none-match"), sent.headers.get("etag") ?? "");
  if (c.req.method !== "GET" || isKept || !givesAll({ status: sent.status, range: sent.headers.get("content-range") }))
    return sent;
  countDownload(edge, taken, { headers, env: c.env, caller });
  if (caller !== null) await edge.noteDownload(caller, taken.versionId);
  return sent;
}

/**
 * The same for an answer that was kept, which was made for nobody in particular. `method`: of the request; `range`: the `Content-Range` of
 * the answer.
 */
export function countKept(
  edge: Pick<Hands, "downloads" | "proxies">,
  taken: Taken | undefined,
  sent: { method: string; status: number; range: string | null; by: () => string },
): void {
  if (taken === undefined || sent.method !== "GET" || !givesAll(sent)) return;
  edge.downloads.count({ ...taken, by: sent.by() });
}

/** As its account's, or as its address's where nobody signed in, by what limits count addresses by. */
function countDownload(
  { downloads, proxies }: Pick<Hands, "downloads" | "proxies">,
  taken: Taken,
  { headers, env, caller }: { headers: Headers; env: Bindings | undefined; caller: Caller | null },
): void {
  downloads.count({ ...taken, by: caller?.downloadsAs ?? addressKey({ headers, env, proxies }) });
}
