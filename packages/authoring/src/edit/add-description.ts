import type { PackageFile } from "@gaia/archive";
import { newReport, readMarkdown, readSourceText } from "@gaia/manifest/kernel";
import { isMap, isScalar } from "yaml";
import type { ParsedNode, YAMLMap } from "yaml";
import type { TextEdit } from "./edit.ts";
import { frontMatterDocument } from "./edited-source.ts";
import { doubleQuoted } from "./text-fixes.ts";
import { isPlainSafe } from "./yaml-style.ts";

export type AddedDescription =
  | { description: string; edits: TextEdit[] }
  | { reason: "no-front-matter" | "has-description" | "no-title" | "no-paragraph" };

/** What a reader takes. */
const MAX_LENGTH = 1024;

/**
 * Skill Markdown specification, Migration: a `description:` made of the first paragraph after the title, below `version` or `name`.
 * The paragraph stays where it is; nothing else changes.
 */
export function addDescription(file: PackageFile): AddedDescription {
  const opened = frontMatterDocument(file);
  const map = opened?.document.contents;
  if (!opened || !isMap(map) || map.flow) return { reason: "no-front-matter" };
  const pairs = (map as YAMLMap<ParsedNode, ParsedNode | null>).items;
  const pairOf = (name: string) => pairs.find(({ key }) => isScalar(key) && key.value === name);
  const empty = pairOf("description");
  if (empty !== undefined && !isEmpty(empty.value)) return { reason: "has-description" };
  const found = firstParagraph(file, opened.front.bodyStart);
  if ("reason" in found) return found;
  const { description } = found;
  const value = isPlainSafe(description) ? description : doubleQuoted(description);
  const at = (offset: number, end: number, text: string): AddedDescription => ({
    description,
    edits: [{ file: file.path, start: opened.base + offset, end: opened.base + end, text }],
  });
  if (empty !== undefined) return at(empty.key.range[1], empty.value?.range[1] ?? empty.key.range[1], `: ${value}`);
  const above = pairOf("version") ?? pairOf("name");
  const lineEnd = opened.yaml.includes("\r\n") ? "\r\n" : "\n";
  if (above === undefined) return at(0, 0, `description: ${value}${lineEnd}`);
  const next = pairs[pairs.indexOf(above) + 1];
  const valueEnd = above.value?.range[1] ?? above.key.range[1];
  const newline = opened.yaml.indexOf("\n", Math.max(0, valueEnd - 1));
  const offset = next === undefined && newline === -1 ? opened.yaml.length : newline + 1;
  return at(offset, offset, `description: ${value}${lineEnd}`);
}

const isEmpty = (node: ParsedNode | null): boolean =>
  node === null || (isScalar(node) && (node.value === null || node.value === ""));

function firstParagraph(
  file: PackageFile,
  bodyStart: number,
): { description: string } | { reason: "no-title" | "no-paragraph" } {
  const report = newReport();
  const source = readSourceText(file.path, file.bytes, report);
  const blocks = (source && readMarkdown(source, bodyStart, report)) ?? [];
  const title = blocks.findIndex((block) => block.kind === "heading" && block.depth === 1);
  if (title === -1) return { reason: "no-title" };
  const rest = blocks.slice(title + 1);
  const section = rest.findIndex(({ kind }) => kind === "heading");
  const paragraph = (section === -1 ? rest : rest.slice(0, section)).find((block) => block.kind === "paragraph");
  const text = paragraph?.kind === "paragraph" ? paragraph.text.replace(/\s+/g, " ").trim() : "";
  if (text === "") return { reason: "no-paragraph" };
  const characters = Array.from(text);
  return { description: characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join("")}…` : text };
}
