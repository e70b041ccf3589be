/** A set of a skill's versions, by their places in its list of versions: one bit each. Plain data; never changed once made. */
export type VersionSet = Uint32Array;

const words = (size: number): number => Math.ceil(size / 32);

const emptySet = (size: number): VersionSet => new Uint32Array(words(size));

/** The places whose test holds. */
export function setOf(size: number, holds: (at: number) => boolean): VersionSet {
  const set = emptySet(size);
  for (let at = 0; at < size; at += 1) if (holds(at)) set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31));
  return set;
}

export const has = (set: VersionSet, at: number): boolean => ((set[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;

export const isEmpty = (set: VersionSet): boolean => set.every((word) => word === 0);

export const intersection = (a: VersionSet, b: VersionSet): VersionSet => a.map((word, at) => word & (b[at] ?? 0));

export const union = (a: VersionSet, b: VersionSet): VersionSet => a.map((word, at) => word | (b[at] ?? 0));

export const difference = (a: VersionSet, b: VersionSet): VersionSet => a.map((word, at) => word & ~(b[at] ?? 0));

export const isEqual = (a: VersionSet, b: VersionSet): boolean => a.every((word, at) => word === b[at]);

/** Whether every member of `a` is one of `b`. */
export const isSubset = (a: VersionSet, b: VersionSet): boolean => a.every((word, at) => (word & ~(b[at] ?? 0)) === 0);

export const isDisjoint = (a: VersionSet, b: VersionSet): boolean => a.every((word, at) => (word & (b[at] ?? 0)) === 0);

/** The places of its members, lowest first. */
export function members(set: VersionSet, size: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < size; at += 1) if (has(set, at)) found.push(at);
  return found;
}

export function count(set: VersionSet): number {
  let total = 0;
  for (let word of set) for (; word !== 0; word &= word - 1) total += 1;
  return total;
}
