import { expect, test } from "vitest";
import { type Before, effectOf } from "./effect.ts";

const served: Before = {
  status: "published",
  verdict: "ALLOW",
  cleared: false,
  quarantinedBy: null,
  statusBeforeQuarantine: null,
};
const byScan: Before = {
  ...served,
  status: "quarantined",
  verdict: "BLOCK",
  quarantinedBy: "scan",
  statusBeforeQuarantine: "yanked",
};
const calm = { demotes: false, moveTo: null, clearance: null, heldChanges: false };

test.for([
  ["ALLOW again", served, "ALLOW", true, { effect: "same", ...calm }],
  ["ALLOW with other notes", served, "ALLOW", false, { effect: "same", ...calm }],
  [
    "worse: REVIEW takes the tier, and holds it",
    served,
    "REVIEW",
    false,
    { effect: "worse", ...calm, demotes: true, heldChanges: true },
  ],
  [
    "worse: BLOCK quarantines",
    { ...served, status: "yanked" },
    "BLOCK",
    false,
    { effect: "worse", ...calm, demotes: true, moveTo: "quarantined" },
  ],
  [
    "REVIEW is over",
    { ...served, verdict: "REVIEW" },
    "ALLOW",
    false,
    { effect: "better", ...calm, heldChanges: true },
  ],
  ["REVIEW stays REVIEW", { ...served, verdict: "REVIEW" }, "REVIEW", false, { effect: "same", ...calm }],
  [
    "a clearance survives the same findings",
    { ...served, verdict: "REVIEW", cleared: true },
    "REVIEW",
    true,
    { effect: "same", ...calm, clearance: "kept" },
  ],
  [
    "a clearance is void for other findings",
    { ...served, verdict: "REVIEW", cleared: true },
    "REVIEW",
    false,
    { effect: "worse", ...calm, demotes: true, clearance: "void", heldChanges: true },
  ],
  [
    "cleared and now BLOCK",
    { ...served, verdict: "REVIEW", cleared: true },
    "BLOCK",
    false,
    { effect: "worse", ...calm, demotes: true, moveTo: "quarantined" },
  ],
  [
    "cleared and now ALLOW: nothing is left to clear",
    { ...served, verdict: "REVIEW", cleared: true },
    "ALLOW",
    false,
    { effect: "better", ...calm },
  ],
  ["a released BLOCK stays released", { ...served, verdict: "BLOCK" }, "BLOCK", true, { effect: "same", ...calm }],
  [
    "a released BLOCK with other findings is withheld again",
    { ...served, verdict: "BLOCK" },
    "BLOCK",
    false,
    { effect: "worse", ...calm, demotes: true, moveTo: "quarantined" },
  ],
  [
    "what a scan withheld returns to where it was",
    byScan,
    "ALLOW",
    false,
    { effect: "better", ...calm, moveTo: "yanked" },
  ],
  ["also to be reviewed", byScan, "REVIEW", false, { effect: "better", ...calm, moveTo: "yanked", heldChanges: true }],
  ["BLOCK again stays withheld", byScan, "BLOCK", false, { effect: "same", ...calm }],
  [
    "what an admin withheld no scan gives back",
    { ...byScan, quarantinedBy: "admin" },
    "ALLOW",
    false,
    { effect: "better", ...calm },
  ],
  [
    "nor what nobody knows who withheld",
    { ...byScan, quarantinedBy: null },
    "ALLOW",
    false,
    { effect: "better", ...calm },
  ],
  [
    "worse while withheld moves nothing",
    { ...byScan, verdict: "ALLOW", quarantinedBy: "admin" },
    "BLOCK",
    false,
    { effect: "worse", ...calm },
  ],
] as const)("%s", ([, before, after, same, expected]) => {
  expect(effectOf(before, after, same)).toEqual(expected);
});
