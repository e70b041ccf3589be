import { expect, it } from "vitest";
import type { AccountActor } from "./actor.ts";
import { CONFIRMED_FOR_MS, refuseUnconfirmed } from "./confirm-change.ts";

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
