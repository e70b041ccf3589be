import { readFileSync } from "node:fs";
import { z } from "zod";
import { type FakeAnswer, type FakeRegistry, type FakeRequest, problem, startFakeRegistry } from "./fake-registry.ts";

/** A schema of docs/openapi.json, as far as an answer is made of it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  example?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

/** What an answer says: a text for each field that has no form of its own, and values for fields by their names. */
export interface Sayings {
  text: string;
  fields: Readonly<Record<string, unknown>>;
}

export const SAMPLE_ID = "6f1c3c66-3a57-4b1b-9f0b-3f4f5f6f7f80";

// The document is the project's own, and its test holds it against the routes.
const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")) as Document;

/** The schemas of the API by name, with their references as they stand. */
export const apiSchemas: Readonly<Record<string, object>> = document.components.schemas;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path: toPattern(path) })),
);

/** `/skills/{name}` before `/skills/search` would take its place: what has fewer gaps is looked at first. */
operations.sort((left, right) => left.path.gaps - right.path.gaps);

function toPattern(path: string): { expression: RegExp; gaps: number } {
  const gaps = path.split("{").length - 1;
  return { expression: new RegExp(`^/api/v1${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`), gaps };
}

/**
 * A fake registry that answers every operation of docs/openapi.json as its schema says; what the path names is named in the answer. What
 * `on` sets comes first. A key that the operation does not name is refused, as a registry does.
 */
export const startAnsweringRegistry = (sayings: () => Sayings): Promise<FakeRegistry> =>
  startFakeRegistry((request) => answerTo(request, sayings()));

/** Keys of a request that its operation does not name. */
function unknownKeysOf(operation: (typeof operations)[number], { path, headers, body }: FakeRequest): string[] {
  const known = (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  const asked = new URL(path, "http://registry.test").searchParams.keys();
  const ofQuery = [...asked].filter((key) => !known.includes(key));
  const isJson = headers["content-type"]?.startsWith("application/json") && body.byteLength > 0;
  const schema = isJson ? operation.requestBody?.content["application/json"]?.schema : undefined;
  if (schema === undefined) return ofQuery;
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const read = z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
  const issues = read.safeParse(JSON.parse(body.toString("utf8"))).error?.issues ?? [];
  return [...ofQuery, ...issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []))];
}

function answerTo(request: FakeRequest, sayings: Sayings): FakeAnswer {
  for (const operation of operations) {
    const { method: own, path: pattern, responses } = operation;
    const found = own === request.method ? pattern.expression.exec(request.path.split("?")[0] ?? "") : null;
    if (found === null) continue;
    const unknown = unknownKeysOf(operation, request);
    if (unknown.length > 0) return problem(400, "invalid_request", `Not named in the document: ${unknown.join(", ")}`);
    const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? ["200", {}];
    const [type, body] = Object.entries(answer.content ?? {})[0] ?? ["text/plain", undefined];
    const { id: _, ...named } = found.groups ?? {};
    const fields = { ...named, ...sayings.fields };
    const value = body === undefined ? null : sampleOf(body.schema, { ...sayings, fields }, null);
    const isJson = type === "application/json";
    return { status: Number(status), headers: { "content-type": type }, body: isJson ? value : JSON.stringify(value) };
  }
  return { status: 404, body: sampleOf({ $ref: "#/components/schemas/Problem" }, sayings, null) };
}

/** A value of a schema, with all of its fields and one of each in a list. */
function sampleOf(schema: Schema, sayings: Sayings, field: string | null, depth = 0): unknown {
  if (depth > 12) return null;
  const next = (one: Schema, name: string | null = field) => sampleOf(one, sayings, name, depth + 1);
  if (field !== null && Object.hasOwn(sayings.fields, field) && !isComposed(schema)) return sayings.fields[field];
  if (schema.$ref !== undefined)
    return next(document.components.schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {});
  const variant = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== "null");
  if (variant !== undefined) return next(variant);
  if (schema.enum !== undefined) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" || schema.properties !== undefined) return sampleObject(schema, next);
  if (type === "array") return schema.items === undefined ? [] : [next(schema.items, null)];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return false;
  if (schema.format === "date-time") return "2026-03-15T10:30:00.000Z";
  if (schema.format === "uuid") return SAMPLE_ID;
  if (schema.pattern !== undefined) return schema.example ?? ofPattern(schema.pattern);
  return sayings.text;
}

const PATTERNED = [`sha256:${"0".repeat(64)}`, `sha256-${"A".repeat(43)}=`, "web-search", "1.0.0", "7d"];

const ofPattern = (pattern: string): string | undefined => PATTERNED.find((one) => new RegExp(pattern).test(one));

const isComposed = ({ $ref, type, properties, items }: Schema): boolean =>
  $ref !== undefined || properties !== undefined || items !== undefined || type === "object" || type === "array";

function sampleObject(schema: Schema, next: (one: Schema, name: string | null) => unknown): object {
  const own = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, next(one, name)]);
  const more =
    typeof schema.additionalProperties === "object" ? [["word", next(schema.additionalProperties, null)]] : [];
  return Object.fromEntries([...own, ...more]);
}
