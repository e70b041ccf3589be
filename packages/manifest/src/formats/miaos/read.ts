import { isDeepStrictEqual } from "node:util";
import { blankParts } from "../../model/blank-skill.ts";
import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, CanonicalTool, Json, JsonSchema, Sourced } from "../../model/canonical.ts";
import { describe, openFields, readJson, refuse } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { readDescription, readName, readVersion, settleVersion } from "../../fields/identity.ts";
import type { Report } from "../../model/report.ts";
import { titleFromName } from "../../model/skill-name.ts";
import { toJson } from "../../model/yaml-json.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { expectTexts, readCarriedBlock, startJsonReading, withoutUnknownFields } from "../json/json-manifest.ts";
import { takeLine } from "../skill-file/loose-fields.ts";
import { readEntryPoint } from "./entry-point.ts";
import { miaosFiles, PACKAGE_FILE, SKILL_FILE, wrappedSkill } from "./manifests.ts";
import type { MiaosFiles } from "./manifests.ts";
import { readPackageFields } from "./read-package.ts";

const DESCRIPTION_MAX_LENGTH = 1024;

/** The two mappings that a MiaOS skill is read from; the second may be missing. */
interface Opened {
  skill: { reading: Reading; fields: Fields };
  package: { reading: Reading; fields: Fields; finish(): void } | null;
  sha256: string;
}

/**
 * Reads a MiaOS skill: the skill object in `package.json#skill` or `miaos.skill.json`, everything about the package from package.json, the
 * instructions from README.md. It has exactly one tool, named after its id.
 */
export function readMiaos(pkg: PackageView, path: string, options: ReadOptions, report: Report): CanonicalSkill | null {
  const parts = blankParts();
  const files = miaosFiles(pkg);
  const opened = path === SKILL_FILE ? openSkillFile(files, parts, report) : openPackage(files, parts, report);
  if (opened === null) return null;
  const { reading, fields } = opened.skill;
  expectTexts(reading, fields, ["id", "name", "description"]);
  readCarriedBlock(pkg, reading, fields, parts);
  const name = readId(reading, fields);
  const title = takeLine(reading, fields, "name");
  const description = readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  const inputSchema = readParameters(reading, fields);
  const entry = readEntryPoint(pkg, reading, fields);
  if (opened.package !== null) readPackageFields(opened.package.reading, opened.package.fields, parts);
  opened.skill.reading.stableText = `${name?.value}\n${description?.value}`;
  if (opened.package !== null) opened.package.reading.stableText = opened.skill.reading.stableText;
  const version = readAnyVersion(opened, options);
  parts.runtime = entry && { type: "node-subprocess", entry, timeoutMs: null, io: "json-line-stdio" };
  // A Node process of its own may do all that its user may.
  if (entry !== null)
    parts.permissions.inferred = [{ domain: "shell", level: "execute", scope: null, evidence: [entry.origin] }];
  fields.close();
  opened.package?.finish();
  if (name === null || version === null || description === null) return null;
  parts.tools = [toolOf(name, description, inputSchema, entry)];
  return {
    ...parts,
    name,
    displayName: title ?? { value: titleFromName(name.value), origin: { ...name.origin, how: "inferred" } },
    version,
    description,
    kind: "tool",
    instructions: findReadme(pkg, reading),
    provenance: { format: "miaos", manifestFile: path, manifestSha256: opened.sha256 },
  };
}

function openPackage(files: MiaosFiles, parts: SkillParts, report: Report): Opened | null {
  const started = files.package && startJsonReading(files.package, report, parts);
  if (started === null) return null;
  const { reading, root, sha256 } = started;
  const quiet = { ...reading, report: withoutUnknownFields(report) };
  const fields = openFields(quiet, root, { path: "", pointer: "" });
  const skill = fields.take("skill");
  if (skill === null) {
    report.note("SK1001", reading.source.placeAt(root.at), "The package.json has no skill.", {
      hint: 'Add "skill": {"id": …, "name": …, "description": …, "parameters": …, "entryPoint": …}.',
    });
    return null;
  }
  if (skill.value.kind !== "map") return refuse(reading, skill, "an object", describe(skill.value));
  noteConflict(files, report);
  return {
    skill: { reading: { ...reading, startAt: skill.keyAt }, fields: openFields(reading, skill.value, skill) },
    package: { reading: quiet, fields, finish: () => fields.close() },
    sha256,
  };
}

