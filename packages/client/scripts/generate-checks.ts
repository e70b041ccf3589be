// Writes src/answer-checks.js from docs/openapi.json: one compiled check for each schema that an answer has (`npm run openapi`).
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const READ_WORDS = new Set(["get", "post", "put", "patch", "delete"]);
/**
 * What says nothing about the shape of an answer, what would refuse the words of a newer registry (`enum`), and what needs a library to check
 * (`format`, lengths in code points): the size of the whole body is bounded.
 */
const LEFT_OUT = new Set(["description", "example", "format", "enum", "minLength", "maxLength"]);

const output = process.argv[2] ?? new URL("../src/answer-checks.js", import.meta.url);
const text = readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8");
// The document is ours; its own test holds it against the routes.
const document = JSON.parse(text) as Document;

const answers = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method]) => READ_WORDS.has(method))
    .map(([method, { responses }]) => [`${method.toUpperCase()} ${path}`, bodiesOf(responses)] as const),
);
const names = new Set(["Problem", ...answers.flatMap(([, bodies]) => Object.values(bodies).filter(isSchemaName))]);
const ajv = new Ajv({
  strict: false,
  inlineRefs: false,
  messages: false,
  code: { source: true, esm: true, optimize: 2 },
});
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(adapt(schema) as object, idOf(name));
const code = standalone.default(ajv, Object.fromEntries([...names].map((name) => [name, idOf(name)])));
if (/\brequire\(|^import /m.test(code)) throw new Error("a check needs a library at run time");

const table = answers.map(([operation, bodies]) => `  ${JSON.stringify(operation)}: ${tableRow(bodies)},\n`);
writeFileSync(
  output,
  `// Generated from docs/openapi.json by \`npm run openapi\`. JavaScript, because stripping types of so much code costs every start.
${code.replace(/^"use strict";/, "").replaceAll("export const ", "const ")}
export const PROBLEM_CHECK = Problem;
export const ANSWER_CHECKS = {
${table.join("")}};
`,
);

/** What each good status answers: the name of a schema, `"text/plain"`, or null for bytes, which are held against their digest. */
function bodiesOf(responses: Operation["responses"]): Record<string, string | null> {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return Object.fromEntries(
    good.map(([status, { content }]) => {
      const ref = content?.["application/json"]?.schema.$ref;
      if (content?.["application/json"] && ref === undefined)
        throw new Error(`an answer ${status} without a named schema`);
      const text = content?.["text/plain"] ? '"text/plain"' : null;
      return [status, ref?.replace("#/components/schemas/", "") ?? text];
    }),
  );
}

function isSchemaName(body: string | null): body is string {
  return body !== null && !body.startsWith('"');
}

function tableRow(bodies: Record<string, string | null>): string {
  const cells = Object.entries(bodies).map(([status, name]) => `${status}: ${name}`);
  return `{ ${cells.join(", ")} }`;
}

function idOf(name: string): string {
  return `schema:${name}`;
}

/** The same schema, open to words that a newer registry may add, with its references as ids. */
function adapt(value: unknown, isName = false): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isName || !LEFT_OUT.has(key))
      .map(([key, item]) => {
        if (key === "$ref" && !isName) return [key, idOf(String(item).replace("#/components/schemas/", ""))];
        if (key === "required" && !isName) return [key, item];
        return [key, adapt(item, key === "properties" && !isName)];
      }),
  );
}
