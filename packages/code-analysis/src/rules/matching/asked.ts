import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../../engine/event.ts";
import type { CodeUnderRules } from "../../engine/rule.ts";
import { lineAt } from "./matching.ts";

const LINES_BEFORE = 15;

/** What is there goes back without a line of the skill's own. */
const REMOVING =
  /\bcrontab\s+-l\b[^\n]{0,60}\|\s*(?:grep\s+-\w*v|sed\s[^|\n]{0,80}\bd\b)[^|\n]{0,120}\|\s*(?:sudo\s+)?crontab\s+-\s*$/;

/** Whether a line only takes an entry of its own out of a schedule again. */
export function isRemoving(code: CodeUnderRules, { line }: CodeEvent): boolean {
  return REMOVING.test(
    lineAt(code, line)
      .trim()
      .replace(/;;?\s*$/, ""),
  );
}

/** A question in words, and what is done where the answer is no. */
const QUESTION = inPieces(
  "i",
  String.raw`^\s*read\s[^\n]{0,20}-\w*p\b|\bnot\s{1,3}(?:\w{1,20}\.)?(?:confirm|ask\w{0,12})\s{0,2}\(|`,
  String.raw`\binput\s{0,2}\([^\n]{0,200}(?:y\/n|yes)|\bclick\.confirm\(|\.question\s{0,2}\(|\bRead-Host\b[^\n]{0,200}(?:y\/n|yes)|`,
  String.raw`\bif\s{0,2}\(!?\s{0,2}(?:await\s{1,3})?confirm\s{0,2}\(|\.Should(?:Process|Continue)\(|\bPromptForChoice\(`,
);
const REFUSED = /\bexit\b|\breturn\b|\babort\b|\bquit\b|sys\.exit|SystemExit|\.ShouldProcess\(|abort\s?=\s?True/i;
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 60_000;

/** The file that a command stands in, where it stands in a text of another program. */
export function wholeText({ reading: { unit }, all }: CodeUnderRules): string {
  const whole =
    unit.from === "file" ? undefined : all.find((each) => each.unit.path === unit.path && each.unit.from === "file");
  return (whole?.unit.text ?? unit.text).slice(0, MOST_CHARACTERS);
}

/** Whether a program puts a question to whoever runs it, and leaves off where it is told to. */
export function isConfirming(code: CodeUnderRules): boolean {
  const lines = wholeText(code)
    .split("\n", MOST_LINES)
    .map((line) => line.slice(0, 600));
  return lines.some((line, at) => QUESTION.test(line) && lines.slice(at, at + 4).some((next) => REFUSED.test(next)));
}

/** A program that was fetched is held against what it should be, before it is put anywhere. */
const CHECKED =
  /\bsha\d{3}sum\s[^\n]{0,60}(?:-c|--check)\b|\bgpg\s[^\n]{0,60}--verify\b|\bcosign\s{1,3}verify|\bminisign\s[^\n]{0,20}-V/;

/** Whether a script says by its name what it will place, asks, leaves where the answer is no, and checks what it fetches. */
function isAnnounced({ reading: { unit } }: CodeUnderRules, { line, target }: CodeEvent): boolean {
  const name = /([\w-]{3,60})\.(?:service|timer|plist)$/.exec(target.text ?? "")?.[1];
  if (name === undefined) return false;
  const before = unit.text.split("\n", Math.min(MOST_LINES, line - unit.firstLine + 1));
  // A question inside a branch is not asked each time.
  const question = before.findIndex(
    (each) => /^read\s[^\n]{0,20}-\w*p\b/.test(each) && /(?:\|\||&&)\s*(?:\{|exit)/.test(each) && /\bexit\b/.test(each),
  );
  if (question === -1) return false;
  const shown = before.slice(Math.max(0, question - LINES_BEFORE), question).join("\n");
  const isFetching = /\b(?:curl|wget)\s/.test(unit.text.slice(0, MOST_CHARACTERS));
  return shown.includes(name) && (!isFetching || CHECKED.test(before.join("\n").slice(0, MOST_CHARACTERS)));
}

/** Whether a shell script shows what it is about to place, asks, and goes on only when it is told to. */
export function isAsked(code: CodeUnderRules, event: CodeEvent): boolean {
  const { line } = event;
  const { unit } = code.reading;
  if (unit.language !== "bash" || unit.from !== "file") return false;
  if (isAnnounced(code, event)) return true;
  const at = line - unit.firstLine + 1;
  const before = unit.text.split("\n", at - 1).slice(Math.max(0, at - 1 - LINES_BEFORE));
  const question = before.findIndex((each) => /^\s*read\s[^\n]{0,20}-\w*p\b/.test(each));
  if (question === -1) return false;
  const isHeeded = before
    .slice(question)
    .some((each) => /(?:\|\||then)\s*(?:exit|return)\b|\bexit\b|\breturn\b/.test(each));
  const shown = new Set(
    before
      .slice(0, question)
      .flatMap((each) =>
        /^\s*(?:echo|printf|cat)\b/.test(each)
          ? [...each.matchAll(/\$\{?(\w{1,60})/g)].map(([, name = ""]) => name)
          : [],
      ),
  );
  return isHeeded && [...lineAt(code, line).matchAll(/\$\{?(\w{1,60})/g)].some(([, name = ""]) => shown.has(name));
}
