import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { sources } from "./harness/read-rooms.ts";

/**
 * Plain English, in what strangers read: documents, and the sentences that programs show. A reader who knows the field and not this house
 * should need no second reading: the role is named, the verb is negated, the term is the field's.
 */
const WORDS: readonly { not: RegExp; rather: string }[] = [
  { not: /\bwhoe?mever\b|\bwhoever\b/i, rather: "the role: the publisher, the caller, the operator" },
  { not: /\bnobody\b/i, rather: "a negated verb: is not signed, no account" },
  { not: /\bsomebody\b/i, rather: "the role: another member, a person, an account" },
  { not: /\b(?:took|taken|takes?) back\b/i, rather: "revoked, withdrawn, undone" },
  { not: /\bgo(?:es)? by\b|\bgone by\b|\bwent by\b/i, rather: "relies on, uses, filters by" },
  { not: /\btold\b/i, rather: "reported, notified, shown" },
  { not: /\bgives? out\b|\bgiven out\b|\bgave out\b/i, rather: "serves, issues, reuses" },
  { not: /\bthe marks\b/i, rather: "tier, verdict and signature" },
];

/** Sentences are cut in two past so many words. A span of code counts as one, and what follows a colon or a semicolon counts for itself. */
const MOST_WORDS = 30;

/** Documents in which sentences that are too long still stand. A document that is done leaves the list. */
const NOT_YET_SHORT: readonly string[] = [
  "docs/bench.md",
  "docs/cli.md",
  "docs/detection.md",
  "docs/operations.md",
  "docs/running.md",
  "docs/scanning.md",
];

const prose = (text: string): string =>
  text
    .replace(/^---\n.*?\n---\n/s, "")
    .replaceAll(/^```.*?^```$/gms, "")
    .replaceAll(/`[^`\n]*`/g, "`code`");

/** Paragraphs, items of lists and cells of tables, cut into sentences. */
const sentencesOf = (text: string): string[] =>
  prose(text)
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) |\|/)
    .flatMap((piece) => piece.replaceAll("\n", " ").split(/(?<=[.!?:;]["')*]*)\s+/));

const wordsIn = (text: string): string[] =>
  WORDS.flatMap(({ not, rather }) => {
    const found = not.exec(text)?.[0];
    return found === undefined ? [] : [`${found} (rather ${rather}): ${text.trim().slice(0, 120)}`];
  });

const plainProblems = (text: string): string[] => sentencesOf(text).flatMap(wordsIn);
const lengthProblems = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > MOST_WORDS);

const documents = [
  "README.md",
  ...["docs", "docs/architecture"].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
].filter((path) => path.endsWith(".md"));

describe("documents say it plainly", () => {
  test.each(documents)("%s has none of the house's words", (path) => {
    expect(plainProblems(readFileSync(path, "utf8"))).toEqual([]);
  });

  test.each(documents.filter((path) => !NOT_YET_SHORT.includes(path)))("%s has no sentence past 30 words", (path) => {
    expect(lengthProblems(readFileSync(path, "utf8"))).toEqual([]);
  });

  test("a document that is done leaves the list of those that are not", () => {
    const isShort = (path: string) => lengthProblems(readFileSync(path, "utf8")).length === 0;
    expect(NOT_YET_SHORT.filter(isShort)).toEqual([]);
  });

  test("a planted word is found, and a planted sentence", () => {
    expect(plainProblems("A paragraph.\n\n- Whoever reads it\n  is told so.")).toHaveLength(2);
    expect(plainProblems("`whoever` in code, and in a block:\n\n```sh\nnobody\n```\n")).toEqual([]);
    expect(lengthProblems(`It is ${"long, ".repeat(30)}and goes on.`)).toHaveLength(1);
    expect(lengthProblems(`It is ${"short, ".repeat(15)}and ends. ${"So ".repeat(20)}it is.`)).toEqual([]);
  });
});

/** Rooms whose sentences are data of a scanner: another word there changes its digest, and every published version is scanned again. */
const IN_A_DIGEST: readonly string[] = ["code-analysis", "instruction-analysis", "reading", "scan", "wording"];

/** Every text in a source that holds a space: no name, no path, no key. Comments are not looked at. */
function textsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    found.push(...textOf(node));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }).body);
  return found.filter((each) => each.trim().includes(" "));
}

/** The text of a node of ESTree that is a text. */
function textOf(node: { type?: unknown; value?: unknown }): string[] {
  const { type, value } = node;
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return [value];
  return type === "TemplateElement" ? [String((value as { cooked?: unknown }).cooked ?? "")] : [];
}

const roomOf = ({ room }: (typeof sources)[number]): string => room.name;
const problemsOfRoom = (room: string): string[] =>
  sources
    .filter((source) => roomOf(source) === room)
    .flatMap(({ file }) => {
      const text = readFileSync(file, "utf8");
      if (!WORDS.some(({ not }) => not.test(text))) return [];
      return textsIn(file, text)
        .flatMap(wordsIn)
        .map((problem) => `${file}: ${problem}`);
    });

describe("programs say it plainly", () => {
  const rooms = [...new Set(sources.map(roomOf))].filter((room) => !IN_A_DIGEST.includes(room));

  test.each(rooms)("no sentence of %s has the house's words", (room) => {
    expect(problemsOfRoom(room)).toEqual([]);
  });

  test("a planted word is found in a string, a template and a page, and not in a name or a comment", () => {
    const planted = (text: string) => textsIn("planted.tsx", text).flatMap(wordsIn).length;
    expect(planted('const a = "ask whoever runs it";')).toBe(1);
    expect(planted("const a = `${name} is told so`;")).toBe(1);
    expect(planted("const page = <p>Nobody signed it</p>;")).toBe(1);
    expect(planted('// nobody reads this\nconst told = ask(told, "whoever");')).toBe(0);
  });
});
