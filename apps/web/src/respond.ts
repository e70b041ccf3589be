import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

const LOOPBACK = ["127.0.0.1", "localhost"];

/**
 * Where this page's own scripts and styles come from, by the settings alone: what a request says of its host is never believed. A
 * registry on loopback has both names of it. Empty where a policy cannot say it: for an IPv6 address (CSP 3 §2.3.1 has none), and for a
 * registry that listens on every address and was told no name.
 */
export function ownOrigins(publicUrl: string): string[] {
  const url = URL.parse(publicUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return [];
  if (url.hostname.startsWith("[") || url.hostname === "0.0.0.0") return [];
  if (!LOOPBACK.includes(url.hostname)) return [url.origin];
  const port = url.port === "" ? "" : `:${url.port}`;
  return LOOPBACK.map((host) => `${url.protocol}//${host}${port}`);
}

/**
 * The policy of every answer. Scripts and styles by path, not by `'self'`: a package's file served by this origin is neither. No nonce, so
 * that a page and its ETag stay the same from one request to the next.
 */
function contentSecurityPolicy(origins: string[]): string {
  const under = (path: string) => origins.map((origin) => `${origin}${path}`).join(" ") || "'self'";
  return [
    "default-src 'none'",
    `script-src ${under("/assets/")}`,
    `style-src ${under("/assets/")}${origins.length > 0 ? ` ${under("/theme.css")}` : ""}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Of `browser/search.js`, the one place that makes elements from text: a page of this site. Nobody can make another of that name.
    "trusted-types swap",
  ].join("; ");
}

/** The headers that every answer of the marketplace carries. */
export function guardHeaders(publicUrl: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(ownOrigins(publicUrl)),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
  };
}

/**
 * Text with an ETag over its bytes, gzip where the client takes it, 304 where it has it already (RFC 9110 §13.1.2). The ETag is weak
 * because both encodings share it. Error pages are never answered with 304.
 */
export function textResponse(
  request: Request,
  input: { body: string; type: string; status?: number | undefined; headers: Record<string, string> },
): Response {
  const { body, status = 200 } = input;
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const headers = new Headers({ vary: "Accept-Encoding", etag, ...input.headers, "content-type": input.type });
  if (status === 200 && isKnown(request.headers.get("if-none-match"), etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const gzip = body.length > 1_024 && /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  if (gzip) headers.set("content-encoding", "gzip");
  const bytes = gzip ? gzipSync(body, { level: 5 }) : Buffer.from(body);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}

function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch.length > 4_096) return false;
  return (
    ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === etag.slice(2))
  );
}
