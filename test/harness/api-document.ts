import { z } from "zod";

/** As much of an OpenAPI 3.1 document as tests walk through. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: JsonSchema;
}

export type JsonSchema = { [key: string]: unknown };

export interface ApiOperation extends Operation {
  method: string;
  path: string;
}

export function operationsOf(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

/** An answer, whole. */
export interface WholeAnswer {
  status: number;
  type: string;
  body: Uint8Array;
}

/**
 * Says what in an answer the document does not: null, or the reason. A body is held against the schema of its status and type; every
 * error must be a problem.
 */
export function documentJudge(document: ApiDocument): (operation: ApiOperation, answer: WholeAnswer) => string | null {
  const compiled = new Map<JsonSchema, z.ZodType>();
  const schemaOf = (schema: JsonSchema) => {
    const known = compiled.get(schema) ?? toZod(document, schema);
    compiled.set(schema, known);
    return known;
  };
  return (operation, answer) => {
    const documented = operation.responses[String(answer.status)];
    if (answer.status >= 500) return `status ${answer.status}`;
    if (!documented) return `status ${answer.status} is not documented`;
    if (answer.status >= 400 && answer.type !== "application/problem+json") return `an error as ${answer.type}`;
    if (!documented.content) return answer.body.byteLength === 0 ? null : "a body that is not documented";
    const content = documented.content[answer.type];
    if (!content) return `the media type ${answer.type} is not documented`;
    if (!answer.type.includes("json")) return null;
    const read = schemaOf(content.schema).safeParse(JSON.parse(Buffer.from(answer.body).toString("utf8")));
    return read.success ? null : `its body breaks the schema: ${read.error.message}`;
  };
}

function toZod(document: ApiDocument, schema: JsonSchema): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

/** A value that the schema takes, made of its examples where it has some. */
export function sampleOf(document: ApiDocument, schema: JsonSchema): unknown {
  const {
    $ref,
    example,
    default: otherwise,
    const: only,
    enum: among,
    anyOf,
    properties,
    items,
    type,
    format,
  } = schema;
  if (typeof $ref === "string")
    return sampleOf(document, document.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {});
  if (example !== undefined) return example;
  if (otherwise !== undefined) return otherwise;
  if (only !== undefined) return only;
  if (Array.isArray(among)) return among[0];
  if (Array.isArray(anyOf)) return sampleOf(document, anyOf[0]);
  if (typeof properties === "object" && properties !== null) {
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, sampleOf(document, value as JsonSchema)]),
    );
  }
  if (typeof items === "object" && items !== null) return [sampleOf(document, items as JsonSchema)];
  if (format === "uuid") return "11111111-2222-4333-8444-555555555555";
  if (format === "email") return "ada@example.org";
  if (type === "integer" || type === "number") return 1;
  return "words of it";
}
