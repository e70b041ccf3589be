import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Where an address lies, the nearest last. `link`: this very cable, where clouds keep their metadata. */
type Network = "public" | "private" | "loopback" | "link";
const NEARNESS: readonly Network[] = ["public", "private", "loopback", "link"];

const NETWORKS: Record<Exclude<Network, "public">, readonly string[]> = {
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15", "fc00::/7", "fec0::/10"],
  loopback: ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"],
  link: ["169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4", "fe80::/10", "ff00::/8"],
};

const LISTS = Object.entries(NETWORKS).map(([network, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  // The keys of the table above.
  return { network: network as Network, list };
});

/** The network of an IP address. A `BlockList` judges an IPv4 address in an IPv6 one as itself. */
export function networkOf(address: string): Network {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return LISTS.find(({ list }) => list.check(address, family))?.network ?? "public";
}

/**
 * Whether a registry may send a download there: no nearer to this machine than the registry itself is. A name stands for the nearest of its
 * addresses (a company's has a public one beside a private one), and for this machine only where all of them are: anybody can add such an
 * address to a name. One that has none leads nowhere, which the request itself will say.
 */
export async function mayLeadTo(registry: string, target: string, find: FindAddresses = lookup): Promise<boolean> {
  const all = await nearnesses(registry, find);
  const [farthest, from] = [Math.min(...all), Math.max(...all)];
  const isHere = farthest >= NEARNESS.indexOf("loopback");
  return (await nearest(target, find)) <= (isHere ? from : Math.min(from, NEARNESS.indexOf("private")));
}

/** Whether an address, or a name by any of its addresses, is on this very cable. A name that has none leads nowhere. */
export const leadsToLink = async (hostname: string, find: FindAddresses = lookup): Promise<boolean> =>
  NEARNESS[await nearest(hostname, find)] === "link";

/** Whether an address, or a name by any of its addresses, is this machine's or in a private network. */
export const leadsNear = async (hostname: string): Promise<boolean> => (await nearest(hostname, lookup)) > 0;

/** As `lookup` of `node:dns/promises`. */
type FindAddresses = (host: string, options: { all: true }) => Promise<readonly { address: string }[]>;

const nearest = async (hostname: string, find: FindAddresses): Promise<number> =>
  Math.max(...(await nearnesses(hostname, find)));

/** Of each address that it has. */
async function nearnesses(hostname: string, find: FindAddresses): Promise<number[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) > 0 ? [host] : await find(host, { all: true }).then(toTexts, () => []);
  return addresses.length === 0 ? [0] : addresses.map((one) => NEARNESS.indexOf(networkOf(one)));
}

const toTexts = (found: readonly { address: string }[]): string[] => found.map(({ address }) => address);