function openSkillFile(files: MiaosFiles, parts: SkillParts, report: Report): Opened | null {
  const started = files.skill && startJsonReading(files.skill, report, parts);
  if (started === null) return null;
  const { reading, root, sha256 } = started;
  const skill = { reading, fields: openFields(reading, root, { path: "", pointer: "" }) };
  if (files.package === null) return { skill, package: null, sha256 };
  const beside = startJsonReading(files.package, report, parts);
  if (beside === null) return null;
  const kept: SkillParts["extensions"] = {};
  const quiet = { ...beside.reading, report: withoutUnknownFields(report), extensions: kept };
  const fields = openFields(quiet, beside.root, { path: "", pointer: "" });
  const finish = () => {
    fields.close();
    for (const [pointer, value] of Object.entries(kept)) parts.extensions[`${PACKAGE_FILE}#${pointer}`] = value;
  };
  return { skill, package: { reading: quiet, fields, finish }, sha256 };
}

/** Both at once must say the same: which of them a runtime reads is nobody's to guess. */
function noteConflict({ package: first, skill: second }: MiaosFiles, report: Report): void {
  if (second === null) return;
  const wrapped = wrappedSkill(first);
  const isSame =
    wrapped !== null &&
    second.opened !== null &&
    isDeepStrictEqual(toJson(wrapped).value, toJson(second.opened.root).value);
  if (isSame) return;
  const place = { file: SKILL_FILE, line: null, column: null };
  report.note("SK1002", place, `${PACKAGE_FILE} and ${SKILL_FILE} describe this skill differently.`, {
    hint: "Keep one of the two.",
  });
}

function readId(reading: Reading, fields: Fields): Sourced<string> | null {
  const id = fields.take("id");
  if (id === null) {
    reading.report.note("SK3001", reading.source.placeAt(reading.startAt), "There is no id.", {
      hint: 'Add "id": "my-skill".',
    });
    return null;
  }
  return readName(reading, { take: () => id, peek: () => id, close: () => undefined });
}

function readAnyVersion({ skill, package: beside }: Opened, options: ReadOptions): Sourced<string> | null {
  if (beside !== null) return readVersion(beside.reading, beside.fields, options.version);
  return settleVersion(skill.reading, takeLine(skill.reading, skill.fields, "version", 128), options.version);
}

function readParameters(reading: Reading, fields: Fields): JsonSchema {
  const { report, source, startAt } = reading;
  const field: Field | null = fields.take("parameters");
  const type = field?.value.kind === "map" ? field.value.entries.get("type")?.value : undefined;
  if (field !== null && type?.kind === "scalar" && type.value === "object")
    // A mapping becomes an object.
    return readJson(reading, field) as { [key: string]: Json };
  const found = field === null ? "nothing" : field.value.kind === "map" ? "no such type" : describe(field.value);
  const place = source.placeAt(field?.value.at ?? startAt);
  report.note("SK4023", place, `parameters must be a JSON Schema of type object, found ${found}.`);
  return { type: "object", properties: {} };
}

function toolOf(
  name: Sourced<string>,
  description: Sourced<string>,
  inputSchema: JsonSchema,
  entry: Sourced<string> | null,
): CanonicalTool {
  const implementation = entry && { file: entry.value, symbol: null, range: null, language: "javascript" };
  return {
    name: name.value,
    description: description.value,
    inputSchema,
    outputSchema: null,
    atomic: false,
    parametersRaw: null,
    implementation,
    origin: name.origin,
  };
}

/** README.md, in whatever case; without one the instructions are empty. */
function findReadme(pkg: PackageView, { source }: Reading): CanonicalSkill["instructions"] {
  const readme = pkg.find("README.md") ?? pkg.files.find(({ path }) => path.toLowerCase() === "readme.md") ?? null;
  if (readme !== null) return { file: readme.path, bodyStart: 0, bodyLine: 1 };
  const end = source.text.length;
  return { file: source.file, bodyStart: source.byteOffset(end), bodyLine: source.placeAt(end).line };
}
