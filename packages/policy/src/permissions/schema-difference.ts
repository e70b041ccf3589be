/** A JSON Schema, as far as this room knows: an object from a manifest, of any shape. */
export type JsonSchema = { readonly [key: string]: unknown };

const MAX_DEPTH = 8;

/**
 * Why a caller of the old input schema may fail with the new one, in words; null when it may not, as far as the keywords say that
 * manifests use: `properties`, `required`, `type`, `enum`, `items`. A parameter that is gone breaks its callers, too.
 */
export function breakOf(before: JsonSchema, after: JsonSchema, at = "", depth = 0): string | null {
  if (depth > MAX_DEPTH) return null;
  const narrowed = narrowedBy(before, after, at);
  if (narrowed !== null) return narrowed;
  const had = record(before["properties"]);
  const has = record(after["properties"]);
  const required = names(after["required"]);
  const wasRequired = names(before["required"]);
  for (const name of required) {
    if (!wasRequired.includes(name)) return `${path(at, name)} is now required`;
  }
  for (const [name, schema] of Object.entries(had)) {
    if (!Object.hasOwn(has, name)) return `${path(at, name)} is gone`;
    const found = breakOf(record(schema), record(has[name]), path(at, name), depth + 1);
    if (found !== null) return found;
  }
  const items = record(before["items"]);
  return Object.keys(items).length === 0
    ? null
    : breakOf(items, record(after["items"]), `${at === "" ? "the list" : at}[]`, depth + 1);
}

function narrowedBy(before: JsonSchema, after: JsonSchema, at: string): string | null {
  const what = at === "" ? "the input" : at;
  const types = typesOf(before);
  const now = typesOf(after);
  const lost = types.find(
    (type) => now.length > 0 && !now.includes(type) && !(type === "integer" && now.includes("number")),
  );
  if (lost !== undefined) return `${what} was ${types.join(" or ")} and is ${now.join(" or ")}`;
  if (types.length === 0 && now.length > 0 && Object.keys(before).length > 0 && !Object.hasOwn(before, "properties"))
    return `${what} is now ${now.join(" or ")}`;
  const allowed = after["enum"];
  if (!Array.isArray(allowed)) return null;
  const values = before["enum"];
  if (!Array.isArray(values)) return `${what} now takes only some values`;
  const keys = new Set(allowed.map((value) => JSON.stringify(value)));
  const missing = values.find((value) => !keys.has(JSON.stringify(value)));
  return missing === undefined ? null : `${what} no longer takes ${JSON.stringify(missing)?.slice(0, 60)}`;
}

function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string").sort();
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const path = (at: string, name: string): string => (at === "" ? name : `${at}.${name}`).slice(0, 120);

function record(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
