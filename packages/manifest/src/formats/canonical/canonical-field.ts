import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, Implementation, Json, Origin, Sourced } from "../../model/canonical.ts";
import { count, listOf, maybe, record, text } from "./shapes.ts";
import type { Shape } from "./shapes.ts";

/**
 * What GAIA's own fields do not hold, as plain data below the key `canonical` of a GAIA block, which GAIA keeps and ignores. One row a
 * field: `write` gives undefined where there is nothing to say, `read` puts a value back and tells whether it had the right shape.
 */
export interface CanonicalField {
  write(skill: CanonicalSkill): Json | undefined;
  read(value: Json, parts: SkillParts, origin: Origin): boolean;
}

export const implementation: Shape<Implementation> = record({
  file: text,
  symbol: maybe(text),
  range: maybe(((value) => {
    const pair = listOf(count)(value);
    const [from, to] = pair ?? [];
    return from !== undefined && to !== undefined && pair?.length === 2 ? [from, to] : undefined;
  }) as Shape<[number, number]>),
  language: text,
});

/** A field that is one value with an origin. */
export function sourced<T extends Json>(
  shape: Shape<T>,
  get: (skill: SkillParts) => Sourced<T> | null,
  set: (parts: SkillParts, value: Sourced<T>) => void,
): CanonicalField {
  return {
    write: (skill) => get(skill)?.value,
    read: (value, parts, origin) => {
      const checked = shape(value);
      if (checked !== undefined) set(parts, { value: checked, origin });
      return checked !== undefined;
    },
  };
}

/** A field that is a list; `toJson` and `fromItem` go between an item and its plain form. */
export function list<T, P>(
  shape: Shape<P>,
  get: (parts: SkillParts) => T[],
  toJson: (item: T) => Json,
  fromItem: (plain: P, origin: Origin) => T,
): CanonicalField {
  return {
    write: (skill) => (get(skill).length === 0 ? undefined : get(skill).map(toJson)),
    read: (value, parts, origin) => {
      const checked = listOf(shape)(value);
      const into = get(parts);
      if (checked !== undefined) into.splice(0, into.length, ...checked.map((item) => fromItem(item, origin)));
      return checked !== undefined;
    },
  };
}

export function withoutOrigin<T extends { origin: Origin }>({
  origin,
  ...plain
}: T): Omit<T, "origin"> & { [key: string]: Json } {
  void origin;
  // All that is left in these records is plain data.
  return plain as Omit<T, "origin"> & { [key: string]: Json };
}

export const words = (get: (parts: SkillParts) => Sourced<string>[]): CanonicalField =>
  list(
    text,
    get,
    ({ value }) => value,
    (value, origin) => ({ value, origin }),
  );
