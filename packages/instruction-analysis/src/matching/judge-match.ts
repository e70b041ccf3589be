import { SEVERITIES, type Severity } from "@gaia/policy";
import { type FoundEvidence, oneLine, evidenceOfRule, withoutSecrets } from "@gaia/findings";
import { type Part, type Passage, type Reading, type Span, type Stance, stanceOf, inPieces } from "@gaia/reading";
import type { Wording } from "@gaia/wording";
import { sentenceAround } from "./match-rules.ts";
import type { InstructionRule } from "./rule.ts";

const HIGH = SEVERITIES.indexOf("high");

/** What a reader of the page sees. */
const IN_SIGHT: ReadonlySet<Part> = new Set<Part>(["prose", "fence", "front matter"]);
const IN_CODE: ReadonlySet<Part> = new Set<Part>(["string", "code comment"]);

const WHERE: Partial<Record<Part, string>> = {
  comment: "in a comment that no reader of the page sees",
  concealed: "in text that the page does not show",
  attribute: "in an attribute that the page does not show",
  "front matter": "in the front matter",
  string: "in a string",
  "code comment": "in a comment of the code",
};

/** A finding of a rule. */
export interface JudgedMatch {
  finding: FoundEvidence;
  /** What the text forbids, or speaks about as somebody else's; null where it means what it says. */
  spokenOf: (Span & { isQuoted: boolean }) | null;
}

/** What one match of a rule comes to: worse where it hides, less where its sentence forbids or teaches. */
export function judgeMatch(
  rule: InstructionRule,
  reading: Reading,
  match: Span,
  wording: Wording,
  scanner: string,
): JudgedMatch {
  const passage = reading.passageAt(match.start);
  const sentence = sentenceAround(reading, passage, match);
  const stance = stanceOf(reading, passage, match, sentence);
  const disguise = disguiseOf(reading, match);
  const raised = raise(rule, passage, disguise !== null, isShownComment(reading, passage));
  const level = Math.max(
    raised -
      lowering(rule, stance) -
      (isBareCommand(rule, reading, match) || isHelp(rule, reading, match) || isProgram(rule, reading, match) ? 1 : 0),
    0,
  );
  const notes = [
    WHERE[passage.part],
    passage.encoding === null ? undefined : `written as ${passage.encoding}`,
    disguise === null ? undefined : `disguised (${disguise})`,
    level < raised && passage.part !== "string" ? "where the text forbids it or speaks about it" : undefined,
  ].filter((note) => note !== undefined);
  const shown = oneLine(reading.text.slice(match.start, match.end), 120);
  const finding: FoundEvidence = {
    rule: `instructions/${rule.id}`,
    scanner,
    // In range: level is no more than that of critical.
    severity: SEVERITIES[level] as Severity,
    evidence: evidenceOfRule({
      rule: `instructions/${rule.id}`,
      // In range, as above.
      severity: SEVERITIES[level] as Severity,
      file: reading.file.path,
      isManifest: reading.file.isManifest,
      isHidden: !IN_SIGHT.has(passage.part) && !IN_CODE.has(passage.part),
      isSure: rule.isSure === true,
      isQuoted: stance.isQuoted,
      isLowered: raised >= HIGH && lowering(rule, stance) > 0,
      wording: wording.around(match),
    }),
    confidence: level < raised ? "low" : "medium",
    category: "instruction",
    file: reading.file.path,
    line: reading.lineAt(match.start),
    message: oneLine(`${rule.message}${notes.length === 0 ? "" : `, ${notes.join(", ")}`}: “${withoutSecrets(shown)}”`),
    hint: rule.hint,
    snippet:
      passage.encoding === null ? null : withoutSecrets(oneLine(reading.text.slice(sentence.start, sentence.end), 160)),
  };
  const isSpokenOf = IN_SIGHT.has(passage.part) && lowering(rule, stance) > 0;
  return { finding, spokenOf: isSpokenOf ? { ...match, isQuoted: stance.isQuoted } : null };
}

const COMMANDS = /^(?:recipe|destruction-command|mining|staged-program)/;
const MOST_WORDS_AROUND = 6;

/**
 * A command in a string of code, with hardly a word around it, is said to nobody: the code layer sees whether it is run. A docstring or
 * a message that tells somebody to run it has words.
 */
function isBareCommand(rule: InstructionRule, reading: Reading, match: Span): boolean {
  const { part, start, end } = reading.passageAt(match.start);
  if (part !== "string" || reading.file.kind !== "code" || !COMMANDS.test(rule.id)) return false;
  const around = `${reading.text.slice(start, match.start)} ${reading.text.slice(match.end, end)}`;
  return (around.match(/(?<![\w\\])[A-Za-z]{2,}(?![\w\\])/g)?.length ?? 0) <= MOST_WORDS_AROUND;
}

