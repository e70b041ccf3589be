import { describe, expect, test } from "vitest";
import { chooseVersion, type LeastTier, parseRange, resolve, ResolverError, type SkillSource } from "./index.ts";

const VERIFIED: LeastTier = { tier: "verified", orHigher: ["verified"] };
const COMMUNITY: LeastTier = { tier: "community", orHigher: ["community", "verified"] };

/** `{ log: { "1.0.0": "verified", "1.1.0": "community app>=1 web?" } }`: tiers, and what each needs or may have. */
type World = Record<string, Record<string, string>>;

function sourceOf(world: World): SkillSource {
  return {
    async versionsOf(name) {
      const skill = world[name];
      if (skill === undefined) return null;
      return Object.entries(skill).map(([version, text]) => {
        const [tier = ""] = text.split(" ");
        return { version, tier, status: "published" };
      });
    },
    async requirementsOf(name, version) {
      const [, ...needs] = (world[name]?.[version] ?? "").split(" ");
      return needs.map((need) => ({ name: need.replace(/\?$/, ""), range: "*", optional: need.endsWith("?") }));
    },
  };
}

const resolved = (world: World, asked: Record<string, LeastTier | undefined>, locked: Record<string, string> = {}) =>
  resolve(
    {
      roots: Object.entries(asked).map(([name, leastTier]) => ({ name, range: "*", leastTier })),
      allowedTiers: ["experimental", "community", "verified"],
      dependencyTiers: ["community", "verified"],
      locked: new Map(Object.entries(locked)),
    },
    sourceOf(world),
  );
const plan = async (...input: Parameters<typeof resolved>) =>
  (await resolved(...input)).install.map(({ name, version }) => `${name} ${version}`);
const why = async (...input: Parameters<typeof resolved>): Promise<string> => {
  const error = await resolved(...input).catch((thrown: unknown) => thrown);
  if (error instanceof ResolverError) return error.message;
  throw new Error("it was resolved");
};

describe("a least tier (first week, A16)", () => {
  test("takes an older version that has it before a newer one, and says why the newer one was passed over", () => {
    const versions = [
      { version: "1.0.0", status: "published", tier: "verified" },
      { version: "1.1.0", status: "published", tier: "community" },
      { version: "1.2.0", status: "published", tier: "experimental", heldFor: "it sends a key away." },
    ];
    const allowedTiers = ["experimental", "community", "verified"];
    const choose = (range: string) =>
      chooseVersion({ versions, range: parseRange(range), allowedTiers, allowHeld: true, leastTier: VERIFIED });
    expect(choose("*")).toEqual({
      chosen: "1.0.0",
      note: null,
      passedOver: [
        { version: "1.2.0", code: "below_tier", reason: "its tier is experimental, and verified is asked for" },
        { version: "1.1.0", code: "below_tier", reason: "its tier is community, and verified is asked for" },
      ],
    });
    // Naming it exactly, or allowing what is lower, is no way around.
    expect(choose("1.2.0").chosen).toBeNull();
  });

  test("holds for whatever comes in for its sake, however far, and for nothing else", async () => {
    const world: World = {
      app: { "1.0.0": "verified log" },
      log: { "1.0.0": "verified text", "1.1.0": "community text" },
      text: { "1.0.0": "verified", "2.0.0": "community" },
      other: { "1.0.0": "verified paint" },
      paint: { "1.0.0": "verified", "2.0.0": "community" },
    };
    expect(await plan(world, { app: VERIFIED, other: undefined })).toEqual([
      "text 1.0.0",
      "log 1.0.0",
      "app 1.0.0",
      "paint 2.0.0",
      "other 1.0.0",
    ]);
    expect(await plan(world, { app: COMMUNITY })).toEqual(["text 2.0.0", "log 1.1.0", "app 1.0.0"]);
  });

  test("of two roots the higher one counts for what both need", async () => {
    const world: World = {
      app: { "1.0.0": "verified log" },
      web: { "1.0.0": "verified log" },
      log: { "1.0.0": "verified", "1.1.0": "community" },
    };
    for (const asked of [
      { app: VERIFIED, web: COMMUNITY },
      { app: COMMUNITY, web: VERIFIED },
    ])
      expect(await plan(world, asked)).toContain("log 1.0.0");
  });

  test("takes an older version of a root whose needs have it, and explains where there is none", async () => {
    const world: World = {
      app: { "1.0.0": "verified", "1.1.0": "verified log" },
      log: { "1.0.0": "community" },
    };
    expect(await plan(world, { app: VERIFIED })).toEqual(["app 1.0.0"]);
    const text = await why({ ...world, app: { "1.1.0": "verified log" } }, { app: VERIFIED });
    expect(text).toContain("app 1.1.0 needs log");
    expect(text).toContain("log 1.0.0: its tier is community, and verified is asked for");
  });

  test("is no reason to leave out all: what is optional and below it is left out alone", async () => {
    const world: World = { app: { "1.0.0": "verified log?" }, log: { "1.0.0": "community" } };
    const { install, leftOut } = await resolved(world, { app: VERIFIED });
    expect(install.map(({ name }) => name)).toEqual(["app"]);
    expect(leftOut).toEqual([
      { name: "log", range: "*", requiredBy: "app", why: expect.stringContaining("verified is asked for") },
    ]);
  });

  test("holds for what is locked, too: it was agreed to for another skill's sake", async () => {
    const world: World = {
      app: { "1.0.0": "verified log" },
      web: { "1.0.0": "verified log" },
      log: { "1.0.0": "verified", "1.1.0": "community" },
    };
    expect(await plan(world, { web: undefined }, { log: "1.1.0" })).toContain("log 1.1.0");
    expect(await plan(world, { web: undefined, app: VERIFIED }, { log: "1.1.0" })).toContain("log 1.0.0");
  });
});
