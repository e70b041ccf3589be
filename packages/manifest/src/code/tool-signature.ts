import type { CanonicalTool, Json } from "../model/canonical.ts";
import { quoted } from "../model/report.ts";
import type { Place, Report } from "../model/report.ts";
import { allowedBy, typeText } from "./json-types.ts";
import type { Allowed, JsonType } from "./json-types.ts";
import type { Parsers } from "./parsers.ts";
import type { PythonFunction } from "./python-outline.ts";
import type { PythonParameter } from "./python-signature.ts";

/** What a comparison needs besides the two things compared. */
export interface Comparing {
  parsers: Parsers;
  report: Report;
  place: (at: { line: number; column: number }) => Place;
  ownClasses: ReadonlyMap<string, Allowed>;
}

interface Declared {
  types: Set<JsonType>;
  required: boolean;
  default: Json | undefined;
}

/** Spec §5.4: parameter names and types in the manifest match the function's signature. */
export function compareSignature(comparing: Comparing, tool: CanonicalTool, definition: PythonFunction): void {
  const { report, place } = comparing;
  const declared = declaredParameters(tool);
  const own = definition.parameters.filter(({ kind }) => !kind.startsWith("*"));
  const takesAny = definition.parameters.find(({ kind }) => kind === "**kwargs");
  for (const open of definition.parameters.filter(({ kind }) => kind.startsWith("*"))) {
    const stars = open.kind === "*args" ? "*" : "**";
    report.note(
      "SK4110",
      place(open),
      `${tool.name}: ${quoted(stars + open.name)} takes what no manifest can declare.`,
    );
  }
  if (tool.parametersRaw === null && own.length > 0 && declared.size === 0) {
    const names = own.map(({ name }) => name).join(", ");
    const message = `${tool.name}: the manifest declares no parameters, the function takes ${quoted(names)}.`;
    report.note("SK4019", place(definition), message, { severity: "warning" });
    return;
  }
  for (const parameter of own) {
    const wanted = declared.get(parameter.name);
    if (wanted === undefined) reportUndeclared(comparing, tool, parameter);
    else compareParameter(comparing, tool, parameter, wanted);
  }
  const names = new Set(own.map(({ name }) => name));
  for (const name of declared.keys()) {
    if (names.has(name) || takesAny !== undefined) continue;
    report.note("SK4019", place(definition), `${tool.name}: the function has no parameter ${quoted(name)}.`);
  }
}

function reportUndeclared({ report, place }: Comparing, tool: CanonicalTool, parameter: PythonParameter): void {
  const message = `${tool.name}: the manifest does not declare the parameter ${quoted(parameter.name)}`;
  if (parameter.default === null) report.note("SK4019", place(parameter), `${message}, which the function needs.`);
  else report.note("SK4019", place(parameter), `${message}.`, { severity: "warning" });
}

function compareParameter(
  comparing: Comparing,
  { name: tool }: CanonicalTool,
  parameter: PythonParameter,
  wanted: Declared,
): void {
  const { report, place } = comparing;
  const { name } = parameter;
  if (parameter.kind === "positional-only") {
    const message = `${tool}: ${quoted(name)} is positional-only: a tool is called with names.`;
    report.note("SK4019", place(parameter), message);
  }
  if (parameter.default === null && !wanted.required) {
    const message = `${tool}: ${quoted(name)} is optional in the manifest, and the function has no default for it.`;
    // Whoever fills in defaults from the manifest can call it.
    report.note("SK4019", place(parameter), message, wanted.default === undefined ? {} : { severity: "warning" });
  }
  if (parameter.default !== null && wanted.required) {
    const message = `${tool}: ${quoted(name)} is required in the manifest, and optional in the function.`;
    report.note("SK4019", place(parameter), message, { severity: "info" });
  }
  compareDefault(comparing, tool, parameter, wanted);
  compareType(comparing, tool, parameter, wanted);
}

function compareType(comparing: Comparing, tool: string, parameter: PythonParameter, wanted: Declared): void {
  const { report, place, parsers, ownClasses } = comparing;
  const { name } = parameter;
  if (parameter.type === null) {
    const suggestion = `${name}: ${PYTHON_OF[[...wanted.types][0] ?? "string"]}`;
    const message = `${tool}: ${quoted(name)} has no annotation, so its type cannot be compared.`;
    report.note("SK4106", place(parameter), message, { fill: { suggestion } });
    return;
  }
  const allowed = allowedBy(parameter.type, parsers, ownClasses);
  if (allowed.kind === "any" || allowed.kind === "unknown" || wanted.types.size === 0) return;
  const inManifest = typeText(wanted.types);
  if (allowed.kind === "never") {
    const message = `${tool}: ${quoted(name)} is ${inManifest} in the manifest and ${quoted(allowed.culprit)} in the code.`;
    report.note("SK4019", place(parameter), message);
    return;
  }
  // `null` in the manifest is another way to say optional.
  const refused = [...wanted.types].filter((type) => type !== "null" && !allowed.types.has(type));
  if (refused.length === 0) return;
  const inCode = typeText([...allowed.types].filter((type) => allowed.types.size === 1 || type !== "null"));
  const message = `${tool}: ${quoted(name)} is ${inManifest} in the manifest and ${inCode} in the code.`;
  report.note("SK4019", place(parameter), message);
}

/** Only plain literals are compared; anything else may well be equal. */
function compareDefault(
  { report, place }: Comparing,
  tool: string,
  parameter: PythonParameter,
  wanted: Declared,
): void {
  if (parameter.default === null || wanted.default === undefined) return;
  const inCode = literalOf(parameter.default);
  if (inCode === undefined || inCode === wanted.default || typeof wanted.default === "object") return;
  if (inCode === null) return;
  const message =
    `${tool}: the default of ${quoted(parameter.name)} is ${quoted(String(wanted.default))} in the manifest ` +
    `and ${quoted(parameter.default)} in the code.`;
  report.note("SK4019", place(parameter), message, { severity: "warning" });
}

function literalOf(text: string): string | number | boolean | null | undefined {
  if (text === "None") return null;
  if (text === "True") return true;
  if (text === "False") return false;
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  const quotedText = /^(["'])([^"'\\]*)\1$/.exec(text);
  return quotedText?.[2];
}

const PYTHON_OF: { [type in JsonType]: string } = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  array: "list",
  object: "dict",
  null: "None",
};

/** Python's own words are met in manifests, too. */
const SPELLINGS = new Map<string, JsonType>([
  ...(["string", "integer", "number", "boolean", "array", "object", "null"] as const).map(
    (type) => [type, type] as const,
  ),
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

function declaredParameters({ inputSchema }: CanonicalTool): Map<string, Declared> {
  const properties = isMapping(inputSchema["properties"]) ? inputSchema["properties"] : {};
  const required = Array.isArray(inputSchema["required"]) ? inputSchema["required"] : [];
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      const given = isMapping(schema) ? schema : {};
      return [
        name.normalize("NFKC"),
        { types: typesOf(given["type"]), required: required.includes(name), default: given["default"] },
      ];
    }),
  );
}

/** Types of a JSON Schema's `type`; empty when there is none that is known. */
export function typesOf(type: Json | undefined): Set<JsonType> {
  const names = Array.isArray(type) ? type.slice(0, 20) : [type];
  const known = names.map((name) => (typeof name === "string" ? SPELLINGS.get(name.toLowerCase()) : undefined));
  return new Set(known.filter((name) => name !== undefined));
}

function isMapping(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
