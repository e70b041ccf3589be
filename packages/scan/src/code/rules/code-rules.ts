import type { CodeRule } from "../engine/rule.ts";

/** All behaviours that are looked for in code. */
export const CODE_RULES: readonly CodeRule[] = [];
