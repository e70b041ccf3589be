import { inPieces } from "@gaia/reading";
import type { CodeEvent } from "../engine/event.ts";
import type { CodeRule, CodeUnderRules, Match } from "../engine/rule.ts";
import { HOLE, type Value } from "../engine/value.ts";
import { isStated, matchEach, ofKind, originsOf, told } from "./matching/matching.ts";

const wordsOf = ({ target }: CodeEvent): string =>
  (target.items?.map(({ text }) => text ?? HOLE).join(" ") ?? target.text ?? "").slice(0, 4_000);

const DESTROYING = inPieces(
  "i",
  String.raw`^(?:sudo\s+)?(?:\S{0,80}\/)?(?:shred|rm|srm|wipe|unlink|rmdir|scrub|nwipe|sfill|trash-put|gio\s+trash|`,
  String.raw`del|erase|rd|cipher\s+\/w|truncate)\b`,
);
const LOCKING = inPieces(
  "",
  String.raw`^(?:\S{0,80}\/)?(?:gpg2?\b.{0,80}(?:\s-c\b|--symmetric|--encrypt|\s-\w*e\b)|openssl\s+(?:enc|aes|des|`,
  String.raw`rsautl|pkeyutl|smime)\b|ccrypt\b|ccencrypt\b|mcrypt\b|aescrypt\b|age\b.{0,80}\s-[rpe]\b|`,
  String.raw`7za?\s+a\b.{0,80}\s-p|zip\b.{0,80}\s(?:-P|-e|--password)|rar\s+a\b.{0,80}\s-h?p)`,
);

/** A program is started for each file of the user's, to take it away. */
function removed(code: CodeUnderRules, event: CodeEvent): Omit<Match, "line"> | null {
  const words = wordsOf(event);
  const isLocking = LOCKING.test(words);
  if (!isLocking && !DESTROYING.test(words)) return null;
  const given: readonly Value[] = event.target.items?.slice(1) ?? [event.target];
  const source = ofKind(originsOf(code, given), "user-files");
  if (source === null || given.some((value) => isPicked(value))) return null;
  if (isStated(code, isLocking ? /encrypt|backup|vault|crypt/i : /shred|wipe|secure(?:ly)? delet/i)) return null;
  return { detail: `${words.split(" ", 1)[0] ?? ""} goes over what lies below ${told(source)}` };
}

/** One kind of file, by its ending: what programs leave behind. */
const isPicked = ({ text }: Value): boolean =>
  /\*?\.(?:py[co]|tmp|log|bak|cache|swp|o|class|DS_Store)$|(?:^|\/)(?:__pycache__|node_modules|\.DS_Store|Thumbs\.db|\.cache)$/i.test(
    text ?? "",
  );

/** What can be had again from nowhere, once the machine's own copies are gone. */
const COPIES = inPieces(
  "i",
  String.raw`\bvssadmin(?:\.exe)?\s+(?:delete\s+shadows|resize\s+shadowstorage)\b|`,
  String.raw`\bwmic(?:\.exe)?\s+shadowcopy\b[^\n]{0,80}\bdelete\b|\bwbadmin(?:\.exe)?\s+delete\s+(?:catalog|`,
  String.raw`systemstatebackup|backup)\b|\bbcdedit(?:\.exe)?\b[^\n]{0,80}\b(?:recoveryenabled\s+no|`,
  String.raw`ignoreallfailures)\b|\btmutil\s+(?:deletelocalsnapshots|delete\s+-?\w|disable\b)`,
);

function uncopied(code: CodeUnderRules, event: CodeEvent): Omit<Match, "line"> | null {
  const what = COPIES.exec(wordsOf(event))?.[0];
  return what === undefined || isStated(code, /shadow|snapshot|backup|time machine/i)
    ? null
    : { detail: `${event.callee} starts ${what}` };
}

/** The user's files are taken away by programs, or the copies of them are. */
export const TAKEN_AWAY: readonly CodeRule[] = [
  {
    id: "code/destruction-by-program",
    severity: "high",
    confidence: "medium",
    title: "A program is started for each thing of the user's, to take it away",
    rationale: "Whoever goes over everything there is and takes each away leaves nothing.",
    hint: "Remove what the user names, and ask before.",
    find: (code) => matchEach(code, ["run"], (event) => removed(code, event) ?? uncopied(code, event)),
  },
];
