/** Stands before a literal ahead of which no letter from A to Z stands. */
export const WORD_START = "\u0001";
/** The same of a literal that begins with what is of a word; before others it says nothing. */
export const WORD_EDGE = "\u0002";

/** Strings, folded, that begin behind at most `before` code units of the match. */
interface Group {
  strings: readonly string[];
  before: number;
  /** The share of all places that they may be found at, roughly. */
  share: number;
}

/** Groups of strings one of which is in every match. */
type Candidate = readonly Group[];

/** What is known of the strings that a part of a pattern matches. */
export interface Part {
  /** All of them, folded, where they are few. */
  exact: readonly string[] | null;
  best: Candidate | null;
  /** Code units. */
  longest: number;
}

export const MOST_EXACT = 400;
const MOST_PRODUCTS = 64;
const LONGEST_LITERAL = 12;

const IN_WORDS = /^[a-z0-9_]/;

const isMarked = (text: string): boolean => text.charCodeAt(0) === 1 || text.charCodeAt(0) === 2;

/** Two pieces as one folded string: spaces that meet are one, and a word starts only where the string does. */
function join(head: string, tail: string): string {
  const rest = head !== "" && isMarked(tail) ? tail.slice(1) : tail;
  return head.endsWith(" ") && rest.startsWith(" ") ? head + rest.slice(1) : head + rest;
}

export function products(heads: readonly string[], tails: readonly string[]): readonly string[] {
  const [head, tail] = [heads[0] ?? "", tails[0] ?? ""];
  if (heads.length === 1) return head === "" ? tails : tails.map((each) => join(head, each));
  if (tails.length === 1) return tail === "" ? heads : heads.map((each) => join(each, tail));
  return [...new Set(heads.flatMap((each) => tails.map((other) => join(each, other))))];
}

/** The strings as a group; null where one of them is too short to tell anything. `slack` more may stand before what begins with a space. */
function groupOf(strings: readonly string[], before: number, slack: number): Group | null {
  const literals = new Set<string>();
  let share = 0;
  let isLate = false;
  for (const string of strings) {
    const literal = literalOf(string);
    if (literal === null) return null;
    isLate ||= /^[\u0001\u0002]? /.test(string);
    if (!literals.has(literal)) share += shareOf(literal);
    literals.add(literal);
  }
  return { strings: [...literals], before: isLate ? before + slack : before, share };
}

/** Two letters, or a sign, or a character of a script that has thousands of them. */
const isTelling = (text: string): boolean => text.length > 1 || /^[^\p{L}\p{N}]|^[\u2e80-\uffff]/u.test(text);

/** A string as it is looked for; null where it is too short. */
function literalOf(string: string): string | null {
  const rest = isMarked(string) ? string.slice(1) : string;
  const text = rest.trimStart().slice(0, LONGEST_LITERAL);
  if (!isTelling(text)) return null;
  const isStart = string.startsWith(WORD_START) || rest.startsWith(" ");
  return isStart || (string.startsWith(WORD_EDGE) && IN_WORDS.test(text)) ? WORD_START + text : text;
}

const COMMON = new Set(
  "a and are as at be by for from if in is it no not of on or that the this to use with you your".split(" "),
);
const SHARE_OF_COMMON = 0.02;

/** A letter makes a string four times as rare, the start of a word too; a sign is as rare as a word. */
function shareOf(literal: string): number {
  const text = isMarked(literal) ? literal.slice(1) : literal;
  if (COMMON.has(text.trimEnd()) || text.length === 1) return SHARE_OF_COMMON;
  return 4 ** -Math.min(literal.length, 8);
}

/** What looking at a place costs beside the characters of it. */
const PER_PLACE = 30;

function costOf(candidate: Candidate): number {
  return candidate.reduce((sum, { share, before }) => sum + share * (PER_PLACE + before), 0);
}

function better(a: Candidate | null, b: Candidate | null): Candidate | null {
  if (a === null || b === null) return a ?? b;
  return costOf(b) < costOf(a) ? b : a;
}

/** A group of a part behind others: what stands right before it may say that a word starts there. */
function behind(group: Group, heads: readonly string[], by: number): Group {
  const moved = { ...group, before: group.before + by };
  if (group.before > 0 || !heads.every((head) => head.endsWith(" ") || isMarked(head))) return moved;
  const isSure = !heads.includes(WORD_EDGE);
  const marked = group.strings.map((text) =>
    isMarked(text) || !(isSure || IN_WORDS.test(text)) ? text : WORD_START + text,
  );
  return { ...moved, strings: marked, share: marked.reduce((sum, text) => sum + shareOf(text), 0) };
}

/** What is known of parts that follow one another: runs of them whose strings are few become longer literals. */
export function sequence(parts: readonly Part[]): Part {
  let strings: readonly string[] = [""];
  let before = 0;
  let longest = 0;
  let best: Candidate | null = null;
  let isWhole = true;
  const close = () => {
    const group = groupOf(strings, before, longest - before);
    if (group !== null) best = better(best, [group]);
  };
  for (const { exact, best: inner, longest: length } of parts) {
    if (exact !== null && (exact.length === 1 || exact.length * strings.length <= MOST_PRODUCTS)) {
      strings = products(strings, exact);
    } else {
      close();
      if (inner !== null)
        best = better(
          best,
          inner.map((group) => behind(group, strings, longest)),
        );
      isWhole &&= exact !== null && longest === 0 && strings.length === 1 && strings[0] === "";
      strings = exact ?? [""];
      before = exact === null ? longest + length : longest;
    }
    longest += length;
  }
  close();
  return { exact: isWhole ? strings : null, best, longest };
}

/** What is known of parts that stand for each other. */
export function choice(parts: readonly Part[]): Part {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const longest = Math.max(0, ...parts.map((part) => part.longest));
  const isExact = parts.every(({ exact }) => exact !== null);
  const strings = isExact ? new Set(parts.flatMap(({ exact }) => exact ?? [])) : null;
  const best = parts.every((part) => part.best !== null) ? parts.flatMap((part) => part.best ?? []) : null;
  return { exact: strings !== null && strings.size <= MOST_EXACT ? [...strings] : null, best, longest };
}
