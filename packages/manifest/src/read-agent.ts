import { readSkills } from "./fields/requirements.ts";
import type { CanonicalRequirements } from "./model/canonical.ts";
import {
  type Field,
  type Fields,
  openFields,
  type Reading,
  readList,
  readMap,
  readText,
} from "./model/field-reader.ts";
import { type Diagnostic, newReport } from "./model/report.ts";
import { readSourceText } from "./model/source-text.ts";
import { readYaml } from "./model/yaml-tree.ts";

/** What an agent's manifest asks for (`AGENT.yaml`, docs/specification.md §9.1). */
export interface AgentManifest {
  name: string | null;
  skills: CanonicalRequirements["skills"];
  /** As written; null: it says nothing of it. */
  model: { default: string | null; minimum: string | null; context: string | null };
  /** Tools that the agent brings itself (docs/specification.md §9.3), by name. */
  inlineTools: string[];
}

const LIMITS = { bytes: 262_144, tools: 256 };

/** Reads an agent's manifest, as hostile input. `agent` is null when it cannot be used; the diagnostics say why, with their places. */
export function readAgentManifest(
  file: string,
  bytes: Uint8Array,
): { agent: AgentManifest | null; diagnostics: Diagnostic[] } {
  const report = newReport();
  if (bytes.byteLength > LIMITS.bytes) {
    report.note("SK2022", { file, line: null, column: null }, `It has more than ${LIMITS.bytes} bytes.`);
    return { agent: null, diagnostics: report.diagnostics };
  }
  const source = readSourceText(file, bytes, report);
  const map = source === null ? null : readYaml(source, 0, source.text.length, report);
  if (source === null || map === null) return { agent: null, diagnostics: report.diagnostics };
  const reading: Reading = { source, report, startAt: 0, extensions: {} };
  const fields = openFields(reading, map, { path: "", pointer: "" });
  const agent = {
    name: textOf(reading, fields, "name"),
    skills: readSkills(reading, fields.take("skills"), null),
    model: readModel(reading, fields.take("model")),
    inlineTools: toolNames(reading, fields.take("tools") ?? fields.take("inline_tools")),
  };
  fields.close();
  return { agent: report.hasErrors ? null : agent, diagnostics: report.diagnostics };
}

function textOf(reading: Reading, fields: Fields, name: string): string | null {
  const field = fields.take(name);
  return field === null ? null : (readText(reading, field)?.value ?? null);
}

function readModel(reading: Reading, field: Field | null): AgentManifest["model"] {
  const map = field === null ? null : readMap(reading, field);
  if (field === null || map === null) return { default: null, minimum: null, context: null };
  const fields = openFields(reading, map, field);
  const [preferred, minimum, context] = ["default", "minimum", "context"].map((name) => textOf(reading, fields, name));
  fields.close();
  return { default: preferred ?? null, minimum: minimum ?? null, context: context ?? null };
}

/** Each a name, or a mapping with one. */
function toolNames(reading: Reading, field: Field | null): string[] {
  const items = (field && readList(reading, field, LIMITS.tools)) ?? [];
  return items.flatMap((item) => {
    if (item.value.kind !== "map") return readText(reading, item)?.value ?? [];
    const fields = openFields(reading, item.value, item);
    return textOf(reading, fields, "name") ?? [];
  });
}
