import { isRecord } from "@gaia/install";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: isRecord,
  null: (value) => value === null,
};

/**
 * Why an input is none for a tool: what is required is there, and the values at the top have the types of the schema; null when nothing is
 * wrong. No pattern of a schema is evaluated: it is the author's. Pure.
 */
export function inputProblem(schema: object, input: Record<string, unknown>): string | null {
  const { properties, required } = { properties: undefined, required: undefined, ...schema } as Record<string, unknown>;
  const needed = Array.isArray(required) ? required.filter((one) => typeof one === "string") : [];
  const absent = needed.filter((name) => !Object.hasOwn(input, name));
  if (absent.length > 0) return `it needs ${absent.join(", ")}`;
  if (!isRecord(properties)) return null;
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const said = isRecord(property) ? property["type"] : undefined;
    const types = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === "string");
    if (types.length === 0 || (value === null && !needed.includes(name))) continue;
    if (!types.some((type) => TYPES[type]?.(value) ?? true)) return `${name} is ${types.join(" or ")}`;
  }
  return null;
}
