import type { InstructionRule } from "./rule.ts";
import { PLAIN_DECEIT } from "./rules/plain-deceit.ts";
import { PLAIN_FETCHED } from "./rules/plain-fetched.ts";
import { PLAIN_MEANS } from "./rules/plain-means.ts";
import { PLAIN_POWER } from "./rules/plain-power.ts";
import { PLAIN_RECIPES } from "./rules/plain-recipe.ts";
import { PLAIN_TAKINGS } from "./rules/plain-takings.ts";

/** What skills say plainly, whoever's host it is: packs that hold the structure of a request and not its wording. */
export const PLAIN: readonly InstructionRule[] = [
  ...PLAIN_FETCHED,
  ...PLAIN_RECIPES,
  ...PLAIN_MEANS,
  ...PLAIN_POWER,
  ...PLAIN_DECEIT,
  ...PLAIN_TAKINGS,
];
