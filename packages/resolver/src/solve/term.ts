import { difference, intersection, isDisjoint, isEmpty, isSubset, union, type VersionSet } from "./version-set.ts";

/**
 * A statement about one skill (PubGrub's term). Positive: it is installed, in one of these versions. Negative: it is not installed, or not
 * in one of these.
 */
export interface Term {
  name: string;
  isPositive: boolean;
  set: VersionSet;
}

export const inverse = ({ name, isPositive, set }: Term): Term => ({ name, isPositive: !isPositive, set });

/** Both hold. */
export function both(a: Term, b: Term): Term {
  const { name } = a;
  if (a.isPositive && b.isPositive) return { name, isPositive: true, set: intersection(a.set, b.set) };
  if (a.isPositive) return { name, isPositive: true, set: difference(a.set, b.set) };
  if (b.isPositive) return { name, isPositive: true, set: difference(b.set, a.set) };
  return { name, isPositive: false, set: union(a.set, b.set) };
}

/** Whether `a` makes `b` true. */
export function implies(a: Term, b: Term): boolean {
  if (a.isPositive) return b.isPositive ? isSubset(a.set, b.set) : isDisjoint(a.set, b.set);
  return !b.isPositive && isSubset(b.set, a.set);
}

/** Whether `a` makes `b` false. */
export function excludes(a: Term, b: Term): boolean {
  if (a.isPositive) return b.isPositive ? isDisjoint(a.set, b.set) : isSubset(a.set, b.set);
  return b.isPositive && isSubset(b.set, a.set);
}

/** A positive term that no version meets. */
export const isImpossible = ({ isPositive, set }: Term): boolean => isPositive && isEmpty(set);
