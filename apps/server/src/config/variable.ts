import { z } from "zod";

/** One variable: how it is read, what it is without being set, and its line in docs/configuration.md. */
interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  default: string | null;
  doc: string;
  secret?: boolean;
}

export const variable = <Schema extends z.ZodType>(entry: Variable<Schema>) => entry;
export const text = z.string().trim().min(1);
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** A share as a default, with two digits behind the point at most: `0.57 * 100` is a little less than 57. */
export const inPercent = (share: number): string => String(Math.round(share * 10_000) / 100);

/** Several, separated by commas. */
export const paths = (list: string) =>
  list
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
