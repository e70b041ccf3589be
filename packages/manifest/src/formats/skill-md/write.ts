import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, Origin } from "../../model/canonical.ts";
import { readMarkdown } from "../../model/markdown-tree.ts";
import { newReport } from "../../model/report.ts";
import { readSourceText } from "../../model/source-text.ts";
import type { PackageView, Written } from "../format.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import {
  bodyOf,
  carriedBlock,
  carriedExtensions,
  dropForeignCode,
  otherFiles,
  putExtensions,
  setSaid,
} from "../json/json-write.ts";
import { requiredVersion, versionOf } from "../skill-file/write-base.ts";
import { newLosses } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping, yamlText } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { findSection, sectionName, splitBody, splitSection } from "./sections.ts";
import type { Body } from "./sections.ts";
import { toolSections } from "./write-sections.ts";

const NATIVE: readonly CanonicalFieldName[] = ["tags", "category", "triggers", "runtime", "implementations"];

/**
 * Writes a skill as `<name>.skill.md`. Of a skill that came as one only the front matter is written anew, for its body is what it says. Any
 * other keeps its body and gets the sections for its tools after it; what the format has no place for goes below `gaia`.
 */
export function writeSkillMd(skill: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(skill, "skill-md");
  return skill.provenance.format === "skill-md" ? writeOwn(skill, pkg, losses) : writeForeign(skill, pkg, losses);
}

function writeOwn(skill: CanonicalSkill, pkg: PackageView, losses: Losses): Written {
  const { manifestFile } = skill.provenance;
  const { bodyLine } = skill.instructions;
  const isInBody = (origin: Origin | undefined) => origin?.line != null && origin.line >= bodyLine;
  const natively = [...NATIVE, "orchestration"] as CanonicalFieldName[];
  if (isInBody(skill.authors[0]?.origin)) natively.push("authors");
  if (isInBody(skill.discovery.complexity?.origin)) natively.push("complexity");
  if (isInBody(skill.tests[0]?.origin)) natively.push("tests");
  const tools = skill.requires.tools.filter(({ origin }) => !isInBody(origin));
  const carried = { ...skill, requires: { ...skill.requires, tools } };
  const front = frontMatter(skill, versionOf(skill));
  if (skill.license !== null && !isInBody(skill.license.origin)) front["license"] = skill.license.value;
  const block = carriedBlock(carried, { natively, keptExtensions: carriedExtensions(skill, "skill-md") }, losses);
  if (block !== null) front["gaia"] = block;
  putExtensions(front, skill.extensions);
  const manifest = manifestOf(manifestFile, front, bodyOf(skill, pkg) ?? new Uint8Array());
  const files = pkg.files.map((file) => (file.path === manifestFile ? manifest : file));
  return { files, losses: losses.report.diagnostics };
}

function writeForeign(skill: CanonicalSkill, pkg: PackageView, losses: Losses): Written {
  const path = `${skill.name.value}.skill.md`;
  const source = dropForeignCode(skill, "skill-md", "TypeScript in its body", losses);
  const front = frontMatter(skill, requiredVersion(skill, losses));
  setSaid(front, "license", skill.license?.value);
  const carried = { ...source, requires: { ...source.requires, tools: [] } };
  const block = carriedBlock(carried, { natively: NATIVE, keptExtensions: skill.extensions }, losses);
  if (block !== null) front["gaia"] = block;
  const body = newBody(source, bodyOf(skill, pkg) ?? new Uint8Array(), losses);
  if (body === null) {
    losses.impossible("a body with distinguishable sections");
    return { impossible: losses.report.diagnostics };
  }
  const manifest = manifestOf(path, front, new TextEncoder().encode(body));
  return { files: [manifest, ...otherFiles(skill, pkg, [path])], losses: losses.report.diagnostics };
}

function frontMatter({ name, description, discovery }: CanonicalSkill, version: string | null): Mapping {
  const front = mapping();
  front["name"] = name.value;
  if (version !== null) front["version"] = version;
  front["description"] = description.value;
  setSaid(front, "category", discovery.category?.value);
  setSaid(
    front,
    "tags",
    discovery.tags.map(({ value }) => value),
  );
  setSaid(
    front,
    "triggers",
    discovery.triggers.map(({ value }) => value),
  );
  return front;
}

function manifestOf(path: string, front: Mapping, body: Uint8Array): PackageFile {
  const head = new TextEncoder().encode(`---\n${yamlText(front)}---\n`);
  return { path, bytes: new Uint8Array(Buffer.concat([head, body])) };
}

/**
 * The body with a title, headings that would be taken for sections renamed, and the sections for the tools. Null when that cannot be
 * done.
 */
function newBody(skill: CanonicalSkill, bytes: Uint8Array, losses: Losses): string | null {
  const before = readBody(bytes);
  if (before === null) return null;
  const { text, body, isOpen } = before;
  let kept = "";
  let at = 0;
  for (const { title, at: headingAt } of body.sections) {
    if (sectionName(title) === null) continue;
    const lineEnd = text.indexOf("\n", headingAt);
    const end = lineEnd === -1 ? text.length : lineEnd;
    kept += `${text.slice(at, headingAt)}## ${title} (as it was)`;
    at = end;
    losses.changed(`The heading ${title} was renamed: in skill-md it has a meaning of its own.`);
  }
  kept += text.slice(at);
  if (isOpen) kept = `${kept.trimEnd()}\n${isOpen}\n`;
  const title = body.title === null ? `# ${skill.displayName.value}\n\n` : "";
  const sections = toolSections(skill, losses);
  if (body.title !== null && body.title.text !== skill.displayName.value) losses.dropped("the display name");
  const between = sections === "" || kept.trim() === "" ? "" : "\n";
  const result = `${title}${kept}${kept === "" || kept.endsWith("\n") ? "" : "\n"}${between}${sections}`;
  return isAsWanted(skill, result) ? result : null;
}

/** What the reader will find must be what was meant: a body can end inside a comment that swallows what follows. */
function isAsWanted(skill: CanonicalSkill, text: string): boolean {
  const found = readBody(new TextEncoder().encode(text));
  if (found === null || found.body.title === null) return false;
  const provided = findSection(found.body, "Provided Tools");
  const names = provided === null ? [] : splitSection(provided, 3).map(({ title }) => title);
  return names.join("\n") === skill.tools.map(({ name }) => name).join("\n");
}

function readBody(bytes: Uint8Array): { text: string; body: Body; isOpen: string | null } | null {
  const report = newReport();
  const source = readSourceText("", bytes, report);
  const blocks = source && readMarkdown(source, 0, report);
  if (source === null || blocks === null) return null;
  const last = blocks.at(-1);
  const isUnclosed = last?.kind === "code" && !last.isClosed;
  const fence = isUnclosed ? (/^(`{3,}|~{3,})/.exec(source.text.slice(last.at))?.[0] ?? null) : null;
  return { text: source.text, body: splitBody(blocks, source.text.length), isOpen: fence };
}
