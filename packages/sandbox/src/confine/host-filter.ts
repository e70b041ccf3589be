import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { reachOf } from "./address-range.ts";
import type { Network } from "./confined.ts";

/** A host and a port as a program asked for them. */
export interface Destination {
  host: string;
  port: number;
}

/**
 * How a destination is allowed. `address`: as an address, or as localhost, which says itself where it leads. `name`: by its whole name, so
 * a person may let it lie in a company's network, but whoever owns the name says what it resolves to. `pattern`: public alone.
 */
type Allowed = "address" | "name" | "pattern" | null;

const WEB_PORTS = new Set([80, 443]);

/**
 * The address to connect to. `denied`: nothing there is granted. `near`: it is granted, leads to no public address, and nobody let it.
 * `unknown`: it is granted, and has no address. `tunnel`: nothing is seen of what will be sent but a host's name, so an address has to be
 * granted as that address.
 */
export async function addressOf(
  network: Network,
  destination: Destination,
  way: "plain" | "tunnel" = "plain",
  resolve: (host: string) => Promise<string[]> = resolved,
): Promise<{ address: string } | "denied" | "near" | "unknown"> {
  const allowed = allowedBy(network.hosts, destination);
  if (allowed === null || destination.host === "") return "denied";
  if (way === "tunnel" && isIP(destination.host) && allowed !== "address") return "denied";
  const addresses = isIP(destination.host) ? [destination.host] : await resolve(destination.host);
  if (addresses.length === 0) return "unknown";
  const isNear = network.near.includes(plainName(destination.host));
  const address = addresses.find((each) => mayLeadTo(allowed, each, isNear));
  if (address !== undefined) return { address };
  return addresses.some((each) => mayLeadTo(allowed, each, true)) ? "near" : "denied";
}

const resolved = (host: string): Promise<string[]> =>
  lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

/** Whether patterns of granted hosts (`Network.hosts`) let a destination through. Cost: one comparison for each pattern. */
function allowedBy(patterns: readonly string[], { host, port }: Destination): Allowed {
  const asked = plainName(host);
  let allowed: Allowed = null;
  for (const pattern of patterns) {
    const [, name = "", wanted] = /^(.*?)(?::(\d{1,5}))?$/.exec(pattern.toLowerCase()) ?? [];
    const isOpenEnd = name === "*";
    const fits =
      isOpenEnd || name === asked || (name.startsWith("*.") && isName(asked) && asked.endsWith(name.slice(1)));
    const fitsPort = wanted === undefined ? isOpenEnd || WEB_PORTS.has(port) : Number(wanted) === port;
    if (!fits || !fitsPort) continue;
    if (name === asked) return isName(asked) && asked !== "localhost" ? "name" : "address";
    allowed = "pattern";
  }
  return allowed;
}

const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/**
 * A public address is neither this machine's, nor its networks', nor one that speaks of another. Where a person lets it, a name reaches
 * RFC 1918 beside these, and neither loopback nor where clouds keep their credentials.
 */
function mayLeadTo(allowed: Allowed, address: string, isNear: boolean): boolean {
  const reach = reachOf(address);
  if (reach === "public") return true;
  return isNear && (allowed === "address" || (allowed === "name" && reach === "private"));
}

const isName = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, "")) === 0;
