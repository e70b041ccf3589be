/** Where a link in a package's text may lead: the web, a mail address, or a file of the same package. */
export type SafeLink =
  | { kind: "web"; href: string; host: string }
  | { kind: "mail"; href: string }
  | { kind: "file"; path: string };

const MAX_HREF = 2_048;
const PACKAGE = "https://package.invalid";

/**
 * Judges an address that a package wrote, the way browsers read it: null for every scheme but http, https and mailto, for fragments,
 * and for what cannot be parsed. A web link comes back normalised, with the host that is really dialled. Linear in the text.
 */
export function safeLink(written: string): SafeLink | null {
  if (written.length > MAX_HREF) return null;
  // Browsers drop these wherever they stand, so that "java\nscript:" is a scheme.
  const text = written.replace(/[\t\n\r]/g, "").replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "");
  if (text === "" || text.startsWith("#") || text.startsWith("?") || text.includes("\\")) return null;
  if (text.startsWith("//")) return webLink(`https:${text}`);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return webLink(text);
  if (scheme === "mailto") return mailLink(text);
  return scheme === undefined ? fileLink(text) : null;
}

/** The address of a field such as `homepage`: http or https only, normalised; null for anything else. */
export function safeHref(written: string | null): string | null {
  const link = written === null ? null : safeLink(written);
  return link?.kind === "web" ? link.href : null;
}

/** A path on this site to send a browser back to (X10): the path and query, or `/` for anything that could leave. */
export function localPath(written: string | null): string {
  if (written === null || written.length > MAX_HREF) return "/";
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(written) || written.includes("\\")) return "/";
  const url = URL.parse(written, PACKAGE);
  if (url?.origin !== PACKAGE || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}`;
}

/**
 * Where a program on the browser's own machine listens for its login (RFC 8252 §7.3): `http`, a name of loopback, a port, and
 * the path that clients take. Nothing more, because a fragment follows redirects: another path of a local service could pass it on.
 * Null for all else.
 */
export function loopbackCallback(written: string | null): string | null {
  if (written === null || written.length > 100 || !/^[\x21-\x7e]*$/.test(written)) return null;
  const url = URL.parse(written);
  if (url?.protocol !== "http:" || !LOOPBACK.has(url.hostname) || url.port === "") return null;
  return url.href === `http://${url.host}/callback` ? url.href : null;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function webLink(text: string): SafeLink | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === "") return null;
  // "https://bank.example@evil.example" dials evil.example: keep what is dialled.
  url.username = "";
  url.password = "";
  return { kind: "web", href: url.href, host: url.host };
}

function mailLink(text: string): SafeLink | null {
  const address = text.slice("mailto:".length).split("?", 1)[0] ?? "";
  return /^[\w.+-]{1,64}@[\w.-]{1,253}$/.test(address) ? { kind: "mail", href: `mailto:${address}` } : null;
}

function fileLink(text: string): SafeLink | null {
  const url = URL.parse(text, `${PACKAGE}/`);
  if (url?.origin !== PACKAGE) return null;
  const path = decoded(url.pathname).replace(/^\/+/, "");
  return path === "" ? null : { kind: "file", path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
