import { blankParts } from "../../model/blank-skill.ts";
import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, Sourced } from "../../model/canonical.ts";
import { declaredAt, openFields, readText, readTexts } from "../../model/field-reader.ts";
import type { Fields, Reading } from "../../model/field-reader.ts";
import { readDescription, readLicense, readVersion, takeRequired } from "../../fields/identity.ts";
import { findTitle } from "../../model/front-matter.ts";
import { quoted } from "../../model/report.ts";
import type { Report } from "../../model/report.ts";
import { suggestName, titleFromName } from "../../model/skill-name.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { expectTexts, findJsonFile, readCarriedBlock, startJsonReading } from "../json/json-manifest.ts";
import { takeLine, takeUrl, takeWords } from "../skill-file/loose-fields.ts";
import { findSkillFile } from "../skill-file/open.ts";
import { checkOwnLayer, readDependencies, readLayer, refuseMissing } from "./layers.ts";
import { ARIA_FOCUSES, ariaDirectory, skillNameOfAria } from "./names.ts";
import { readAriaTools } from "./read-tools.ts";

const MODULE = "__init__.py";
const DESCRIPTION_MAX_LENGTH = 1024;
const MAX_TITLE_BYTES = 64 * 1024;

/**
 * Reads an Aria skill, standard v2: `skill.json` with all required keys, `__init__.py` beside it and, as instructions, a SKILL.md. Rules
 * between skills are `checkAriaSet`'s; that the names in the code agree is `checkAriaNames`'s.
 */
export function readAria(pkg: PackageView, path: string, options: ReadOptions, report: Report): CanonicalSkill | null {
  const parts = blankParts();
  const file = findJsonFile(pkg, path);
  const started = file && startJsonReading(file, report, parts);
  if (started === null) return null;
  const { reading, root, sha256 } = started;
  const fields = openFields(reading, root, { path: "", pointer: "" });
  expectTexts(reading, fields, ["name", "version", "description", "author", "license"]);
  readCarriedBlock(pkg, reading, fields, parts);
  const name = readAriaName(reading, fields);
  const description = readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  reading.stableText = `${name?.value}\n${description?.value}`;
  const version = readVersion(reading, fields, options.version);
  readAuthor(reading, fields, parts);
  parts.license = readLicense(reading, fields);
  parts.discovery.layer = readLayer(reading, fields);
  readNeededSkills(reading, fields, parts, name?.value ?? null);
  parts.discovery.focusAffinity = readFocus(reading, fields);
  const isCoded = pkg.find(MODULE) !== null;
  const toolField = takeRequired(reading, fields, "tools", "SK4009");
  parts.tools = toolField === null ? [] : readAriaTools(reading, toolField, isCoded);
  readConventions(reading, fields, parts);
  const written = takeLine(reading, fields, "display_name");
  noteModule(report, isCoded);
  parts.runtime = readRuntime(reading, fields, isCoded);
  inferPermissions(parts);
  fields.close();
  if (name !== null) checkOwnLayer({ name: name.value, parts }, report);
  const body = readBody(pkg, reading);
  if (name === null || version === null || description === null) return null;
  return {
    ...parts,
    name,
    displayName: written ??
      body.title ?? { value: titleFromName(name.value), origin: { ...name.origin, how: "inferred" } },
    version,
    description,
    kind: "tool",
    instructions: body.instructions,
    provenance: { format: "aria-2", manifestFile: path, manifestSha256: sha256 },
  };
}

/** `aria-<skill_name>`; the skill's own name is what follows. All three spellings become aliases. */
function readAriaName(reading: Reading, fields: Fields): Sourced<string> | null {
  const field = takeRequired(reading, fields, "name", "SK3001");
  const written = field && readText(reading, field, { maxLength: 1000 });
  if (written === null) return null;
  const { report } = reading;
  const value = skillNameOfAria(written.value);
  if (value === null) {
    const suggestion = `aria-${suggestName(written.value.replace(/^aria[-_ ]/i, ""))}`;
    const message = `The name ${quoted(written.value)} is not aria- and a name in lower-case letters, digits and hyphens.`;
    report.note("SK3002", written.origin, message, { fill: { suggestion } });
    if (report.mode === "publish") return null;
  }
  const name: Sourced<string> = {
    value: value ?? suggestName(written.value.replace(/^aria[-_ ]/i, "")),
    origin: { ...written.origin, how: "inferred" },
  };
  reading.aliases?.push(written);
  const directory = ariaDirectory(name.value);
  if (directory !== name.value) reading.aliases?.push({ value: directory, origin: name.origin });
  return name;
}

function readAuthor(reading: Reading, fields: Fields, parts: SkillParts): void {
  const { report, source, startAt } = reading;
  const field = fields.take("author");
  // Required here, unlike in the table.
  if (field === null) {
    const options = report.mode === "publish" ? ({ severity: "error" } as const) : {};
    report.note("SK3033", source.placeAt(startAt), "There is no author.", options);
    return;
  }
  const author = readText(reading, field);
  // What is carried has this author and those after.
  if (author !== null && parts.authors[0]?.name !== author.value)
    parts.authors = [{ name: author.value, origin: author.origin }];
}

