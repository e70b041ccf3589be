import type { CanonicalTool, Json, JsonSchema } from "../../model/canonical.ts";
import {
  declaredAt,
  describe,
  openFields,
  readBoolean,
  readJson,
  readList,
  readText,
  refuse,
} from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { quoted } from "../../model/report.ts";

const MAX_TOOLS = 256;
const MAX_DESCRIPTION = 4000;

/** Standard v2, "Tool Definition Format". `isCoded`: the package has the module that the tools are methods of. */
export function readAriaTools(reading: Reading, field: Field, isCoded: boolean): CanonicalTool[] {
  const items = readList(reading, field, MAX_TOOLS) ?? [];
  const lineOf = new Map<string, number | null>();
  return items.flatMap((item) => {
    const tool = readTool(reading, item, isCoded);
    if (tool === null) return [];
    const earlier = lineOf.get(tool.name);
    if (earlier !== undefined) {
      const message = `The tool ${quoted(tool.name)} is declared twice, first on line ${earlier}.`;
      reading.report.note("SK4012", tool.origin, message);
      return [];
    }
    lineOf.set(tool.name, tool.origin.line);
    return [tool];
  });
}

function readTool(reading: Reading, item: Field, isCoded: boolean): CanonicalTool | null {
  if (item.value.kind !== "map")
    return refuse(reading, item, "an object with name, description and input_schema", describe(item.value));
  const fields = openFields(reading, item.value, item);
  const origin = declaredAt(reading, item.value.at);
  const name = readToolName(reading, fields, item);
  const description = readToolDescription(reading, fields, item);
  const tool = {
    description,
    inputSchema: readInputSchema(reading, fields, item, name),
    outputSchema: readSchema(reading, fields.take("output_schema")),
    atomic: readAtomic(reading, fields),
    parametersRaw: null,
  };
  fields.close();
  if (name === null) return null;
  const implementation = isCoded ? { file: "__init__.py", symbol: name, range: null, language: "python" } : null;
  return { name, ...tool, implementation, origin };
}

function readToolName(reading: Reading, fields: Fields, item: Field): string | null {
  const { report, source } = reading;
  const field = fields.take("name");
  if (field === null) {
    report.note("SK4011", source.placeAt(item.value.at), `${item.path} has no name.`);
    return null;
  }
  const want = "a Python identifier of at most 64 ASCII letters, digits and underscores";
  const name = readText(reading, field, { want });
  if (name === null) return null;
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name.value)) return refuse(reading, field, want, quoted(name.value));
  if (!/^[a-z_][a-z0-9_]*$/.test(name.value)) {
    const suggestion = name.value.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
    report.note("SK4013", name.origin, `The tool ${quoted(name.value)} is not in snake_case.`, {
      fill: { suggestion },
    });
  }
  return name.value;
}

/** A tool's description may run over several lines. */
function readToolDescription(reading: Reading, fields: Fields, item: Field): string {
  const field = fields.take("description");
  const path = `${item.path}.description`;
  if (field === null) {
    refuse(reading, { ...item, path }, "text", "nothing");
    return "";
  }
  const { value: tree } = field;
  const text = tree.kind === "scalar" && typeof tree.value === "string" ? tree.value.trim() : "";
  if (text === "") refuse(reading, field, "text", describe(tree));
  if (text.length > MAX_DESCRIPTION) refuse(reading, field, `at most ${MAX_DESCRIPTION} characters`, `${text.length}`);
  return text.slice(0, MAX_DESCRIPTION);
}

/** `input_schema`, or `parameters` as older files have it; of both the first is read and the other kept as an extension. */
function readInputSchema(reading: Reading, fields: Fields, item: Field, name: string | null): JsonSchema {
  const { report, source } = reading;
  const current = fields.take("input_schema");
  const legacy = current === null ? fields.take("parameters") : null;
  const field = current ?? legacy;
  const tool = quoted(name ?? item.path);
  if (field === null) {
    report.note("SK4015", source.placeAt(item.value.at), `The tool ${tool} has no input_schema.`);
    return emptySchema();
  }
  if (legacy !== null)
    report.note("SK4016", source.placeAt(legacy.keyAt), `The tool ${tool} uses parameters instead of input_schema.`);
  return readSchema(reading, field) ?? emptySchema();
}

/** A JSON Schema whose type is object. SK4014 for anything else. */
function readSchema(reading: Reading, field: Field | null): JsonSchema | null {
  if (field === null) return null;
  const problem = schemaProblem(field);
  if (problem !== null) {
    const place = reading.source.placeAt(problem.at);
    const hint = 'Write {"type": "object", "properties": {…}, "required": […]}.';
    reading.report.note("SK4014", place, `${field.path} ${problem.what}.`, { hint });
    return null;
  }
  // A mapping becomes an object.
  return readJson(reading, field) as { [key: string]: Json };
}

function schemaProblem({ value: tree }: Field): { at: number; what: string } | null {
  if (tree.kind !== "map") return { at: tree.at, what: `must be a JSON Schema object, found ${describe(tree)}` };
  const type = tree.entries.get("type")?.value;
  if (type?.kind !== "scalar" || type.value !== "object")
    return { at: type?.at ?? tree.at, what: 'must have "type": "object"' };
  const properties = tree.entries.get("properties")?.value;
  if (properties !== undefined && properties.kind !== "map")
    return { at: properties.at, what: `must have an object as properties, found ${describe(properties)}` };
  const required = tree.entries.get("required")?.value;
  if (required === undefined) return null;
  if (required.kind !== "list")
    return { at: required.at, what: `must have a list as required, found ${describe(required)}` };
  const odd = required.items.find((item) => item.kind !== "scalar" || typeof item.value !== "string");
  return odd === undefined ? null : { at: odd.at, what: `requires ${describe(odd)}, which is no name` };
}

function readAtomic(reading: Reading, fields: Fields): boolean {
  const field = fields.take("atomic");
  return (field !== null && readBoolean(reading, field)) ?? false;
}

function emptySchema(): JsonSchema {
  return { type: "object", properties: {} };
}
