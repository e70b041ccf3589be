import { describe, expect, test } from "vitest";
import { PROTOCOLS, type Protocol, type Servable, whyNotServed } from "./why-not-served.ts";
import { STATUSES } from "../states.ts";
import { TIERS, type Tier } from "../tiers.ts";
import { VERDICTS } from "../verdicts.ts";
import { VISIBILITIES } from "../rights/visibility.ts";

const BOTH = [true, false];

const VERSIONS: Servable[] = STATUSES.flatMap((status) =>
  [...VERDICTS, null].flatMap((verdict) =>
    BOTH.flatMap((isHeld) =>
      BOTH.flatMap((isSignerHeld) =>
        TIERS.flatMap((tier) =>
          VISIBILITIES.flatMap((visibility) =>
            BOTH.map((isReached) => ({ status, verdict, isHeld, isSignerHeld, tier, visibility, isReached })),
          ),
        ),
      ),
    ),
  ),
);

/** What every foreign protocol may give out at most, said once more and by other means. */
const AT_MOST = new Set(
  ["ALLOW", "REVIEW"].flatMap((verdict) =>
    (verdict === "ALLOW" ? BOTH : [false]).flatMap((isHeld) =>
      TIERS.flatMap((tier) =>
        VISIBILITIES.map((visibility) => ["published", verdict, isHeld, tier, visibility].join()),
      ),
    ),
  ),
);

const isAtMost = (version: Servable, leastTier: Tier): boolean =>
  version.isReached &&
  !version.isSignerHeld &&
  TIERS.indexOf(version.tier) >= TIERS.indexOf(leastTier) &&
  AT_MOST.has([version.status, version.verdict, version.isHeld, version.tier, version.visibility].join());

const served = (protocol: Protocol, leastTier: Tier): Servable[] =>
  VERSIONS.filter((version) => whyNotServed(protocol, version, leastTier) === null);

describe.each(PROTOCOLS.map((protocol) => ({ protocol })))("what $protocol gives out", ({ protocol }) => {
  test("is something, and in no combination more than a foreign protocol may: a row only narrows", () => {
    for (const leastTier of TIERS) {
      const given = served(protocol, leastTier);
      expect(given.length, leastTier).toBeGreaterThan(0);
      expect(given.filter((version) => !isAtMost(version, leastTier))).toEqual([]);
    }
  });

  test("gets less with every tier that is asked for, and loses nothing else by it", () => {
    const all = served(protocol, "experimental");
    for (const leastTier of TIERS) {
      const high = all.filter(({ tier }) => TIERS.indexOf(tier) >= TIERS.indexOf(leastTier));
      expect(served(protocol, leastTier)).toEqual(high);
    }
  });

  test("says of what whoever asks may not see the same as of a name that nobody has, whatever its state", () => {
    const hidden = VERSIONS.filter(({ isReached }) => !isReached);
    expect(new Set(hidden.map((version) => whyNotServed(protocol, version, "verified")))).toEqual(new Set(["unknown"]));
  });
});

test("all but discovery give out everything that a foreign protocol may; discovery what is public alone", () => {
  for (const protocol of PROTOCOLS) {
    const most = VERSIONS.filter((version) => isAtMost(version, "experimental"));
    const expected = protocol === "discovery" ? most.filter(({ visibility }) => visibility === "public") : most;
    expect(served(protocol, "experimental")).toEqual(expected);
  }
});

test.each<[string, Partial<Servable>]>([
  ["quarantined", { status: "quarantined" }],
  ["purged", { status: "purged" }],
  ["yanked", { status: "yanked" }],
  ["unknown", { status: "staged" }],
  ["unknown", { status: "inspecting" }],
  ["held", { verdict: "REVIEW", isHeld: true }],
  ["held", { verdict: "BLOCK" }],
  ["held", { isSignerHeld: true }],
  ["below_tier", { tier: "experimental" }],
])("%s is why a version with %o is not given out", (why, facts) => {
  const version: Servable = {
    status: "published",
    verdict: "ALLOW",
    isHeld: false,
    isSignerHeld: false,
    tier: "community",
    visibility: "public",
    isReached: true,
  };
  expect(whyNotServed("apm", version, "community")).toBeNull();
  expect(whyNotServed("apm", { ...version, ...facts }, "community")).toBe(why);
});
