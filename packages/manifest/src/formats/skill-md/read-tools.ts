import type { CanonicalTool, Implementation, Json, JsonSchema } from "../../model/canonical.ts";
import { declaredAt } from "../../model/field-reader.ts";
import type { Reading } from "../../model/field-reader.ts";
import type { MarkdownBlock, MarkdownItem } from "../../model/markdown-blocks.ts";
import { quoted } from "../../model/report.ts";
import { labelled, labelOf, splitSection } from "./sections.ts";
import type { Section } from "./sections.ts";

const LIMITS = { tools: 256, parameters: 128, description: 4000 };

const TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

const SPELLINGS = new Map([
  ["str", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["dict", "object"],
]);

/** "Provided Tools": a tool under each heading of level 3. */
export function readProvidedTools(reading: Reading, section: Section): CanonicalTool[] {
  const { report, source } = reading;
  const lineOf = new Map<string, number>();
  const parts = splitSection(section, 3);
  if (parts.length > LIMITS.tools)
    report.note("SK3041", source.placeAt(section.at), `There are ${parts.length} tools; the limit is ${LIMITS.tools}.`);
  return parts.slice(0, LIMITS.tools).flatMap((part) => {
    const place = source.placeAt(part.at);
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(part.title)) {
      const hint = "Write its name alone: `### my_tool`.";
      report.note("SK4011", place, `The heading ${quoted(part.title)} is no name of a tool.`, { hint });
      return [];
    }
    const earlier = lineOf.get(part.title);
    if (earlier !== undefined) {
      report.note("SK4012", place, `The tool ${quoted(part.title)} is declared twice, first on line ${earlier}.`);
      return [];
    }
    lineOf.set(part.title, place.line);
    return [readTool(reading, part)];
  });
}

function readTool(reading: Reading, part: Section): CanonicalTool {
  const { report, source } = reading;
  const origin = declaredAt(reading, part.at);
  const parameters = labelled(part.blocks, "parameters");
  const returns = labelled(part.blocks, "returns");
  const description = firstParagraph(part.blocks);
  const implementation = readImplementation(reading, labelled(part.blocks, "implementation"));
  if (implementation === null) {
    const hint = "Add `**Implementation:**` and a block of TypeScript.";
    report.note("SK4017", origin, `The tool ${quoted(part.title)} has no implementation.`, {
      severity: "warning",
      hint,
    });
  }
  if (description === "")
    report.note("SK3041", source.placeAt(part.at), `The tool ${quoted(part.title)} has no description.`, {
      severity: "warning",
      hint: "Say in a paragraph below its heading what it does.",
    });
  return {
    name: part.title,
    description,
    inputSchema: readParameters(reading, parameters ?? []),
    outputSchema: returns && readParameters(reading, returns, false),
    atomic: false,
    parametersRaw: null,
    implementation,
    origin,
  };
}

function firstParagraph(blocks: readonly MarkdownBlock[]): string {
  const first = blocks[0];
  if (first?.kind !== "paragraph" || labelOf(first) !== null) return "";
  const lines = first.text.split("\n").map((line) => line.trim());
  return lines.join(" ").trim().slice(0, LIMITS.description);
}

/** `` `name` (type, required): text ``; of `**Returns:**` nothing is required. */
export function readParameters(reading: Reading, blocks: readonly MarkdownBlock[], hasRequired = true): JsonSchema {
  // Without a prototype: its keys are the author's.
  const properties = Object.create(null) as { [name: string]: Json };
  const required: string[] = [];
  const items = blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
  if (items.length > LIMITS.parameters) {
    const place = reading.source.placeAt(items[LIMITS.parameters]?.at ?? 0);
    reading.report.note("SK4014", place, `There are more than ${LIMITS.parameters} parameters.`);
  }
  for (const item of items.slice(0, LIMITS.parameters)) {
    const parameter = readParameter(reading, item);
    if (parameter === null) continue;
    if (Object.hasOwn(properties, parameter.name)) {
      const message = `The parameter ${quoted(parameter.name)} is there twice.`;
      reading.report.note("SK4014", reading.source.placeAt(item.at), message, { hint: "Remove one of the two." });
      continue;
    }
    properties[parameter.name] = parameter.schema;
    if (parameter.isRequired && hasRequired) required.push(parameter.name);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

const PARAMETER = /^`([^`\n]{1,64})`[ \t]*(?:\(([^()\n]{0,200})\))?[ \t]*:?[ \t]*([^]*)$/;

function readParameter(
  reading: Reading,
  item: MarkdownItem,
): { name: string; schema: Json; isRequired: boolean } | null {
  const place = reading.source.placeAt(item.at);
  const [, name, brackets = "", rest = ""] = PARAMETER.exec(item.text) ?? [];
  if (name === undefined) {
    const hint = "Write: - `name` (string, required): what it is for";
    reading.report.note("SK4014", place, `${quoted(item.text)} is no parameter.`, { hint });
    return null;
  }
  const words = brackets.split(",").map((word) => word.trim());
  const written = words.find((word) => word !== "" && !/^(?:required|optional)$/i.test(word));
  const type = typeOf(written ?? "");
  if (type === null) {
    const message = `The type ${quoted(written ?? "")} of ${quoted(name)} is no JSON Schema type.`;
    const hint = `Use one of ${TYPES.join(", ")}.`;
    reading.report.note("SK4014", place, message, { severity: "warning", hint });
  }
  const schema = Object.create(null) as { [key: string]: Json };
  if (type !== null) Object.assign(schema, type);
  const description = rest
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .trim();
  if (description !== "") schema["description"] = description;
  const isRequired = words.some((word) => word.toLowerCase() === "required");
  return { name, schema, isRequired };
}

/** `string`, `str`, `string[]`; null for what is none. */
function typeOf(written: string): { [key: string]: Json } | null {
  const word = written.toLowerCase();
  if (word.endsWith("[]")) {
    const items = typeOf(word.slice(0, -2));
    return items && !word.slice(0, -2).endsWith("[]") ? { type: "array", items } : null;
  }
  const type = SPELLINGS.get(word) ?? word;
  return TYPES.includes(type) ? { type } : null;
}

/** The first fenced block; its place is kept, what it says is judged elsewhere. */
export function readImplementation(reading: Reading, blocks: readonly MarkdownBlock[] | null): Implementation | null {
  const code = blocks?.find((block) => block.kind === "code");
  if (code === undefined) return null;
  const { source } = reading;
  const language = code.language === null || code.language === "ts" ? "typescript" : code.language;
  return {
    file: source.file,
    symbol: null,
    range: [source.byteOffset(code.codeAt), source.byteOffset(code.codeEnd)],
    language: /^[a-z0-9+#-]{1,20}$/.test(language) ? language : "unknown",
  };
}
