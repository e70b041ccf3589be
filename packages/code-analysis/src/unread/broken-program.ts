import { inPieces } from "@gaia/reading";
import type { CodeTools } from "../engine/code-tools.ts";
import type { Reader, Reading } from "../engine/reader.ts";
import { readAsText } from "./unread-reader.ts";

/** What is filled in before a template is a program: `{{ name }}`, `<%= name %>`, `{% if … %}`, `<YOUR_NAME>`, `@@NAME@@`. */
const PLACEHOLDER = inPieces(
  "g",
  String.raw`\$?\{\{[^{}\n]{0,300}\}\}|<%[^%\n]{0,300}%>|\{%[^%\n]{0,300}%\}|\{#[^#\n]{0,300}#\}|`,
  String.raw`<[A-Z][A-Z0-9_-]{2,60}>|@@[A-Za-z]\w{0,60}@@`,
);

/**
 * A program that does not parse. With its placeholders as names it may, and was read whole then. Otherwise the words alone of a template,
 * and of what only looked like a program, decide. A program that is broken stays unscanned: what is none for the parser may be one for
 * whoever runs it.
 */
async function asTextWhereBroken(reading: Reading, reader: Reader, tools: CodeTools): Promise<Reading> {
  const { unit, problem } = reading;
  if (problem === null || (unit.from !== "file" && unit.from !== "cell")) return reading;
  const text = filledIn(unit.text);
  const isTemplate = text !== unit.text;
  if (!isTemplate && unit.isGuessed !== true) return reading;
  if (isTemplate) {
    const [again] = await reader.read([{ ...unit, text }], tools);
    if (again?.problem === null && again.cut === null) return { ...again, unit, seen: [], asText: "a template" };
  }
  const { seen = [], cut } = readAsText(unit);
  const asText = isTemplate ? "a template" : `no program: ${problem}`;
  return { ...reading, seen, asText, cut: reading.cut ?? cut, problem: null };
}

/** A reader of programs that looks at what does not parse once more. */
export const withTemplates = (reader: Reader): Reader => ({
  ...reader,
  async read(units, tools) {
    const readings: Reading[] = [];
    for (const each of await reader.read(units, tools)) readings.push(await asTextWhereBroken(each, reader, tools));
    return readings;
  },
});

/** The same with a name for each placeholder, nothing for a line of them, and every line and column where it was. */
const filledIn = (text: string): string =>
  text
    .replaceAll(/^[ \t]*(?:\{%[^%\n]{0,300}%\}|<%(?!=)[^%\n]{0,300}%>|\{\{[#/!][^{}\n]{0,300}\}\})[ \t]*$/gm, (line) =>
      " ".repeat(line.length),
    )
    .replaceAll(PLACEHOLDER, (found) => "_".repeat(found.length));
