import { nameOf, resolved, type Schema } from "./document.ts";

const SAMPLES: Readonly<Record<string, unknown>> = {
  uuid: "3f0c1a52-7d4e-4b8a-9c61-5a2e8f7b9d10",
  "date-time": "2026-03-15T10:30:00.000Z",
  date: "2026-03-15",
  email: "ada@example.org",
  uri: "https://example.org/",
};

/** A value of this schema: its own example, or one made of those of its parts. What is optional comes only in answers (`all`). */
export function exampleOf(schema: Schema, all: boolean, inside: readonly string[] = []): unknown {
  const name = nameOf(schema);
  if (name !== null && inside.includes(name)) return null;
  const here = name === null ? inside : [...inside, name];
  const shape = resolved(schema);
  if (schema.example !== undefined) return schema.example;
  if (shape.example !== undefined) return shape.example;
  if (shape.default !== undefined && all) return shape.default;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = shape.oneOf?.[0] ?? shape.anyOf?.find((one) => one.type !== "null");
  if (choice) return exampleOf(choice, all, here);
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  if (type === "object" || shape.properties) return objectOf(shape, all, here);
  if (type === "array") return shape.items ? [exampleOf(shape.items, all, here)].filter((one) => one !== null) : [];
  if (type === "integer" || type === "number") return shape.minimum ?? 1;
  if (type === "boolean") return false;
  if (type === "null") return null;
  return (shape.format && SAMPLES[shape.format]) ?? "…";
}

function objectOf(shape: Schema, all: boolean, inside: readonly string[]): Record<string, unknown> {
  const required = shape.required ?? [];
  const shown = Object.entries(shape.properties ?? {}).filter(([key]) => all || required.includes(key));
  return Object.fromEntries(shown.map(([key, schema]) => [key, exampleOf(schema, all, inside)]));
}
