import { createHash } from "node:crypto";
import { blankParts } from "../../model/blank-skill.ts";
import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalSkill, Sourced } from "../../model/canonical.ts";
import { declaredAt, openFields } from "../../model/field-reader.ts";
import type { Fields, Reading } from "../../model/field-reader.ts";
import { readDescription, readLicense, readName, readTags, readVersion } from "../../fields/identity.ts";
import { readLicenseText } from "../../model/license.ts";
import { readMarkdown } from "../../model/markdown-tree.ts";
import type { MarkdownItem } from "../../model/markdown-blocks.ts";
import { quoted } from "../../model/report.ts";
import type { Report } from "../../model/report.ts";
import { titleFromName } from "../../model/skill-name.ts";
import type { PackageView, ReadOptions } from "../format.ts";
import { readCarriedBlock } from "../json/json-manifest.ts";
import { takeLine, takeWords } from "../skill-file/loose-fields.ts";
import { findSkillMd } from "./find.ts";
import { readTestCases } from "./read-tests.ts";
import { readImplementation, readParameters, readProvidedTools } from "./read-tools.ts";
import { checkSections, findSection, labelled, splitBody } from "./sections.ts";
import type { Body, Section } from "./sections.ts";

const DESCRIPTION_MAX_LENGTH = 1024;

/**
 * Reads a `*.skill.md`: front matter (name, version, description, category, tags), then the body's sections from its syntax tree.
 * Whether the TypeScript in it parses is judged elsewhere: each implementation says where its code is.
 */
export function readSkillMd(
  pkg: PackageView,
  path: string,
  options: ReadOptions,
  report: Report,
): CanonicalSkill | null {
  const parts = blankParts();
  const file = findSkillMd(pkg);
  if (file === null) return null;
  file.notes.replay(report);
  if (file.opened === null) return null;
  const { source, root, fenceAt, bodyStart } = file.opened;
  const { extensions, aliases } = parts;
  const reading: Reading = { source, report, startAt: fenceAt, extensions, aliases };
  const fields = openFields(reading, root, { path: "", pointer: "" });
  readCarriedBlock(pkg, reading, fields, parts);
  const name = readName(reading, fields);
  const blocks = readMarkdown(source, bodyStart, report);
  const body = splitBody(blocks ?? [], source.text.length);
  if (blocks !== null) checkSections(body, source, bodyStart, report);
  const description = readOwnDescription(reading, fields, body);
  reading.stableText = `${name?.value}\n${description?.value}\n${source.text.slice(bodyStart)}`;
  const version = readVersion(reading, fields, options.version);
  parts.discovery.category = takeLine(reading, fields, "category");
  parts.discovery.tags = readTags(reading, fields);
  parts.discovery.triggers = takeWords(reading, fields, "triggers");
  readSections(reading, body, parts);
  readMetadata(reading, fields, body, parts);
  if (parts.authors.length === 0)
    report.note("SK3033", source.placeAt(bodyStart), "There is no author.", {
      hint: "Add `- **Author**: …` to the section Metadata.",
    });
  fields.close();
  if (name === null || version === null || description === null) return null;
  const title: Sourced<string> | null = body.title && {
    value: body.title.text,
    origin: declaredAt(reading, body.title.at),
  };
  return {
    ...parts,
    name,
    displayName: title ?? { value: titleFromName(name.value), origin: { ...name.origin, how: "inferred" } },
    version,
    description,
    kind: parts.tools.length > 0 ? "hybrid" : "instruction",
    instructions: {
      file: path,
      bodyStart: source.byteOffset(bodyStart),
      bodyLine: source.placeAt(bodyStart).line,
      sections: sectionRanges(reading, body),
    },
    provenance: {
      format: "skill-md",
      manifestFile: path,
      manifestSha256: createHash("sha256").update(file.bytes).digest("hex"),
    },
  };
}

/** Required in the front matter; at import the first paragraph below the title does. */
function readOwnDescription(reading: Reading, fields: Fields, body: Body): Sourced<string> | null {
  const { report } = reading;
  const first = body.intro.find((block) => block.kind === "paragraph");
  const found = readDescription(reading, fields, DESCRIPTION_MAX_LENGTH);
  if (found !== null || report.mode === "publish" || first === undefined) return found;
  const text = first.text.split(/\s+/).join(" ");
  const value = Array.from(text).slice(0, DESCRIPTION_MAX_LENGTH).join("");
  const origin = { ...declaredAt(reading, first.at), how: "inferred" } as const;
  report.note("SK9007", origin, "The description was inferred from the first paragraph.");
  return { value, origin };
}

