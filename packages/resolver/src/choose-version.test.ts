import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseVersion, parseRange } from "./index.ts";

/** `1.0.0`, `1.1.0 yanked`, `1.2.0 published experimental`. */
function choose(range: string, versions: string[], allowedTiers = ["community", "verified"]) {
  const candidates = versions.map((text) => {
    const [version = "", status = "published", tier = "community"] = text.split(" ");
    return { version, status, tier };
  });
  return chooseVersion({ versions: candidates, range: parseRange(range), allowedTiers });
}

describe("chooseVersion", () => {
  it("takes the highest stable version in the range, by number and not by text", () => {
    expect(choose("*", ["1.9.0", "1.10.0", "1.2.0"])).toEqual({ chosen: "1.10.0", note: null, passedOver: [] });
    expect(choose("<1.10", ["1.9.0", "1.10.0"]).chosen).toBe("1.9.0");
  });

  it("says why each newer one in the range was passed over, newest first", () => {
    const versions = [
      "1.0.0",
      "1.1.0 yanked",
      "1.2.0 published experimental",
      "1.3.0 quarantined",
      "1.4.0-rc.1",
      "1.5.0 inspecting",
      "0.9.0 yanked",
      "2.0.0",
    ];
    expect(choose("<2", versions)).toEqual({
      chosen: "1.0.0",
      note: null,
      passedOver: [
        { version: "1.5.0", code: "status", reason: "it is inspecting" },
        { version: "1.4.0-rc.1", code: "prerelease", reason: "it is a prerelease, and the range asks for none" },
        { version: "1.3.0", code: "status", reason: "it is quarantined" },
        { version: "1.2.0", code: "tier", reason: "its tier is experimental, which is not allowed" },
        { version: "1.1.0", code: "yanked", reason: "it was yanked" },
      ],
    });
  });

  it("takes an experimental one where the user allows it", () => {
    const tiers = ["experimental", "community", "verified"];
    expect(choose("*", ["1.0.0", "1.1.0 published experimental"], tiers).chosen).toBe("1.1.0");
  });

  it("takes a prerelease only when the range names one", () => {
    expect(choose("*", ["1.0.0-rc.1"])).toMatchObject({ chosen: null, passedOver: [{ code: "prerelease" }] });
    expect(choose(">=1.0.0-rc.1", ["1.0.0-rc.1", "1.1.0-rc.1"]).chosen).toBe("1.0.0-rc.1");
    expect(choose("1.0.0-rc.1", ["1.0.0-rc.1", "1.0.0"]).chosen).toBe("1.0.0-rc.1");
  });

  it("takes one whose signer is held only for an exact pin, and says so", () => {
    const versions = [
      { version: "1.0.0", status: "published", tier: "community" },
      { version: "1.1.0", status: "published", tier: "experimental", isSignerHeld: true },
    ];
    const chosen = (range: string) =>
      chooseVersion({ versions, range: parseRange(range), allowedTiers: ["experimental", "community"] });
    expect(chosen(">=1")).toEqual({
      chosen: "1.0.0",
      note: null,
      passedOver: [{ version: "1.1.0", code: "signer", reason: expect.stringContaining("not confirmed") }],
    });
    expect(chosen("==1.1.0")).toMatchObject({ chosen: "1.1.0", note: expect.stringContaining("who signed it") });
    expect(chosen(">1.0 <=1.1").chosen).toBeNull();
  });

  it("takes one that is held for review only where that is allowed, also for an exact pin, and says why not before its tier", () => {
    const versions = [
      { version: "1.0.0", status: "published", tier: "experimental" },
      { version: "1.1.0", status: "published", tier: "experimental", heldFor: "it sends a key away." },
    ];
    const choose = (range: string, allowedTiers: string[], allowHeld = false) =>
      chooseVersion({ versions, range: parseRange(range), allowedTiers, allowHeld });
    const passedOver = [{ version: "1.1.0", code: "held", reason: "it is held for review: it sends a key away" }];
    expect(choose("*", ["experimental"])).toEqual({ chosen: "1.0.0", note: null, passedOver });
    expect(choose("1.1.0", ["experimental"])).toEqual({ chosen: null, note: null, passedOver });
    expect(choose("1.1.0", [])).toEqual({ chosen: null, note: null, passedOver });
    expect(choose("*", ["experimental"], true).chosen).toBe("1.1.0");
    expect(choose("*", [], true).chosen).toBeNull();
  });

  it("takes a yanked one only for an exact pin, and says so; a quarantined or purged one never", () => {
    const pinned = choose("==1.0.0", ["1.0.0 yanked", "1.1.0"]);
    expect(pinned.chosen).toBe("1.0.0");
    expect(pinned.note).toMatch(/yanked/);
    expect(choose(">=1.0.0 <=1.0.0", ["1.0.0 yanked"]).chosen).toBeNull();
    for (const status of ["quarantined", "purged", "received", "inspecting", "", "PUBLISHED"])
      expect(choose("1.0.0", [`1.0.0 ${status === "" ? "?" : status}`]).chosen, status).toBeNull();
  });

  it("does not let an exact pin lift a tier that is not allowed", () => {
    expect(choose("1.0.0", ["1.0.0 yanked experimental"]).chosen).toBeNull();
    expect(choose("*", ["1.0.0"], []).chosen).toBeNull();
  });

  it("chooses nothing from nothing", () => {
    expect(choose("*", [])).toEqual({ chosen: null, note: null, passedOver: [] });
    expect(choose(">=2", ["1.0.0"])).toEqual({ chosen: null, note: null, passedOver: [] });
  });

  it("does not depend on the order of the list, and never throws on what it holds", () => {
    const text = fc.oneof(
      fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom("", "-rc.1", "+b")).map(([a, b, rest]) => `${a}.${b}.0${rest}`),
      fc.string(),
    );
    const candidate = fc.record({
      version: text,
      status: fc.constantFrom("published", "yanked", "quarantined"),
      tier: fc.constantFrom("experimental", "community"),
    });
    const unique = fc.uniqueArray(candidate, { selector: ({ version }) => version, maxLength: 12 });
    fc.assert(
      fc.property(unique, fc.constantFrom("*", "^1", ">=1.0.0-rc.1", "1.0.0", "!=1.0.0"), (versions, range) => {
        const input = { range: parseRange(range), allowedTiers: ["community"] };
        const choice = chooseVersion({ versions, ...input });
        expect(chooseVersion({ versions: versions.toReversed(), ...input })).toEqual(choice);
        const chosen = versions.find(({ version }) => version === choice.chosen);
        if (choice.chosen !== null) expect(chosen?.tier).toBe("community");
      }),
      { numRuns: 500 },
    );
  });
});