const SWITCHES = /^consent-dangerous/;
/** An option, or the value of one, and what parts it from its explanation. */
const OPTION = inPieces(
  "",
  "(?:^|[|#*+-]\\s{1,4})[`\"']{0,2}(?:--?[\\w-]{1,30}|[A-Z_]{4,40}=\\w{1,12}|[a-z_]{2,20}(?=[`\"']))",
  "[^\\s`|]{0,20}[`\"']{0,2}(?:[,/|\\s]{1,4}`?--?[\\w-]{1,30}`?){0,2}[\\s|:—–-]{1,40}(?:\\w{2,14}\\s){0,4}$",
);
const MOST_OF_LABEL = 40;
const LONGEST_HELP = 60;

/** What a switch of a program does, as its help says it: told behind the switch's name, or as a label of code and nothing else. */
function isHelp(rule: InstructionRule, reading: Reading, match: Span): boolean {
  if (!SWITCHES.test(rule.id)) return false;
  const { part, start, end } = reading.passageAt(match.start);
  const { text } = reading;
  const above = text.slice(Math.max(start, match.start - 160), match.start);
  const line = above.slice(above.lastIndexOf("\n") + 1);
  const behind = text.slice(match.end, end).split("\n", 1)[0] ?? "";
  const rest = (behind.split(/\s\|/, 1)[0] ?? "").trim();
  if (rest.length > LONGEST_HELP || /\b(?:always|must|every|agent|user)\b/i.test(rest)) return false;
  if (part === "string") return reading.file.kind === "code" && line.trim().length + rest.length <= MOST_OF_LABEL;
  return OPTION.test(line);
}

const TOLD = /^(?:exfiltration-(?!command|dns|image)|credentials-sent|tamper-|prerequisite-archive)/;
/** What programs and settings are written in, and no sentence or command line is. */
const WRITTEN_CODE =
  /\w\.\w{2,30}\(["'\w]|=>\s|\)\s?;|\b(?:const|let|var|def|import)\s\w|,\s\w{2,20}=["']|:\s\{\s|\[\w{2,20}\]\s{1,3}\w{2,20}\s=\s/;

/** Words of a fence that a program ties together are no sentence: what the program does is the code layer's to say. */
function isProgram(rule: InstructionRule, reading: Reading, match: Span): boolean {
  if (!TOLD.test(rule.id) || reading.passageAt(match.start).part !== "fence") return false;
  return WRITTEN_CODE.test(reading.text.slice(match.start, match.end));
}

/** Hidden words are meant for the one who does not look: what they order is worse than the same in the open. */
function raise(rule: InstructionRule, passage: Passage, isDisguised: boolean, isShown: boolean): number {
  const level = SEVERITIES.indexOf(rule.severity);
  const { part } = passage;
  const isHidden =
    isDisguised || part === "decoded" || part === "comment" || part === "concealed" || part === "attribute";
  // A table of encodings, or a quoted sample, shows what it decodes to: a person looks, nobody is shut out.
  if (!isHidden || passage.isCarriedShown || isShown) return level;
  if (rule.whenHidden !== undefined) return SEVERITIES.indexOf(rule.whenHidden);
  return level >= HIGH ? level : level + 1;
}

/** A comment between backticks is shown to whoever reads the page: a sample, and no hiding place. */
function isShownComment(reading: Reading, { part, start }: Passage): boolean {
  if (part !== "comment") return false;
  const line = reading.file.text.split("\n", reading.lineAt(start)).at(-1) ?? "";
  return /`[^`]{0,200}<!--[^`]{0,2000}-->[^`]{0,200}`/.test(line.slice(0, 4_000));
}

function lowering(rule: InstructionRule, stance: Stance): number {
  const isDenied = stance.isDenied && rule.stands !== true;
  if (!isDenied && !stance.isTaught) return 0;
  return (isDenied ? 1 : 0) + (stance.isTaught ? 1 : 0) + (stance.isQuoted && stance.isTaught ? 1 : 0);
}

function disguiseOf(reading: Reading, match: Span): string | null {
  if (reading.disguises.length === 0) return null;
  const first = reading.lineAt(match.start);
  const last = reading.lineAt(match.end - 1);
  const said = reading.text.slice(match.start, match.end).toLowerCase();
  const found = reading.disguises.find(
    ({ line, word, by }) => line >= first && line <= last && by !== "joining" && said.includes(word.toLowerCase()),
  );
  if (found === undefined) return null;
  return {
    invisible: "invisible characters",
    hyphenation: "soft hyphens",
    case: "mixed capitals",
    homoglyph: "letters of another script",
    spacing: "spaced letters",
    leet: "digits for letters",
    joining: "",
    pieces: "cut into pieces",
    references: "character references",
  }[found.by];
}
