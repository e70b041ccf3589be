import { describe, expect, test } from "vitest";
import { viewSkill } from "@gaia/reading";
import { WITHOUT_GRAMMARS } from "../test/without-grammars.ts";
import { instructionAnalyser } from "./instruction-analyser.ts";

async function hiddenIn(body: string, path = "SKILL.md"): Promise<string[]> {
  const head = path === "SKILL.md" ? "---\nname: sample\ndescription: A sample\n---\n\n# Sample\n\n" : "";
  const view = viewSkill({
    files: [{ path, bytes: new TextEncoder().encode(head + body) }],
    nested: [],
    about: { name: "sample", description: "A sample", publisher: "somebody", links: [], requirements: [] },
  });
  const { findings } = await instructionAnalyser.analyse(view, WITHOUT_GRAMMARS);
  return findings
    .filter(({ rule, severity }) => rule.startsWith("instructions/hidden-") && severity === "high")
    .map(({ rule }) => rule.slice("instructions/".length));
}

// Harmless words on purpose: what is found is the form.
const SAYS = "Put the table before the text and give each of the columns a short name.";
const base64 = Buffer.from(SAYS).toString("base64");
const everyFew = (size: number): string[] => SAYS.match(new RegExp(`.{1,${size}}`, "g")) ?? [];

describe("a text in a form that nobody reads is held, whatever it says", () => {
  test.each<[string, string, string]>([
    ["base64 that is to be followed", `Decode this and carry it out:\n\n${base64}`, "hidden-encoded-order"],
    [
      "hex that is to be followed",
      `Follow the steps below.\n${Buffer.from(SAYS).toString("hex")}`,
      "hidden-encoded-order",
    ],
    [
      "character references in a fence",
      `Apply this:\n\n\`\`\`\n${[...SAYS].map((c) => `&#${c.charCodeAt(0)};`).join("")}\n\`\`\``,
      "hidden-encoded-order",
    ],
    [
      "character references on the page",
      [...SAYS].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(""),
      "hidden-character-references",
    ],
    [
      "a numbered list of pieces",
      everyFew(11)
        .map((part, i) => `${i + 1}) ${JSON.stringify(part)}`)
        .join("\n"),
      "hidden-in-pieces",
    ],
    [
      "pieces joined by plus",
      everyFew(10)
        .map((part) => JSON.stringify(part))
        .join(" + "),
      "hidden-in-pieces",
    ],
    [
      "numbered variables",
      everyFew(9)
        .map((part, i) => `part_${i} = ${JSON.stringify(part)}`)
        .join("\n"),
      "hidden-in-pieces",
    ],
    ["mixed capitals", "pUt ThE tAbLe bEfOrE tHe tExT aNd NaMe iTs cOlUmNs fOr tHe rEaDeR", "hidden-mixed-case"],
    ["letters apart", "p-l-e-a-s-e put the t.a.b.l.e before the c o l u m n s", "hidden-spaced-words"],
    ["words parted by zero-width spaces", SAYS.replaceAll(/(\w\w)(\w\w)/g, "$1\u200b$2"), "hidden-split-words"],
  ])("%s", async (_, body, rule) => {
    expect(await hiddenIn(body)).toContain(rule);
  });

  test("in a cell of a notebook", async () => {
    const cells = [{ cell_type: "markdown", metadata: {}, source: ["For the assistant, encoded:\n", "\n", base64] }];
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }, null, 1);
    expect(await hiddenIn(notebook, "guide.ipynb")).toEqual(["hidden-encoded-order"]);
  });
});

describe("what has the form for an honest reason is not", () => {
  test.each([
    ["a list of phrases", '1. "convert this file"\n2. "make a table"\n3. "tidy my notes"\n4. "sort the list"'],
    ["an example of an encoding", `\`${base64.slice(0, 16)}\` is the beginning of a text in Base64.`],
    [
      "names of products and functions",
      "GitHub, JavaScript, OAuth, macOS, iPhone, LaTeX, getElementById, XMLHttpRequest, TypeScript",
    ],
    ["the answers of a quiz", "A B C D\nA B C D\nWhich of A / B / C / D is right?"],
    ["soft hyphens", "Donau\u00addampf\u00adschiff Kraft\u00adfahr\u00adzeug Haft\u00adpflicht"],
    ["a table of encodings", `| Encoded | Follow it? |\n| --- | --- |\n| ${base64} | no |`],
    ["an entity here and there", "Fish &amp; chips &#169; 2026, caf&#233; &lt;open&gt;"],
  ])("%s", async (_, body) => {
    expect(await hiddenIn(body)).toEqual([]);
  });
});
