import type { MarkdownBlock } from "../../model/markdown-blocks.ts";
import { quoted } from "../../model/report.ts";
import type { Report } from "../../model/report.ts";
import type { SourceText } from "../../model/source-text.ts";

/** The sections that the format knows, in its order. */
const SECTION_ORDER = [
  "Capabilities",
  "Work Direction",
  "Required Tools",
  "Provided Tools",
  "Orchestration",
  "Helper Functions",
  "Test Cases",
  "Metadata",
] as const;

export type SectionName = (typeof SECTION_ORDER)[number];

const RECOMMENDED: readonly SectionName[] = ["Capabilities", "Work Direction", "Test Cases"];

/** The blocks below one heading. `at` is the heading's offset, `end` where the next heading of its level or above starts. */
export interface Section {
  title: string;
  at: number;
  end: number;
  blocks: MarkdownBlock[];
}

/** A body: what precedes the first heading of level 2, and the sections that those open. */
export interface Body {
  title: { text: string; at: number } | null;
  intro: MarkdownBlock[];
  sections: Section[];
}

export function splitBody(blocks: readonly MarkdownBlock[], end: number): Body {
  const body: Body = { title: null, intro: [], sections: [] };
  for (const block of blocks) {
    const isHeading = block.kind === "heading";
    if (isHeading && block.depth === 1 && body.title === null && body.sections.length === 0) {
      body.title = { text: plainText(block.text), at: block.at };
      continue;
    }
    const last = body.sections.at(-1);
    if (isHeading && block.depth <= 2) {
      if (last !== undefined) last.end = block.at;
      body.sections.push({ title: block.depth === 2 ? plainText(block.text) : "", at: block.at, end, blocks: [] });
    } else (last?.blocks ?? body.intro).push(block);
  }
  return body;
}

/** The parts of a section that headings of this level open; what precedes the first is left out. */
export function splitSection({ blocks, end }: Section, depth: number): Section[] {
  const parts: Section[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind === "heading" && block.depth <= depth) {
      if (last !== undefined) last.end = block.at;
      parts.push({ title: plainText(block.text), at: block.at, end, blocks: [] });
    } else last?.blocks.push(block);
  }
  return parts;
}

export function sectionName(title: string): SectionName | null {
  return SECTION_ORDER.find((name) => name.toLowerCase() === title.toLowerCase()) ?? null;
}

export function findSection(body: Body, name: SectionName): Section | null {
  return body.sections.find(({ title }) => sectionName(title) === name) ?? null;
}

/** What a block is labelled with: `**Parameters:**` at the start of a paragraph that says no more. */
export function labelOf(block: MarkdownBlock): string | null {
  if (block.kind !== "paragraph" || block.text.length > 80) return null;
  return /^\*\*([A-Za-z][A-Za-z ]{0,40}?)(?::\*\*|\*\*:?)$/.exec(block.text.trim())?.[1]?.toLowerCase() ?? null;
}

/** The blocks after a label, up to the next one. Null when there is no such label. */
export function labelled(blocks: readonly MarkdownBlock[], label: string): MarkdownBlock[] | null {
  const from = blocks.findIndex((block) => labelOf(block) === label);
  if (from === -1) return null;
  const rest = blocks.slice(from + 1);
  const to = rest.findIndex((block) => labelOf(block) !== null);
  return to === -1 ? rest : rest.slice(0, to);
}

/** A heading as text: `code` and *emphasis* marks left out, on one line, at most 100 characters. */
function plainText(text: string): string {
  const bare = text.slice(0, 1000).replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
  return Array.from(bare).slice(0, 100).join("");
}

/** SK4030: the title and the recommended sections are there, each known section once and in the order of the format. */
export function checkSections(body: Body, source: SourceText, bodyStart: number, report: Report): void {
  const start = source.placeAt(bodyStart);
  if (body.title === null) {
    const severity = report.mode === "publish" ? "error" : "warning";
    report.note("SK4030", start, "There is no title, which is required.", { severity, hint: "Add `# Title`." });
  }
  const found = body.sections.flatMap(({ title, at }) => {
    const name = sectionName(title);
    return name === null ? [] : [{ name, at }];
  });
  for (const name of RECOMMENDED) {
    if (found.some((one) => one.name === name)) continue;
    report.note("SK4030", start, `The section ${quoted(name)} is recommended.`, { hint: `Add \`## ${name}\`.` });
  }
  let furthest: SectionName = SECTION_ORDER[0];
  const seen = new Set<SectionName>();
  for (const { name, at } of found) {
    const place = source.placeAt(at);
    if (seen.has(name)) {
      const hint = "Join the two: only the first is read.";
      report.note("SK4030", place, `The section ${quoted(name)} is there twice.`, { hint });
    } else if (SECTION_ORDER.indexOf(name) < SECTION_ORDER.indexOf(furthest)) {
      const hint = `Move it before ${quoted(furthest)}.`;
      report.note("SK4030", place, `The section ${quoted(name)} comes after ${quoted(furthest)}.`, { hint });
    } else furthest = name;
    seen.add(name);
  }
}
