import type { CanonicalTool, Json, JsonSchema } from "../model/canonical.ts";
import {
  declaredAt,
  describe,
  noteMisspelt,
  openFields,
  readBoolean,
  readJson,
  readList,
  readText,
  refuse,
} from "../model/field-reader.ts";
import type { Field, Fields, Reading } from "../model/field-reader.ts";
import { quoted } from "../model/report.ts";
import { isToolId } from "../model/tool-id.ts";
import { toJson } from "../model/yaml-json.ts";
import { takeRequired } from "./identity.ts";

const LIMITS = { tools: 256, parameters: 128, description: 4000 };

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const LOOSE_NAME = /^[A-Za-z_][A-Za-z0-9_.:/-]{0,63}$/;

/** Spec §2.2 and §5: at least one tool, each with a name, a description and its parameters. */
export function readTools(reading: Reading, fields: Fields): CanonicalTool[] {
  const field = takeRequired(reading, fields, "tools", "SK4009");
  if (field === null) return [];
  if (field.value.kind === "list" && field.value.items.length === 0)
    reading.report.note("SK4009", reading.source.placeAt(field.value.at), "The list of tools is empty.");
  return readToolList(reading, field);
}

/** A list of tools, which may be empty. */
export function readToolList(reading: Reading, field: Field): CanonicalTool[] {
  const items = readList(reading, field, LIMITS.tools) ?? [];
  const { report } = reading;
  const tools: CanonicalTool[] = [];
  const lineOf = new Map<string, number | null>();
  for (const item of items) {
    const tool = readTool(reading, item);
    if (tool === null) continue;
    const earlier = lineOf.get(tool.name);
    if (earlier !== undefined) {
      const message = `The tool ${quoted(tool.name)} is declared twice, first on line ${earlier}.`;
      report.note("SK4012", tool.origin, message);
    }
    lineOf.set(tool.name, earlier ?? tool.origin.line);
    tools.push(tool);
  }
  return tools;
}

function readTool(reading: Reading, item: Field): CanonicalTool | null {
  if (item.value.kind !== "map")
    return refuse(reading, item, "a mapping with name, description and parameters", describe(item.value));
  const fields = openFields(reading, item.value, item);
  const name = readToolName(reading, item, fields);
  const descriptionField = fields.take("description");
  if (descriptionField === null && reading.isStrict === true)
    refuse(reading, { ...item, path: `${item.path}.description` }, "text", "nothing");
  const description = descriptionField && readDescription(reading, descriptionField);
  const parameters = fields.take("parameters");
  const returns = fields.take("returns");
  const atomicField = fields.take("atomic");
  const tool = {
    inputSchema: parameters === null ? emptySchema() : readParameters(reading, parameters),
    parametersRaw: parameters === null ? null : toJson(parameters.value).value,
    outputSchema: returns === null ? null : readReturns(reading, returns),
    atomic: (atomicField !== null && readBoolean(reading, atomicField)) ?? false,
    implementation: null,
  };
  fields.close();
  if (name === null) return null;
  return { name, description: description ?? "", ...tool, origin: declaredAt(reading, item.value.at) };
}

function readToolName(reading: Reading, item: Field, fields: Fields): string | null {
  const field = fields.take("name");
  if (field === null) {
    const place = reading.source.placeAt(item.value.at);
    reading.report.note("SK4011", place, `${item.path} has no name.`);
    return null;
  }
  const want = "a Python identifier of at most 64 ASCII letters, digits and underscores";
  const name = readText(reading, field, { want });
  if (name === null) return null;
  if (IDENTIFIER.test(name.value) || (reading.hasToolIds === true && isToolId(name.value))) return name.value;
  if (reading.hasLooseToolNames !== true || !LOOSE_NAME.test(name.value))
    return refuse(reading, field, want, quoted(name.value));
  const suggestion = name.value.replace(/[^A-Za-z0-9_]/g, "_");
  const message = `The tool ${quoted(name.value)} has a name that no Python function can have.`;
  reading.report.note("SK4013", name.origin, message, { fill: { suggestion } });
  return name.value;
}

/** A tool's description may run over several lines, unlike the skill's own. */
function readDescription(reading: Reading, field: Field): string | null {
  const { value: tree } = field;
  if (tree.kind !== "scalar") return refuse(reading, field, "text", describe(tree));
  const text = tree.text.trim();
  if (text === "") return refuse(reading, field, "text", "nothing");
  if (text.length > LIMITS.description)
    return refuse(reading, field, `at most ${LIMITS.description} characters`, `${text.length}`);
  return text;
}

const TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

const TYPE_SPELLINGS = new Map([
  ["str", "string"],
  ["text", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["dict", "object"],
  ["map", "object"],
]);

/** `parameters: {p: {type, required, default, …}}` of docs/specification.md §2.1 as a JSON Schema. */
function readParameters(reading: Reading, field: Field): JsonSchema {
  const schema = emptySchema();
  if (field.value.kind !== "map") {
    schemaProblem(reading, field, `${field.path} must be a mapping, found ${describe(field.value)}.`);
    return schema;
  }
  const { entries } = field.value;
  if (entries.size > LIMITS.parameters) {
    const message = `${field.path} has ${entries.size} parameters; the limit is ${LIMITS.parameters}.`;
    schemaProblem(reading, field, message);
    return schema;
  }
  // Without a prototype: its keys are the author's.
  const properties = Object.create(null) as { [name: string]: Json };
  const required: string[] = [];
  for (const [name, entry] of entries) {
    const parameter = readParameter(reading, name, {
      path: `${field.path}.${name.slice(0, 64)}`,
      pointer: `${field.pointer}/${name}`,
      ...entry,
    });
    if (parameter === null) continue;
    properties[name] = parameter.schema;
    if (parameter.required) required.push(name);
  }
  return { ...schema, properties, ...(required.length > 0 ? { required } : {}) };
}

function readParameter(reading: Reading, name: string, field: Field): { schema: JsonSchema; required: boolean } | null {
  const { value: tree } = field;
  if (!(reading.hasLooseToolNames === true ? LOOSE_NAME : IDENTIFIER).test(name)) {
    schemaProblem(
      reading,
      { ...field, value: { ...tree, at: field.keyAt } },
      `The parameter ${quoted(name)} is not an identifier of at most 64 characters.`,
    );
    return null;
  }
  if (tree.kind !== "map") {
    schemaProblem(reading, field, `${field.path} must be a mapping such as {type: string}, found ${describe(tree)}.`);
    return null;
  }
  const isRequired = tree.entries.get("required");
  const type = tree.entries.get("type");
  if (type === undefined) schemaProblem(reading, field, `${field.path} has no type.`);
  else readType(reading, { ...field, path: `${field.path}.type`, ...type });
  const required =
    isRequired === undefined
      ? false
      : readBoolean(reading, { ...field, path: `${field.path}.required`, ...isRequired });
  const known = PARAMETER_KEYS.filter((key) => !tree.entries.has(key));
  for (const [key, { keyAt }] of tree.entries)
    if (!PARAMETER_KEYS.includes(key)) noteMisspelt(reading, { name: key, within: field.path, keyAt }, known);
  // A mapping becomes an object.
  const json = readJson(reading, field) as { [key: string]: Json };
  const { required: _, ...schema } = json;
  return { schema, required: required ?? false };
}

/** What a parameter says mostly; any other keyword of JSON Schema is kept. */
const PARAMETER_KEYS = (
  "type required default description enum items properties additionalProperties pattern " +
  "minimum maximum minLength maxLength minItems maxItems minProperties maxProperties " +
  "exclusiveMinimum exclusiveMaximum uniqueItems format title const examples multipleOf"
).split(" ");

function readType(reading: Reading, field: Field): void {
  const { value: tree } = field;
  const types = tree.kind === "list" ? tree.items : [tree];
  for (const one of types) {
    const text = one.kind === "scalar" ? one.text : "";
    if (TYPES.includes(text)) continue;
    const known = TYPE_SPELLINGS.get(text.toLowerCase()) ?? `one of ${TYPES.join(", ")}`;
    const message = `${field.path} must be a JSON Schema type, found ${describe(one)}.`;
    const place = reading.source.placeAt(one.at);
    reading.report.note("SK4014", place, message, { hint: `Use ${known}.` });
  }
}

function readReturns(reading: Reading, field: Field): JsonSchema | null {
  // A mapping becomes an object.
  if (field.value.kind === "map") return readJson(reading, field) as JsonSchema;
  schemaProblem(
    reading,
    field,
    `${field.path} must be a mapping such as {type: object}, found ${describe(field.value)}.`,
  );
  return null;
}

function schemaProblem(reading: Reading, field: Field, message: string): void {
  reading.report.note("SK4014", reading.source.placeAt(field.value.at), message);
}

function emptySchema(): JsonSchema {
  return { type: "object", properties: {} };
}
