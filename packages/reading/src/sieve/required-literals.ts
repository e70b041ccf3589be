import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { fold, SPACE } from "./folded.ts";
import { choice, MOST_EXACT, type Part, products, sequence, WORD_EDGE, WORD_START } from "./literals.ts";

/** What a match of a pattern needs, and how far the pattern looks. */
export interface Needs {
  /** One of these is in every match of the folded text (`WORD_START`); the value is the most code units of the match before it. */
  literals: ReadonlyMap<string, number>;
  /** No match has more code units. */
  longest: number;
  /** No assertion looks further behind or ahead. */
  margin: number;
}

const MOST_OF_CLASS = 10;
const MOST_POWERS = 3;
const NOTHING: Part = { exact: [""], best: null, longest: 0 };
const WORD: Part = { ...NOTHING, exact: [WORD_START] };
const EDGE: Part = { ...NOTHING, exact: [WORD_EDGE] };

/** Reads off a pattern's syntax what each of its matches must contain; null where it asks for nothing that could be looked for. */
export function requiredLiterals({ source, unicode }: RegExp): Needs | null {
  let margin = 2;
  const ofAlternatives = (alternatives: readonly AST.Alternative[]): Part =>
    choice(alternatives.map(({ elements }) => sequence(elements.map(partOf))));
  const anything: Part = { exact: null, best: null, longest: unicode ? 2 : 1 };
  const partOf = (node: AST.Element): Part => {
    if (node.type === "Group" || node.type === "CapturingGroup") return ofAlternatives(node.alternatives);
    if (node.type === "Quantifier") return repeated(partOf(node.element), node.min, node.max);
    if (node.type === "Character") return oneOfThem([node.value], anything);
    if (node.type === "CharacterSet")
      return node.kind === "space" && !node.negate ? oneOfThem([SPACE], anything) : anything;
    if (node.type === "CharacterClass") return node.negate ? anything : oneOfThem(membersOf(node), anything);
    if (node.type === "Assertion") {
      if (node.kind === "lookahead" || node.kind === "lookbehind") margin += ofAlternatives(node.alternatives).longest;
      if (node.kind === "word" && !node.negate) return EDGE;
      return startsWord(node) ? WORD : NOTHING;
    }
    return { ...anything, longest: Infinity };
  };
  const parsed = PARSER.parsePattern(source, 0, source.length, unicode);
  const { best, longest } = ofAlternatives(parsed.alternatives);
  if (best === null || longest + margin === Infinity) return null;
  const literals = new Map<string, number>();
  for (const { strings, before } of best) {
    for (const each of strings) literals.set(each, Math.max(before, literals.get(each) ?? 0));
  }
  return { literals, longest, margin };
}

const PARSER = new RegExpParser();

function repeated(part: Part, min: number, max: number): Part {
  const open: Part = {
    exact: null,
    best: min === 0 ? null : part.best,
    longest: part.longest === 0 ? 0 : part.longest * max,
  };
  if (part.exact === null) return open;
  // However many spaces there are, they fold to one.
  const isSpace = part.exact.length === 1 && part.exact[0] === " ";
  const most = isSpace ? 1 : max;
  if (most > MOST_POWERS || part.exact.length ** most > MOST_EXACT) return open;
  const strings: string[] = min === 0 ? [""] : [];
  let power: readonly string[] = [""];
  for (let count = 1; count <= most; count += 1) {
    power = products(power, part.exact);
    if (count >= min || isSpace) strings.push(...power);
  }
  return { ...open, exact: [...new Set(strings)], best: null };
}

/** The characters of a class; null where they are many. */
function membersOf({ elements }: AST.CharacterClass): number[] | null {
  const members: number[] = [];
  for (const each of elements) {
    if (each.type === "Character") members.push(each.value);
    else if (each.type === "CharacterSet" && each.kind === "space" && !each.negate) members.push(SPACE);
    else if (each.type === "CharacterClassRange" && each.max.value - each.min.value < MOST_OF_CLASS) {
      for (let value = each.min.value; value <= each.max.value; value += 1) members.push(value);
    } else return null;
  }
  return members;
}

function oneOfThem(values: readonly number[] | null, otherwise: Part): Part {
  // What is no letter of a word and folds to one would let a word start where none does.
  const isPlain = (value: number): boolean =>
    value < 128 || (value <= 0xffff && fold(value) >= 128) || fold(value) === SPACE;
  if (values === null || !values.every(isPlain)) return otherwise;
  const [first = 0] = values;
  if (values.length === 1) return characterOf(fold(first));
  const strings = [...new Set(values.map((value) => String.fromCharCode(fold(value))))];
  return strings.length > MOST_OF_CLASS ? otherwise : { exact: strings, best: null, longest: 1 };
}

const CHARACTERS = new Map<number, Part>();

function characterOf(code: number): Part {
  const known = CHARACTERS.get(code) ?? { exact: [String.fromCharCode(code)], best: null, longest: 1 };
  CHARACTERS.set(code, known);
  return known;
}

/** Whether no letter from A to Z stands before it, whatever comes behind it. */
function startsWord(assertion: AST.Assertion): boolean {
  if (assertion.kind !== "lookbehind" || !assertion.negate) return false;
  return assertion.alternatives.some(({ elements: [only, ...others] }) => others.length === 0 && hasLetters(only));
}

function hasLetters(node: AST.Element | AST.CharacterClassElement | undefined): boolean {
  if (node?.type === "CharacterClass") return !node.negate && node.elements.some((each) => hasLetters(each));
  if (node?.type !== "CharacterSet" || node.kind === "any" || node.negate) return false;
  return node.kind === "word" || (node.kind === "property" && /^(?:L|Letter|Alphabetic)$/.test(node.value ?? node.key));
}
