import { describe, expect, it } from "vitest";
import {
  canMove,
  communityObstacles,
  compareTiers,
  consentNeeded,
  grantFor,
  isListed,
  showTo,
  STATUSES,
  TIERS,
  verifiedObstacles,
} from "./index.ts";
import type { Permission, Standing, Status } from "./index.ts";

describe("states", () => {
  it("allows exactly the moves of the design", () => {
    const moves = STATUSES.flatMap((from) => STATUSES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`));
    expect(moves.toSorted()).toEqual(
      [
        "received inspecting",
        "inspecting received",
        "inspecting staged",
        "staged published",
        "inspecting published",
        "inspecting quarantined",
        "published yanked",
        "yanked published",
        "published quarantined",
        "yanked quarantined",
        "quarantined published",
        "quarantined yanked",
        "received purged",
        "inspecting purged",
        "published purged",
        "yanked purged",
        "quarantined purged",
      ].toSorted(),
    );
  });

  it.each<[Status, number, number, number]>([
    ["received", 404, 200, 200],
    ["inspecting", 404, 200, 200],
    ["staged", 404, 200, 200],
    ["published", 200, 200, 200],
    ["quarantined", 403, 200, 200],
    ["yanked", 200, 200, 200],
    ["purged", 410, 410, 410],
  ])("%s answers anyone %i, its owner %i, an admin %i", (status, anyone, owner, admin) => {
    expect([showTo(status, "anyone"), showTo(status, "owner"), showTo(status, "admin")]).toEqual([
      anyone,
      owner,
      admin,
    ]);
  });

  it("lists published versions only", () => {
    expect(STATUSES.filter(isListed)).toEqual(["published"]);
  });
});

function permission(text: string): Permission {
  const [domain, level, scope = null] = text.split(":");
  return { domain, level, scope } as Permission;
}

const ALL = [
  "filesystem:read",
  "filesystem:write:./out/**",
  "network:read",
  "network:write",
  "shell:execute:git",
  "desktop:control",
  "mcp:connect",
  "env:read",
  "database:read",
  "database:write",
  "shell:none",
].map(permission);

describe("tiers and consent", () => {
  it("orders the tiers", () => {
    expect([...TIERS].toReversed().toSorted(compareTiers)).toEqual(["experimental", "community", "verified"]);
  });

  it("follows the table of docs/specification.md §3.3", () => {
    const grants = (tier: (typeof TIERS)[number]) => new Set(ALL.map((one) => grantFor(tier, one)));
    expect(grants("verified")).toEqual(new Set(["auto"]));
    expect(grants("experimental")).toEqual(new Set(["sandboxed"]));
    expect(ALL.filter((one) => grantFor("community", one) === "prompt").map(({ domain }) => domain)).toEqual([
      "filesystem",
      "shell",
      "desktop",
      "database",
    ]);
  });

  it("asks for the union of §3.3 and §4.2, scoped or not, and for nothing of a verified skill", () => {
    const asked = ALL.filter(({ level, domain }) =>
      ["filesystem write", "shell execute", "desktop control", "database write"].includes(`${domain} ${level}`),
    );
    expect(asked).toHaveLength(4);
    expect(consentNeeded("community", ALL)).toEqual(asked);
    expect(consentNeeded("experimental", ALL)).toEqual(asked);
    expect(consentNeeded("verified", ALL)).toEqual([]);
  });

  it("asks even for a tier it does not know", () => {
    expect(consentNeeded("golden" as "community", ALL)).toHaveLength(4);
  });
});

describe("rising", () => {
  const good: Standing = {
    status: "published",
    verdict: "ALLOW",
    cleared: false,
    permissionsDeclared: true,
    signatureValid: true,
    signerHeld: false,
    demotedReason: null,
  };

  it("is free for a good version", () => {
    expect(communityObstacles(good)).toEqual([]);
    expect(communityObstacles({ ...good, verdict: "REVIEW", cleared: true })).toEqual([]);
    expect(verifiedObstacles({ ...good, undeclared: [], tier: "community" })).toEqual([]);
    expect(verifiedObstacles({ ...good, undeclared: [], tier: "community", sameActor: false })).toEqual([]);
  });

  it.each<[Partial<Standing>, RegExp]>([
    [{ status: "yanked" }, /is yanked/],
    [{ status: "inspecting" }, /is inspecting/],
    [{ status: "quarantined" }, /is quarantined/],
    [{ verdict: null }, /verdict yet/],
    [{ verdict: "REVIEW" }, /no admin has cleared/],
    [{ verdict: "BLOCK" }, /BLOCK/],
    [{ verdict: "BLOCK", cleared: true }, /BLOCK/],
    [{ permissionsDeclared: false }, /no permissions/],
    [{ signatureValid: false }, /signature/],
    [{ signerHeld: true }, /owner has to confirm/],
    [{ demotedReason: "it phones home" }, /admin took.*it phones home/],
  ])("%o is one obstacle, to community and to verified", (change, sentence) => {
    for (const obstacles of [
      communityObstacles({ ...good, ...change }),
      verifiedObstacles({ ...good, undeclared: [], tier: "community", ...change }),
    ]) {
      expect(obstacles).toHaveLength(1);
      expect(obstacles[0]).toMatch(sentence);
    }
  });

  it("lists every obstacle at once", () => {
    const bad: Standing = { ...good, verdict: null, permissionsDeclared: false, signatureValid: false };
    expect(communityObstacles(bad)).toHaveLength(3);
  });

  it("reaches verified from community only, and never by the publisher's own hand", () => {
    expect(verifiedObstacles({ ...good, undeclared: [], tier: "experimental" })).toHaveLength(1);
    expect(verifiedObstacles({ ...good, undeclared: [], tier: "verified" })).toHaveLength(1);
    expect(verifiedObstacles({ ...good, undeclared: ["shell:execute"], tier: "community" })).toEqual([
      expect.stringContaining("shell:execute"),
    ]);
    expect(verifiedObstacles({ ...good, undeclared: [], tier: "community", sameActor: true })).toHaveLength(1);
  });
});
