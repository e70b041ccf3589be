import type { CanonicalSkill, Json } from "../../model/canonical.ts";
import { declaredAt } from "../../model/field-reader.ts";
import type { Reading } from "../../model/field-reader.ts";
import { readJsonValue } from "../../model/json-tree.ts";
import type { MarkdownBlock } from "../../model/markdown-blocks.ts";
import { newReport, quoted } from "../../model/report.ts";
import { toJson } from "../../model/yaml-json.ts";
import { labelled, splitSection } from "./sections.ts";
import type { Section } from "./sections.ts";

const MAX_TESTS = 256;

/** "Test Cases": under each heading of level 3 an input and an expected output, each a block of complete JSON (SK4032). */
export function readTestCases(reading: Reading, section: Section): CanonicalSkill["tests"] {
  return splitSection(section, 3)
    .slice(0, MAX_TESTS)
    .flatMap((part) => {
      const input = readPart(reading, part, "input", "Input");
      const expected = readPart(reading, part, "expected output", "Expected Output");
      if (input === null || expected === null) return [];
      return [{ name: part.title, input: input.value, expected: expected.value, origin: declaredAt(reading, part.at) }];
    });
}

function readPart(reading: Reading, part: Section, label: string, shown: string): { value: Json } | null {
  const { report, source } = reading;
  const code = labelled(part.blocks, label)?.find((block) => block.kind === "code");
  if (code === undefined) {
    const hint = `Add \`**${shown}:**\` and a block of JSON.`;
    report.note("SK4032", source.placeAt(part.at), `${quoted(part.title)} has no ${shown}.`, { hint });
    return null;
  }
  return readJsonBlock(reading, code, `${quoted(part.title)}: ${shown}`);
}

function readJsonBlock(
  { report, source }: Reading,
  code: MarkdownBlock & { kind: "code" },
  what: string,
): { value: Json } | null {
  const own = newReport();
  const tree = readJsonValue(source, code.codeAt, code.codeEnd, own);
  const problem = own.diagnostics.find(({ severity }) => severity === "error");
  if (tree !== null && problem === undefined) return { value: toJson(tree).value };
  const { line, column } = problem ?? source.placeAt(code.codeAt);
  const why = problem?.message.replace(/^JSON error: /, "") ?? "it cannot be read";
  report.note("SK4032", { file: source.file, line, column }, `${what} is not valid JSON: ${why.replace(/\.$/, "")}.`);
  return null;
}
