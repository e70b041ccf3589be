import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Needed } from "@gaia/install";
import type { CanonicalSkill } from "@gaia/manifest";

const RESOLVE_MS = 2_000;
const DOMAINS: ReadonlySet<string> = new Set(["network", "mcp", "database"]);

/**
 * What of the hosts that a skill names lies in a private network from here, or is this machine: a person is asked, whatever its tier. A
 * name that does not resolve in two seconds is not asked about, and leads to public addresses alone.
 */
export async function nearNeeded(skill: CanonicalSkill | null): Promise<Needed[]> {
  const declared = (skill?.permissions.declared ?? []).filter(({ domain }) => DOMAINS.has(domain));
  if (declared.length === 0) return [];
  const [{ nearText, wholeHosts }, { reachOf }] = await Promise.all([
    import("@gaia/runner"),
    import("@gaia/sandbox/address-range"),
  ]);
  const found = await Promise.all(
    wholeHosts(declared).map(async (host) => {
      const isSaid = host === "localhost" || isIP(host) > 0;
      const address = (await addressesOf(host)).find((one) =>
        isSaid ? reachOf(one) !== "public" : reachOf(one) === "private",
      );
      const why = `${host} leads to ${address}, into your own network or to this machine`;
      return address === undefined ? [] : [{ what: nearText(host), why }];
    }),
  );
  return found.flat();
}

async function addressesOf(host: string): Promise<string[]> {
  if (host === "localhost") return ["127.0.0.1"];
  if (isIP(host) > 0) return [host];
  const resolved = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([resolved, pause(RESOLVE_MS, [], { ref: false })]);
}
