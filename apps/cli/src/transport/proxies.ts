import { BlockList, isIP } from "node:net";

/** A proxy as an environment variable names it. Only `shown` may be printed: the address may carry a password. */
export interface Proxy {
  /** `http://host:port` or `https://host:port`, without a user. */
  origin: string;
  /** Host and port, for messages. */
  shown: string;
  /** What `Proxy-Authorization` says (RFC 7617); null: the address names no user. */
  authorization: string | null;
  /** The variable it came from, in the spelling that was set. */
  variable: string;
}

/** What the environment says about proxies. A variable whose value is no address is kept as `unusable`, and counts where it is used. */
export interface Proxies {
  http: Proxy | Unusable | null;
  https: Proxy | Unusable | null;
  /** Entries of `NO_PROXY`, as they were written. */
  none: readonly string[];
}

export interface Unusable {
  unusable: true;
  variable: string;
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` in both spellings, the lower one first, as curl does. An address without a scheme is
 * one of `http:`. Empty variables are not set.
 */
export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies {
  const [, none = ""] = firstOf(env, "no_proxy") ?? [];
  return {
    http: toProxy(firstOf(env, "http_proxy")),
    https: toProxy(firstOf(env, "https_proxy")),
    none: none.split(/[,\s]+/).filter((entry) => entry !== ""),
  };
}

function firstOf(env: Readonly<Record<string, string | undefined>>, name: string): [string, string] | null {
  for (const variable of [name, name.toUpperCase()]) {
    const value = env[variable]?.trim();
    if (value) return [variable, value];
  }
  return null;
}

function toProxy(found: [variable: string, value: string] | null): Proxy | Unusable | null {
  if (found === null) return null;
  const [variable, value] = found;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return { unusable: true, variable };
  const { username, password, origin, host } = url;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  const authorization = credentials === ":" ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { origin, shown: host, authorization, variable };
}

/** A stray `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The proxy for a request to `url`; null: none. This machine itself (`localhost`, 127.0.0.0/8, `::1`) is never asked of a proxy. An entry
 * of `NO_PROXY` is `*`, a domain with all below it, an address, or a network (`10.0.0.0/8`); a domain or an address may name a port.
 */
export function proxyFor(url: URL, { http, https, none }: Proxies): Proxy | Unusable | null {
  const proxy = url.protocol === "https:" ? https : http;
  const host = url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (proxy === null || isThisMachine(host)) return null;
  return none.some((entry) => isNamed(entry.toLowerCase(), host, port)) ? null : proxy;
}

const isThisMachine = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

function isNamed(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [address = "", bits] = entry.split("/");
  if (bits !== undefined) return isWithin(host, address, bits);
  // Of an IPv6 address a port follows after brackets alone.
  const [, named = "", at] = isIP(entry) === 6 ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (at !== undefined && at !== port) return false;
  const domain = named
    .replace(/^\[|\]$/g, "")
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  if (domain === "") return false;
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

function isWithin(host: string, address: string, bits: string): boolean {
  const family = isIP(address);
  const size = Number(bits);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits) || size > (family === 6 ? 128 : 32))
    return false;
  const version = family === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(address, size, version);
  return list.check(host, version);
}
