import type { InstructionRule } from "./rule.ts";
import { PLAIN_FETCHED } from "./rules/plain-fetched.ts";
import { PLAIN_RECIPES } from "./rules/plain-recipe.ts";

/** What skills say plainly, whoever's host it is: packs that hold the structure of a request and not its wording. */
export const PLAIN: readonly InstructionRule[] = [...PLAIN_FETCHED, ...PLAIN_RECIPES].map((rule) => ({
  ...rule,
  surely: true,
}));
