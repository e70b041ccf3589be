import { z } from "zod";
import { apiNames, FAILURE, type JsonOutput } from "./shapes.ts";

/** JSON Schema 2020-12 of one shape. What the API has a schema for is a reference to `docs/openapi.json`. */
export function jsonSchema(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: made }) {
      const known = apiNames.get(zodSchema);
      if (known !== undefined) made.$ref = `openapi.json#/components/schemas/${known.schema}`;
    },
  });
  return schema;
}

/** Every verb's, and the failure's, as one document that lies beside `openapi.json`: docs/cli-json.schema.json. */
export function jsonOutputSchemas(outputs: Readonly<Record<string, JsonOutput>>): object {
  const verbs = Object.entries(outputs).filter(([, { shape }]) => !(shape instanceof z.ZodNever));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "What gaia-skill prints under --json",
    $defs: {
      ...Object.fromEntries(verbs.map(([words, { shape }]) => [words, open(jsonSchema(shape))])),
      failure: open(jsonSchema(FAILURE)),
    },
  };
}

/** A reader has to expect more fields than there are today. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => !(key === "additionalProperties" && item === false));
  return Object.fromEntries(kept.map(([key, item]) => [key, open(item)]));
}
