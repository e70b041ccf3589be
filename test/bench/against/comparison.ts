import { quantile } from "../statistics.ts";
import { SIDES, type Side } from "./turns.ts";

/** Something that was measured of both builds. */
export interface Compared extends Record<Side, number> {
  what: string;
  digits: number;
}

/** The new build's share of the old one's; null where the old one has nothing to divide by, or one of them was not measured. */
export const ratioOf = ({ old, new: now }: Record<Side, number>): number | null =>
  old > 0 && Number.isFinite(now) ? now / old : null;

/** Head and rows of a table: what, each build, and the ratio. */
export function comparisonTable(rows: readonly Compared[]): { head: string[]; rows: string[][] } {
  return {
    head: ["what", ...SIDES, "new : old"],
    rows: rows.map((row) => [
      row.what,
      ...SIDES.map((side) => (Number.isFinite(row[side]) ? row[side].toFixed(row.digits) : "-")),
      ratioOf(row)?.toFixed(2) ?? "-",
    ]),
  };
}

/** The same of each build. */
export const ofBoth = <T>(make: (side: Side) => T): Record<Side, T> => ({ old: make("old"), new: make("new") });

export const compared = (what: string, digits: number, of: (side: Side) => number): Compared => ({
  what,
  digits,
  ...ofBoth(of),
});

/** `quantile`, and NaN where nothing was measured. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.length === 0 ? NaN : quantile(values, share);
