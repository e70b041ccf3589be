import { expect, it } from "vitest";
import type { AccountActor } from "./actor.ts";
import { type Action, ACTIONS, type Row } from "./actions.ts";
import { asksEachTime, CONFIRMED_FOR_MS, refuseUnconfirmed } from "./confirm-change.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const ada: AccountActor = {
  kind: "account",
  accountId: 1,
  handle: "ada",
  role: "user",
  isSuspended: false,
  publishers: [],
};
const ago = (ms: number) => ({ ...ada, secondFactor: { provenAt: new Date(NOW.getTime() - ms) } });

it("lets an account without a second factor make a change, and nobody's own check decides who may", () => {
  expect(refuseUnconfirmed(ada, NOW)).toBeNull();
  expect(refuseUnconfirmed({ ...ada, secondFactor: null }, NOW)).toBeNull();
  expect(refuseUnconfirmed(null, NOW)).toBeNull();
});

it("asks whoever has a second factor for it, and again a quarter of an hour later", () => {
  expect(refuseUnconfirmed({ ...ada, secondFactor: { provenAt: null } }, NOW)?.code).toBe("second_factor_required");
  expect(refuseUnconfirmed(ago(0), NOW)).toBeNull();
  expect(refuseUnconfirmed(ago(CONFIRMED_FOR_MS - 1), NOW)).toBeNull();
  expect(refuseUnconfirmed(ago(CONFIRMED_FOR_MS), NOW)?.code).toBe("second_factor_required");
});

it("tells a token the header, and a person the page", () => {
  const unproven = { ...ada, secondFactor: { provenAt: null } };
  const token = { ...unproven, kind: "token" as const, scopes: ["*"], namePatterns: ["*"] };
  expect(refuseUnconfirmed(token, NOW)?.reason).toContain("Gaia-OTP");
  expect(refuseUnconfirmed(unproven, NOW)?.reason).toContain("/confirm");
});

// Object.keys forgets which keys there are.
const ALL = Object.keys(ACTIONS) as Action[];
/** Names that an admin publishes under, and where they say that it is from: no publish asks for it. */
const BESIDES = new Set<Action>(["sayMirrored", "useReservedName"]);

it("H-A3 every action says whether it asks, and whatever an admin alone may change asks each time", () => {
  const rows = ALL.map((action): [Action, Row] => [action, ACTIONS[action]]);
  const unsaid = rows.filter(([, { confirm }]) => !["never", "always", "when laxer"].includes(confirm));
  expect(unsaid).toEqual([]);
  const ofAdmins = rows.filter(
    ([action, { who, scope }]) => /^(other )?admin$/.test(who) && scope !== "read" && !BESIDES.has(action),
  );
  expect(ofAdmins.length).toBeGreaterThan(20);
  expect(ofAdmins.filter(([, { confirm }]) => confirm !== "always")).toEqual([]);
  // A code is for what is changed: what reads takes none.
  expect(rows.filter(([, { scope, confirm }]) => (scope === "read" || scope === null) && confirm !== "never")).toEqual(
    [],
  );
});

it("H-A3 asks once the target is known, and of an action that leaves it to the verb not at all", () => {
  expect(asksEachTime("quarantineVersion", {})).toBe(false);
  expect(asksEachTime("quarantineVersion", { publisher: "acme", skill: "acme-tool" })).toBe(true);
  expect(asksEachTime("addPublisherKey", {})).toBe(false);
  expect(asksEachTime("addPublisherKey", { publisher: "acme" })).toBe(true);
  expect(asksEachTime("startRescan", {})).toBe(true);
  expect(asksEachTime("changeSkillSettings", { publisher: "acme", skill: "acme-tool" })).toBe(false);
  expect(asksEachTime("yankVersion", { publisher: "acme", skill: "acme-tool" })).toBe(false);
});
