import type { CodeEvent } from "../engine/event.ts";
import type { CodeUnderRules } from "../engine/rule.ts";
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

/** Whether a shell script shows what it is about to place, asks, and goes on only when it is told to. */
export function isAsked(code: CodeUnderRules, { line }: CodeEvent): boolean {
  const { unit } = code.reading;
  if (unit.language !== "bash" || unit.from !== "file") return false;
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
