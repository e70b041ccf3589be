import { type Random, randomOf } from "./random.ts";
import { ACTIONS, FORMATS, SETTINGS, SUBJECTS, TAGS } from "./vocabulary.ts";

/** A made-up skill: what search and pages show of it. */
export interface MadeUpSkill {
  name: string;
  displayName: string;
  description: string;
  tags: string[];
  tools: string[];
  publisher: string;
  downloads: number;
}

const PUBLISHERS = 400;
const PLAIN_NAMES = 200_000;

/** `count` skills with names of their own, the same on every machine. */
export function makeCatalog(count: number): MadeUpSkill[] {
  const random = randomOf(20_260);
  const names = new Set<string>();
  // Of the words' combinations there are a million; long before, one more takes long to hit upon and gets a number.
  while (names.size < count) {
    const name = makeName(random);
    names.add(names.size > PLAIN_NAMES && names.has(name) ? `${name}-${names.size}` : name);
  }
  return [...names].map((name, rank) => makeSkill(random, name, rank));
}

function makeName(random: Random): string {
  const words = [random.pick(SUBJECTS), random.pick(ACTIONS)];
  if (random.next() < 0.6) words.unshift(random.pick(SETTINGS));
  if (random.next() < 0.3) words.push(random.pick(FORMATS));
  return words.join("-");
}

function makeSkill(random: Random, name: string, rank: number): MadeUpSkill {
  const words = name.split("-");
  const [action, subject, other] = [random.pick(ACTIONS), random.pick(SUBJECTS), random.pick(SUBJECTS)];
  const tags = new Set([random.pick(TAGS), random.pick(TAGS), random.pick(TAGS), random.pick(words)]);
  return {
    name,
    displayName: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" "),
    description:
      `Helps an agent to ${action} every ${subject} it is given and to keep the ${other} up to date. ` +
      `Reads ${random.pick(FORMATS)} and ${random.pick(FORMATS)}, works ${random.pick(SETTINGS)}, ` +
      `and says for each ${words.at(-1) ?? subject} what it did and why.`,
    tags: [...tags],
    tools: [`${action}_${subject}`, `list_${other}`],
    publisher: `publisher-${random.whole(PUBLISHERS)}`,
    // A few are known to everybody, most to nobody.
    downloads: Math.floor(200_000 / (rank + 1)) + random.whole(20),
  };
}

/** A search somebody may type, and of which kind it is. */
export interface Query {
  kind: "one word" | "two words" | "typo" | "tag" | "exact name";
  text: string;
}

/** Different queries of all kinds in a mixed order; another `seed`, another choice. */
export function makeQueries(catalog: MadeUpSkill[], input: { count: number; seed: number }): Query[] {
  const random = randomOf(input.seed);
  const name = () => random.pick(catalog).name;
  const makers: Record<Query["kind"], () => string> = {
    "one word": () => random.pick([...SUBJECTS, ...ACTIONS]),
    "two words": () => `${random.pick(ACTIONS)} ${random.pick(SUBJECTS)}`,
    typo: () => `${withTypo(random, random.pick(ACTIONS))} ${withTypo(random, random.pick(SUBJECTS))}`,
    tag: () => random.pick(TAGS).replace("-", " "),
    "exact name": () => (random.next() < 0.5 ? name() : name().replaceAll("-", " ")),
  };
  // People search mostly for what a thing does; the small kinds run out of different queries.
  const mix: Query["kind"][] = [
    "one word",
    "two words",
    "two words",
    "two words",
    "typo",
    "typo",
    "tag",
    "exact name",
    "exact name",
  ];
  const queries = new Map<string, Query>();
  for (let tries = 0; queries.size < input.count && tries < input.count * 20; tries += 1) {
    const kind = random.pick(mix);
    const text = makers[kind]();
    if (!queries.has(text)) queries.set(text, { kind, text });
  }
  return [...queries.values()];
}

const TYPO_NAMES = 20;

/** Of the oldest, the middle and the newest names some each, and how they are mistyped: in one word of them. */
export function makeTypoNames(catalog: MadeUpSkill[]): { name: string; typo: string }[] {
  const random = randomOf(7);
  const middle = Math.floor(catalog.length / 2);
  const chosen = [catalog.slice(0, TYPO_NAMES), catalog.slice(middle, middle + TYPO_NAMES), catalog.slice(-TYPO_NAMES)];
  return chosen.flat().map(({ name }) => {
    const words = name.split("-");
    const long = words.reduce((best, word, index) => (word.length > (words[best]?.length ?? 0) ? index : best), 0);
    return { name, typo: words.map((word, index) => (index === long ? withTypo(random, word) : word)).join(" ") };
  });
}

/** Two neighbouring letters change places, or one is left out; short words stay. */
function withTypo(random: Random, word: string): string {
  if (word.length < 5) return word;
  const at = 1 + random.whole(word.length - 3);
  const [one, two] = [word.charAt(at), word.charAt(at + 1)];
  return word.slice(0, at) + (random.next() < 0.5 ? two + one : two) + word.slice(at + 2);
}
