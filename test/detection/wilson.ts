/** A share with its 95 % interval. */
export interface Share {
  hits: number;
  of: number;
  /** 0 to 1; null where there is nothing to count. */
  share: number | null;
  low: number;
  high: number;
}

/** The normal quantile of 97.5 %. */
const Z = 1.959_963_985;

/** The Wilson score interval of `hits` among `of`: sensible for shares near 0 and 1, where the simple one is not. */
export function wilson(hits: number, of: number): Share {
  if (of === 0) return { hits, of, share: null, low: 0, high: 1 };
  const share = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { hits, of, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** `96.4 % (93.1-98.2)`, or a dash where there is nothing to count. */
export function shown({ share, low, high }: Share): string {
  if (share === null) return "-";
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `${percent(share)} % (${percent(low)}-${percent(high)})`;
}