/** What is carried knows ranges as well. */
function readNeededSkills(reading: Reading, fields: Fields, { requires }: SkillParts, skillName: string | null): void {
  const carried = new Map(requires.skills.map((one) => [one.name, one]));
  requires.skills = readDependencies(reading, fields, skillName).map((one) => carried.get(one.name) ?? one);
}

function readFocus(reading: Reading, fields: Fields): Sourced<string>[] {
  const field = fields.take("focus_affinity");
  if (field === null) {
    refuseMissing(reading, "focus_affinity", "a list of focuses, which may be empty");
    return [];
  }
  const focuses = readTexts(reading, field, { maxItems: 32, maxLength: 64, want: "a focus" });
  for (const { value, origin } of focuses) {
    if (ARIA_FOCUSES.includes(value)) continue;
    const hint = `Known: ${ARIA_FOCUSES.join(", ")}.`;
    reading.report.note("SK3041", origin, `${quoted(value)} is not a known focus.`, { severity: "warning", hint });
  }
  return focuses;
}

/** What some skill.json files have although the standard does not name it. */
function readConventions(reading: Reading, fields: Fields, parts: SkillParts): void {
  const { discovery, links, requires } = parts;
  discovery.tags = takeWords(reading, fields, "tags");
  discovery.category = takeLine(reading, fields, "category");
  links.homepage = takeUrl(reading, fields, "homepage");
  links.repository = takeUrl(reading, fields, "repository");
  const status = fields.peek("status")?.value;
  const known = (["active", "stub", "experimental", "deprecated"] as const).find(
    (one) => status?.kind === "scalar" && one === status.text,
  );
  if (status !== undefined && known !== undefined) {
    fields.take("status");
    discovery.status = { value: known, origin: declaredAt(reading, status.at) };
  }
  const keys = takeWords(reading, fields, "config_keys");
  if (keys.length > 0) requires.hostConfig = keys;
  const env = takeWords(reading, fields, "env");
  if (env.length === 0) return;
  requires.env = env.map(({ value, origin }) => ({
    name: value,
    required: true,
    primary: false,
    description: null,
    origin,
  }));
}

function noteModule(report: Report, isCoded: boolean): void {
  if (isCoded) return;
  report.note("SK4020", { file: MODULE, line: null, column: null }, "There is no __init__.py with the skill's class.");
}

/** `run`, a command template, stays an extension too: nobody here knows all its forms. */
function readRuntime(reading: Reading, fields: Fields, isCoded: boolean): CanonicalSkill["runtime"] {
  if (isCoded) {
    const origin = { file: MODULE, line: null, column: null, how: "inferred" } as const;
    return { type: "python-module", entry: { value: MODULE, origin }, timeoutMs: null, io: "function" };
  }
  const run = fields.peek("run");
  if (run?.value.kind !== "scalar" || run.value.text.trim() === "") return null;
  const entry = { value: run.value.text.trim(), origin: declaredAt(reading, run.value.at) };
  return { type: "command-template", entry, timeoutMs: null, io: null };
}

/** All database access goes through api_client: whoever depends on it reads the database. */
function inferPermissions(parts: SkillParts): void {
  const gateway = parts.requires.skills.find(({ name }) => name === "api-client");
  if (gateway === undefined) return;
  parts.permissions.inferred = [{ domain: "database", level: "read", scope: null, evidence: [gateway.origin] }];
}

function readBody(
  pkg: PackageView,
  reading: Reading,
): { instructions: CanonicalSkill["instructions"]; title: Sourced<string> | null } {
  const beside = findSkillFile(pkg);
  const { source } = reading;
  if (beside === null) {
    const end = source.text.length;
    const bodyLine = source.placeAt(end).line;
    return { instructions: { file: source.file, bodyStart: source.byteOffset(end), bodyLine }, title: null };
  }
  const { opened, path } = beside;
  if (opened === null) return { instructions: { file: path, bodyStart: 0, bodyLine: 1 }, title: plainTitle(beside) };
  const { bodyStart } = opened;
  const title = findTitle(opened.source.text, bodyStart);
  return {
    instructions: {
      file: path,
      bodyStart: opened.source.byteOffset(bodyStart),
      bodyLine: opened.source.placeAt(bodyStart).line,
    },
    title: title && { value: title.title, origin: { ...opened.source.placeAt(title.offset), how: "inferred" } },
  };
}

/** Of a SKILL.md without front matter: for Aria it is documentation. */
function plainTitle({ path, bytes }: { path: string; bytes: Uint8Array }): Sourced<string> | null {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_TITLE_BYTES));
  const title = findTitle(text, 0);
  if (title === null) return null;
  const lines = text.slice(0, title.offset).split("\n").length;
  return { value: title.title, origin: { file: path, line: lines, column: 1, how: "inferred" } };
}
