import { z } from "zod";
import { jsonSchema } from "./json-schema.ts";
import { FAILURE, type JsonOutput } from "./shapes.ts";

/** As much of JSON Schema as the table's shapes come to. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** docs/cli-json.md, made from the table: `npx vitest run --project cli json-output -u` writes it. */
export function jsonOutputPage(outputs: Readonly<Record<string, JsonOutput>>): string {
  const sections = Object.entries(outputs).map(([words, output]) => section(words, output));
  return `# What \`--json\` prints

Generated from \`apps/cli/src/json-output/\`; a test runs every verb and holds what it prints against this. As JSON Schema 2020-12:
[cli-json.schema.json](cli-json.schema.json), with a definition for each verb by its words, and \`failure\`.

Every verb takes \`--json\`. Standard output is then one JSON document and nothing else; no question is asked. Characters
that steer a terminal or
draw nothing are escaped (\`\\u001b\`), also inside of strings. Fields may be added in later releases: pass over those that you
do not know. A capitalised
name without quotes is a schema of the registry's API, in [openapi.json](openapi.json).

The exit code says how it ended (docs/cli.md). Some verbs print their document with an exit code that is not 0, because it is
what was asked for: \`verify\` and
\`audit\` (4, 5), \`update\`, \`sync\`, \`validate\`, \`lint\`, \`scan\`, \`format\`, \`migrate\`, \`run\` and \`test\` (4), \`publish
--wait\` of what was quarantined (4), \`cache verify\` (5).

## A failure

Everything else that ends with another exit code than 0 prints this. It is a problem document (RFC 9457) with four fields that
are always there: \`code\`,
\`message\`, \`hint\`, \`exit\`. Only a failure has \`exit\`.

${fence(FAILURE)}
${sections.join("\n")}`;
}

function section(words: string, { shape, note }: JsonOutput): string {
  const parts = [`## ${words}`, ""];
  if (note !== undefined) parts.push(note, "");
  if (!(shape instanceof z.ZodNever)) parts.push(fence(shape));
  return parts.join("\n");
}

const fence = (shape: z.ZodType): string => `\`\`\`\n${written(jsonSchema(shape) as Schema, "")}\n\`\`\`\n`;

/** A schema in the notation of TypeScript, a field a line, its description behind it. */
function written(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, "");
  const variants = schema.anyOf ?? schema.allOf;
  if (variants !== undefined) return writtenVariants(schema, variants, indent);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.type === "array") return `[${written(schema.items ?? {}, indent)}]`;
  if (schema.properties !== undefined) return writtenFields(schema, schema.properties, indent);
  if (schema.type === "object")
    return `{ [name]: ${typeof schema.additionalProperties === "object" ? written(schema.additionalProperties, indent) : "any"} }`;
  return [schema.type ?? "any"].flat().join(" | ");
}

function writtenVariants(schema: Schema, variants: Schema[], indent: string): string {
  const sign = schema.allOf === undefined ? " | " : " & ";
  if (indent !== "" || variants.some(({ type }) => type === "null"))
    return variants.map((one) => written(one, indent)).join(sign);
  // A document in one of several forms.
  return variants
    .map(({ description, ...one }) => `${description === undefined ? "" : `# ${description}\n`}${written(one, indent)}`)
    .join("\n");
}

function writtenFields({ required = [] }: Schema, fields: Record<string, Schema>, indent: string): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(fields).map(([name, { description, ...one }]) => {
    const field = `${deeper}${name}${required.includes(name) ? "" : "?"}: ${written(one, deeper)}`;
    return description === undefined ? field : `${field}  # ${description}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}
