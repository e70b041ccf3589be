import { isRecord } from "@gaia/install/installed";
import { nearestKey } from "@gaia/text";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: isRecord,
  null: (value) => value === null,
};

const spoken = (type: string): string => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`);

/**
 * Why an input is none for a tool: what is required is there, no key is one of the schema's misspelt, and the values at the top have the
 * types of the schema; null when nothing is wrong. No pattern of a schema is evaluated: it is the author's. Pure.
 */
export function inputProblem(schema: object, input: Record<string, unknown>): string | null {
  const { properties, required } = { properties: undefined, required: undefined, ...schema } as Record<string, unknown>;
  const needed = Array.isArray(required) ? required.filter((one) => typeof one === "string") : [];
  const absent = needed.filter((name) => !Object.hasOwn(input, name));
  const misspelt = isRecord(properties) ? misspeltKey(Object.keys(properties), input) : null;
  const lacks = absent.length === 0 ? null : `it needs ${absent.join(", ")}`;
  if (lacks !== null || misspelt !== null)
    return [lacks, misspelt].filter((one) => one !== null).join("; ") + (misspelt === null ? "." : "?");
  if (!isRecord(properties)) return null;
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const said = isRecord(property) ? property["type"] : undefined;
    const types = (Array.isArray(said) ? said : [said]).filter((one) => typeof one === "string");
    if (types.length === 0 || (value === null && !needed.includes(name))) continue;
    if (!types.some((type) => TYPES[type]?.(value) ?? true))
      return `${name} has to be ${types.map(spoken).join(" or ")}.`;
  }
  return null;
}

/** Other keys are the tool's own matter: a schema that names some need not name all. */
function misspeltKey(known: readonly string[], input: Record<string, unknown>): string | null {
  for (const key of Object.keys(input)) {
    const meant = known.includes(key) ? null : nearestKey(key, known);
    if (meant !== null) return `it takes no ${JSON.stringify(key.slice(0, 64))}; did you mean ${meant}`;
  }
  return null;
}
