import type { Json } from "../../model/canonical.ts";

/** Checks of plain data that somebody may have tampered with: each gives the value in its shape, or undefined. */
export type Shape<T> = (value: Json | undefined) => T | undefined;

const LIMITS = { items: 512, text: 4000 };

export const text: Shape<string> = (value) =>
  typeof value === "string" && value !== "" && value.length <= LIMITS.text ? value : undefined;

export const flag: Shape<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const count: Shape<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

export const json: Shape<Json> = (value) => value;

export function oneOf<const T extends string | number>(...values: T[]): Shape<T> {
  return (value) => values.find((one) => one === value);
}

/** Null, or absent, becomes null. */
export function maybe<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => (value === undefined || value === null ? null : shape(value));
}

/** Every item must have the shape. */
export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > LIMITS.items) return undefined;
    const items = value.map(shape).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  };
}

/** A mapping with these members; others are ignored. */
export function record<T extends object>(shapes: { [K in keyof T]: Shape<T[K]> }): Shape<T> {
  return (value) => {
    if (!isMapping(value)) return undefined;
    const result: Partial<T> = {};
    for (const key of Object.keys(shapes) as (keyof T & string)[]) {
      const member = shapes[key](Object.hasOwn(value, key) ? value[key] : undefined);
      if (member === undefined) return undefined;
      result[key] = member;
    }
    // Every key of T was set in the loop.
    return result as T;
  };
}

export function isMapping(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
