/** The value below which `share` (0 to 1) of the values lie: the nearest rank. @throws RangeError for no values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return at(sorted, Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1)));
}

/** The middle one; of two middle ones their mean. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError("no values");
  return value;
}

/** Median, least and most of the rounds. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export const spreadOf = (values: number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});
