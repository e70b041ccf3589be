import { both, type Term } from "./term.ts";

/** Why terms cannot all hold: from outside, or from two others. */
export type Cause =
  | { kind: "root" }
  /** A version, or several, need another skill. `range` is as written. */
  | { kind: "requirement"; from: string; to: string; range: string }
  /** No version of the skill is in the range, or none may be taken. */
  | { kind: "none"; name: string }
  | { kind: "conflict"; left: Incompatibility; right: Incompatibility };

/** Terms of which at least one has to be false; each skill has one of them at most. */
export interface Incompatibility {
  terms: readonly Term[];
  cause: Cause;
}

/** Brings the terms about one skill together. */
export function incompatible(terms: readonly Term[], cause: Cause): Incompatibility {
  const byName = new Map<string, Term>();
  for (const term of terms) {
    const other = byName.get(term.name);
    byName.set(term.name, other === undefined ? term : both(other, term));
  }
  return { terms: [...byName.values()], cause };
}

/** The name of what is to be resolved as a whole; no skill has it. */
export const ROOT = "";

/** Nothing can be done about it: it says only that what was asked for is impossible. */
export const isFailure = ({ terms }: Incompatibility): boolean =>
  terms.length === 0 || (terms.length === 1 && terms[0]?.name === ROOT && terms[0].isPositive);