function readSections(reading: Reading, body: Body, parts: SkillParts): void {
  const required = findSection(body, "Required Tools");
  if (required !== null) parts.requires.tools = readRequiredTools(reading, required);
  const provided = findSection(body, "Provided Tools");
  if (provided !== null) parts.tools = readProvidedTools(reading, provided);
  const workflow = findSection(body, "Orchestration");
  if (workflow !== null) parts.orchestration = readOrchestration(reading, workflow);
  const tests = findSection(body, "Test Cases");
  if (tests !== null) parts.tests = readTestCases(reading, tests);
  const isCoded = parts.orchestration !== null || parts.tools.some(({ implementation }) => implementation !== null);
  if (!isCoded) return;
  const { file } = reading.source;
  const origin = { file, line: null, column: null, how: "inferred" } as const;
  parts.runtime = { type: "inline-ts", entry: { value: file, origin }, timeoutMs: null, io: "function" };
}

function itemsOf(section: Section): MarkdownItem[] {
  return section.blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
}

/** `` - `search_pubmed`: what for `` */
function readRequiredTools(reading: Reading, section: Section): Sourced<string>[] {
  const { report, source } = reading;
  const seen = new Set<string>();
  return itemsOf(section).flatMap((item) => {
    const name = /^`([^`\n]{1,64})`/.exec(item.text)?.[1];
    if (name === undefined || !/^[A-Za-z_][\w.:/-]*$/.test(name)) {
      const hint = "Write: - `tool_name`: what it is for";
      report.note("SK3041", source.placeAt(item.at), `${quoted(item.text)} names no tool.`, {
        severity: "warning",
        hint,
      });
      return [];
    }
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ value: name, origin: declaredAt(reading, item.textAt) }];
  });
}

function readOrchestration(reading: Reading, section: Section): CanonicalSkill["orchestration"] {
  const { report, source } = reading;
  const implementation = readImplementation(reading, labelled(section.blocks, "workflow"));
  if (implementation === null) {
    const hint = "Add `**Workflow:**` and a block of TypeScript.";
    report.note("SK4030", source.placeAt(section.at), "The orchestration has no workflow.", { hint });
    return null;
  }
  const parameters = labelled(section.blocks, "parameters");
  return { inputSchema: parameters && readParameters(reading, parameters), implementation };
}

/** `- **Author**: …`, and the license, which may also be a field of the front matter. The rest stays in the body. */
function readMetadata(reading: Reading, fields: Fields, body: Body, parts: SkillParts): void {
  const section = findSection(body, "Metadata");
  const found = new Map<string, Sourced<string>>();
  for (const item of section === null ? [] : itemsOf(section).filter(({ text }) => text.length <= 400)) {
    const [, key, value] = /^\*\*([^*\n]{1,40}?):?\*\*:?[ \t]*([^\n]{1,200})$/.exec(item.text) ?? [];
    if (key === undefined || value === undefined || value.trim() === "") continue;
    const name = key.trim().toLowerCase();
    if (!found.has(name)) found.set(name, { value: value.trim(), origin: declaredAt(reading, item.textAt) });
  }
  const author = found.get("author");
  if (author !== undefined) parts.authors = [{ name: author.value, origin: author.origin }];
  const complexity = found.get("complexity");
  const level = (["low", "medium", "high"] as const).find((one) => one === complexity?.value.toLowerCase());
  if (complexity !== undefined && level !== undefined)
    parts.discovery.complexity = { value: level, origin: complexity.origin };
  const license = found.get("license");
  if (license === undefined || fields.peek("license") !== null) {
    parts.license = readLicense(reading, fields);
    return;
  }
  const read = readLicenseText(license.value);
  parts.license = { ...license, spdx: read.ok ? read.spdx : null };
  if (read.ok) return;
  const message = `The license ${quoted(license.value)} is not an SPDX expression.`;
  reading.report.note("SK3031", license.origin, message, { fill: { suggestion: read.suggestion } });
}

function sectionRanges(
  { source }: Reading,
  { sections }: Body,
): NonNullable<CanonicalSkill["instructions"]["sections"]> {
  // Without a prototype: its keys are the author's. Of two sections with one title the first counts.
  const ranges = Object.create(null) as NonNullable<CanonicalSkill["instructions"]["sections"]>;
  for (const { title, at, end } of sections.slice(0, 256))
    if (title !== "") ranges[title] ??= { start: source.byteOffset(at), end: source.byteOffset(end) };
  return ranges;
}
