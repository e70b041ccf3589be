import { shownLine } from "@gaia/text";
import { judge, type JudgedFinding, type JudgedScanner } from "./judge.ts";
import { isWording } from "./judgement.ts";
import { findRemediation, placesOf } from "./remediation.ts";

/** What a finding says beside what judges it. */
export interface ToldFinding extends JudgedFinding {
  message: string;
  hint: string | null;
  snippet: string | null;
}

/** What would change a verdict. */
export interface Remediation<Found> {
  /** One or two sentences for whoever may change the skill. */
  text: string;
  /** Without these, every scanner completed, the version would be listed; several of them may stand on one line. */
  findings: Found[];
}

/**
 * What would have to go so that the version were listed, by the same function that judged it. Null where it is listed already, or where
 * nothing of the package that is found would help.
 */
export function remediationOf<Found extends ToldFinding>(input: {
  scanners: readonly JudgedScanner[];
  findings: readonly Found[];
  holdFrom?: number;
  blockFrom?: number;
}): Remediation<Found> | null {
  if (judge(input).verdict === "ALLOW") return null;
  const findings = findRemediation(input);
  return findings === null ? null : { text: remediationText({ ...input, findings }), findings };
}

/** Whether the files were looked at again without what is told: without that, nobody knows what the model makes of what stays. */
type Again = "not looked" | "passes" | "still held";

const MOST_TOLD = 10;

/** Says what would have to go. `again`: what came of it where that was tried. */
export function remediationText(input: {
  scanners: readonly JudgedScanner[];
  findings: readonly ToldFinding[];
  again?: Again;
}): string {
  const { scanners, findings, again = "not looked" } = input;
  const isUnscanned = judge({ scanners, findings: [] }).verdict !== "ALLOW";
  const unscanned = scanners.filter(({ status }) => status !== "completed").map(({ name }) => name);
  const ended = unscanned.length === 0 ? "every scanner" : unscanned.join(", ");
  const once = isUnscanned ? `once ${ended} came to its end` : "";
  if (findings.length === 0) return `The version would be listed ${once}.`;
  const told = oneForEachPlace(findings);
  const places = told.slice(0, MOST_TOLD).map(placeAndWords).join("; ");
  const more = told.length > MOST_TOLD ? `; and ${told.length - MOST_TOLD} more` : "";
  const isGuess = again === "not looked" && findings.some(isOfWording);
  const comes =
    again === "still held" ? "would still be held" : `${isGuess ? "may" : "would"} be listed${once && `, ${once}`}`;
  const sentence = `Without ${countOf(told)} the version ${comes}: ${places}${more}.`;
  if (again === "still held") return `${sentence} ${STILL_HELD}`;
  return isGuess ? `${sentence} ${PASSAGES}` : sentence;
}

const PASSAGES =
  "Wording is weighed by whole passages, so what stays around such a sentence is weighed again: `gaia-skill scan` " +
  "says whether it is enough.";
const STILL_HELD = "More of its wording is like theirs: rewrite these first, and scan again.";

const isOfWording = ({ rule }: ToldFinding): boolean => isWording(rule);

/** The sentence that the model weighed most says more than a rule about the same line. */
function oneForEachPlace(findings: readonly ToldFinding[]): ToldFinding[] {
  const told = new Map<string, ToldFinding>();
  for (const finding of findings)
    for (const place of placesOf([finding])) if (!told.has(place) || isOfWording(finding)) told.set(place, finding);
  return [...told.values()];
}

const NUMBERS = ["no", "this", "these two", "these three", "these four", "these five", "these six"];

function countOf(told: readonly ToldFinding[]): string {
  const noun = told.every((each) => each.line != null && !isOfFile(each)) ? "line" : "finding";
  return `${NUMBERS[told.length] ?? `these ${told.length}`} ${noun}${told.length === 1 ? "" : "s"}`;
}

/** Of a program that nothing follows one line is named, and any other may be meant as well. */
const isOfFile = ({ rule }: ToldFinding): boolean => rule === "code/unread-program-acts";

function placeAndWords(finding: ToldFinding): string {
  const { file, line, rule } = finding;
  const place = file == null ? rule : line == null || isOfFile(finding) ? file : `${file}:${line}`;
  return `${shownLine(place, 120)} “${shownLine(wordsOf(finding), 160)}”`;
}

/** A snippet that is as long may be the beginning of a longer line. */
const WHOLE_LINE = 150;

/** The words as they stand in the file: the sentence that was weighed, or the line. */
function wordsOf(finding: ToldFinding): string {
  const { message, snippet } = finding;
  if (isOfFile(finding)) return message;
  const sentence = isOfWording(finding) ? /“(.+)”$/u.exec(message)?.[1] : undefined;
  // What was decoded or taken apart to be weighed does not stand there.
  const stands =
    sentence !== undefined && (snippet === null || snippet.length > WHOLE_LINE || isBeginningIn(sentence, snippet));
  return stands ? sentence : (snippet ?? message);
}

const isBeginningIn = (sentence: string, line: string): boolean => {
  // Marks of Markdown are not weighed.
  const plain = (text: string): string => text.replace(/[\s*_`~]+/g, "");
  return plain(line).includes(plain(sentence).slice(0, 12));
};
