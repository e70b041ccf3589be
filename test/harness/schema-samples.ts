import { readFile } from "node:fs/promises";

/** A schema of docs/openapi.json, as far as a sample is made of it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  example?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);

/** A sample of each named schema of docs/openapi.json that an answer has, with all properties, and null wherever that may be. */
export async function nullestSamples(): Promise<Record<string, unknown>> {
  const { schemas } = JSON.parse(await readFile(DOCUMENT, "utf8")).components;
  const { PackageForm: _, BatchForm: _form, ...answered } = schemas as Record<string, Schema>;
  return Object.fromEntries(Object.entries(answered).map(([name, schema]) => [name, nullestOf(schema, schemas)]));
}

function nullestOf(schema: Schema, named: Record<string, Schema>): unknown {
  const next = (one: Schema) => nullestOf(one, named);
  if (schema.$ref !== undefined) return next(named[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {});
  const variants = schema.anyOf ?? schema.oneOf;
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat();
  if (types.includes("null") || variants?.some(({ type }) => type === "null")) return null;
  if (variants?.[0] !== undefined) return next(variants[0]);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.example !== undefined) return schema.example;
  switch (types[0]) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, next(one)]));
    case "array":
      return schema.items === undefined ? [] : [next(schema.items)];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return false;
    default:
      return textOf(schema);
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-15T10:30:00.000Z",
  uuid: "6f1c3c66-3a57-4b1b-9f0b-3f4f5f6f7f80",
  email: "ada@example.org",
};
const PATTERNED = [`sha256:${"0".repeat(64)}`, `sha256-${"A".repeat(43)}=`, "web-search", "1.0.0", "7d"];

const textOf = ({ format = "", pattern }: Schema): string =>
  FORMATS[format] ?? PATTERNED.find((one) => pattern !== undefined && new RegExp(pattern).test(one)) ?? "word";
