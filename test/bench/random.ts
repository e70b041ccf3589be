/** Deterministic choices: the same seed gives the same run on every machine (mulberry32). */
export interface Random {
  /** 0 to 1, without 1. */
  next(): number;
  /** 0 to `below`, without it. */
  whole(below: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    next,
    whole,
    pick(items) {
      const item = items[whole(items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(256)),
  };
}
