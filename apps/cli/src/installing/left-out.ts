import type { Plan } from "@gaia/install";

/** An optional skill that is not installed, and why, as programs read it. */
export interface LeftOut {
  name: string;
  range: string;
  /** The skill that names it; null: who asked. */
  required_by: string | null;
  reason: string;
}

export const toLeftOut = ({ name, range, requiredBy, why }: Plan["leftOut"][number]): LeftOut => ({
  name,
  range,
  required_by: requiredBy,
  reason: why,
});
