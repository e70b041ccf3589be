import { inPieces } from "./patterns/pattern.ts";

/** What a document calls what it shows: an attack, a weakness, something to look for. */
const NAMED_BAD = [
  String.raw`attack(?:s|er|ers)|exploit(?:s|ed|ation)?|payloads?|malicious|malware|vulnerab\w{2,8}|insecure|dangerous|`,
  String.raw`unsafe|anti-?patterns?|red flags?|suspicious|injections?|exfiltrat\w{2,5}|backdoors?|poison(?:ed|ing)|`,
  String.raw`sharp edges?|footguns?|what (?:to|an attacker) \w{3,12}`,
].join("");
const SAID_BAD = inPieces("i", String.raw`\b(?:${NAMED_BAD})\b|❌|🚫|✗`);
/** A comment speaks of its own lines, and may be shorter. That something is not to be left undone calls nothing bad. */
const COMMENTED_BAD = inPieces(
  "i",
  String.raw`\b(?:${NAMED_BAD}|bad|wrong|incorrect|steals?|hijack\w{0,3}|reject(?:ed)?|abuse[ds]?)\b|❌|🚫|✗`,
);
/** The first half of a pair, of which the other half shows how it is done. */
const NOT_SO = /(?:#|\/\/|--|<!--)\s{0,3}(?:never|don['’]?ts?|do not|avoid)\b/i;
const BUT_SO =
  /(?:#|\/\/|--|<!--)\s{0,3}(?:✅\s?)?(?:do(?:s| this)?\b(?! not)|good\b|right\b|correct\b|better\b|instead\b|safe\b|✅)/i;
/** Hosts that stand for whoever attacks, as manuals write them: these very names, which nobody who attacks has. */
const STANDS_FOR_ATTACKER =
  /(?:\/\/|@|\s|["'=])(?:[\w-]{1,30}\.)?(?:attacker|evil|malicious|hacker)\.(?:com|org|net|example|test|invalid)(?![\w.-])/i;
const COMMENT = /^\s{0,40}(?:#|\/\/|--|<!--|\/\*|\*|;|REM\b)/i;
/** Lines of a fence above the line in question that a comment may stand in, and lines of prose that lead in to the fence. */
const ABOVE = 12;
const LEADING = 3;

/**
 * Whether a document shows a line of code as what is not to be done: by the comment beside or above it, by what leads in to its fence,
 * by the heading over it, or because it names an attacker's host that nobody has. `line` is 1-based; `lines` are the whole Markdown file.
 */
export function isBadExample(lines: readonly string[], line: number): boolean {
  const at = line - 1;
  const own = (lines[at] ?? "").slice(0, 2_000);
  if (STANDS_FOR_ATTACKER.test(own) || COMMENTED_BAD.test(/(?:#|\/\/|--|<!--)\s.{0,200}/.exec(own)?.[0] ?? ""))
    return true;
  const isPaired = isAnsweredBelow(lines, at);
  let index = at - 1;
  for (let left = ABOVE; left > 0 && index >= 0; left -= 1, index -= 1) {
    const each = (lines[index] ?? "").slice(0, 400);
    if (/^\s{0,12}(?:```|~~~)/.test(each)) break;
    if (COMMENT.test(each) && (COMMENTED_BAD.test(each) || (isPaired && NOT_SO.test(each)))) return true;
  }
  while (index >= 0 && !/^\s{0,12}(?:```|~~~)/.test(lines[index] ?? "")) index -= 1;
  index -= 1;
  for (let left = LEADING; left > 0 && index >= 0; index -= 1) {
    const each = (lines[index] ?? "").slice(0, 400);
    if (each.trim() === "") continue;
    if (SAID_BAD.test(each)) return true;
    if (/^#{1,6}\s/.test(each)) return false;
    left -= 1;
  }
  while (index >= 0 && !/^#{1,6}\s/.test(lines[index] ?? "")) index -= 1;
  return SAID_BAD.test((lines[index] ?? "").slice(0, 400));
}

/** Whether the same fence goes on to show how it is done. */
function isAnsweredBelow(lines: readonly string[], at: number): boolean {
  for (const each of lines.slice(at + 1, at + 1 + ABOVE)) {
    if (/^\s{0,12}(?:```|~~~)/.test(each)) return false;
    if (BUT_SO.test(each.slice(0, 400))) return true;
  }
  return false;
}
