import { inPieces } from "@gaia/reading";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { lineAt } from "./matching/matching.ts";

const MOST_CHARACTERS = 60_000;
/** A function of the program's own, by its name. */
const DEFINED = inPieces(
  "gm",
  String.raw`\bfunction\s{1,3}(\w{1,40})\s{0,2}\(|\b(?:const|let|var)\s{1,3}(\w{1,40})\s{0,2}=\s{0,2}(?:async\s)?`,
  String.raw`(?:\([^()\n]{0,200}\)|\w{1,30})(?:\s{0,2}:\s{0,2}\w{1,20})?\s{0,2}=>|`,
  String.raw`^\s{0,12}def\s{1,3}(\w{1,40})\s{0,2}\(`,
);
const MOST_FUNCTIONS = 100;
const BODY = 600;
/** Characters become other characters by a sum. */
const TURNED = inPieces(
  "",
  String.raw`fromC(?:harCode|odePoint)\s{0,2}\([^\n]{0,120}(?:charCodeAt|codePointAt)[^\n]{0,80}[-+^%]|`,
  String.raw`\bchr\s{0,2}\([^\n]{0,60}\bord\s{0,2}\([^\n]{0,60}[-+^%]`,
);
/** Digits of two kinds become characters. */
const OF_BITS = inPieces(
  "gm",
  String.raw`^\s{0,20}(?:self\.)?(\w{1,40})\s{0,2}=(?!=)[^\n]{0,120}\bchr\s{0,2}\(\s{0,2}int\s{0,2}\([^\n]{0,80},\s{0`,
  String.raw`,2}2\s{0,2}\)|\b(?:const|let|var)\s{1,3}(\w{1,40})\s{0,2}=(?!=)[^\n]{0,160}fromC(?:harCode|`,
  String.raw`odePoint)\s{0,2}\([^\n]{0,40}parseInt\s{0,2}\([^\n]{0,60},\s{0,2}2\s{0,2}\)`,
);

/** The names of what gives another text than the one that is written down. */
function turning(text: string): Set<string> {
  const found = new Set<string>();
  const functions = [...text.matchAll(DEFINED)].slice(0, MOST_FUNCTIONS);
  functions.forEach((match, at) => {
    const end = Math.min(functions[at + 1]?.index ?? text.length, match.index + BODY);
    const name = match.slice(1).find((each) => each !== undefined);
    if (name !== undefined && TURNED.test(text.slice(match.index, end))) found.add(name);
  });
  for (const match of [...text.matchAll(OF_BITS)].slice(0, MOST_FUNCTIONS)) found.add(match[1] ?? match[2] ?? "");
  return found;
}

/** What becomes code, as far as it is named: `eval(compile(name`, `new Script(turn(`. */
const GIVEN =
  /\b(?:eval|exec|compile|Function|Script|runIn\w{4,20}|execScript)\s{0,2}\(\s{0,2}((?:[\w.]{1,60}\(\s{0,2}){0,3}[\w.]{1,60})/;

function turned(code: CodeUnderRules): Match[] {
  const { unit, events } = code.reading;
  const evaluated = events.filter(({ act }) => act === "evaluate");
  if (unit.from !== "file" || evaluated.length === 0 || unit.text.length > MOST_CHARACTERS) return [];
  const names = turning(unit.text);
  if (names.size === 0) return [];
  return evaluated.flatMap((event) => {
    const given = GIVEN.exec(lineAt(code, event.line))?.[1] ?? "";
    const name = given.match(/\w{1,40}/g)?.find((word) => names.has(word));
    return name === undefined
      ? []
      : [{ line: event.line, detail: `${event.callee} runs a text whose characters ${name} changes` }];
  });
}

/** A text that is written down as another one, and run. */
export const TURNED_TEXT: readonly CodeRule[] = [
  {
    id: "code/execution-turned-text",
    severity: "high",
    confidence: "medium",
    title: "A text that is written down as another one becomes code",
    rationale:
      "Letters that are moved along the alphabet, or spaces that stand for bits, are there so that nobody reads what is run.",
    hint: "Write the code down as it is.",
    find: turned,
  },
];
