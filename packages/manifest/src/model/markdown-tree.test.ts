import { describe, expect, it } from "vitest";
import { startCost } from "../../../../test/harness/cost.ts";
import { readMarkdown } from "./markdown-tree.ts";
import { newReport } from "./report.ts";
import { readSourceText } from "./source-text.ts";

function read(text: string) {
  const report = newReport();
  const source = readSourceText("a.skill.md", new TextEncoder().encode(text), report);
  if (source === null) throw new Error("not UTF-8");
  const cost = startCost();
  const blocks = readMarkdown(source, 0, report);
  return { blocks, cost: cost(), codes: report.diagnostics.map(({ code }) => code), source };
}

const SIZE = 256 * 1024;

function filled(unit: string): string {
  return unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
}

/** About as much of `unit` as is still accepted, found by halving. */
function most(unit: string, before = ""): string {
  let low = 1;
  let high = Math.ceil(SIZE / unit.length);
  while (high - low > high / 16) {
    const middle = (low + high + 1) >> 1;
    const text = before + unit.repeat(middle);
    if (isAccepted(text)) low = middle;
    else high = middle - 1;
  }
  return before + unit.repeat(low);
}

/** Measures without parsing: an unclosed fence before the text makes parsing cheap, and marks in code count too. */
function isAccepted(text: string): boolean {
  return read(`~~~~~~~~~~\n${text}`).blocks !== null;
}

describe("the blocks of a Markdown text", () => {
  it("gives headings, paragraphs, lists and code with their places and their source", () => {
    const text = "# A *b*\n\ntext `x`\nmore\n\n- **One**: [l](u)\n- two\n\n```TS x\na\n\nb\n```\n\n~~~\nopen";
    const { blocks } = read(text);
    expect(blocks).toMatchObject([
      { kind: "heading", depth: 1, text: "A *b*", at: 0 },
      { kind: "paragraph", text: "text `x`\nmore" },
      { kind: "list", items: [{ text: "**One**: [l](u)" }, { text: "two" }] },
      { kind: "code", language: "ts", code: "a\n\nb", isClosed: true },
      { kind: "code", language: null, code: "open", isClosed: false },
    ]);
    const [code, open] = (blocks ?? []).filter((block) => block.kind === "code");
    expect(text.slice(code?.codeAt, code?.codeEnd)).toBe("a\n\nb\n");
    expect(text.slice(open?.codeAt, open?.codeEnd)).toBe("open");
  });

  it("sees no heading inside code, HTML or quotations", () => {
    const { blocks } = read("```\n# a\n```\n\n<!--\n# b\n-->\n\n> # c\n\n    # d\n\n# e\n");
    expect(blocks?.filter(({ kind }) => kind === "heading")).toMatchObject([{ text: "e" }]);
  });

  it("takes a nested list, a numbered list and a long text of an honest author", () => {
    const chapter =
      "## Part\n\nSome text.\n\n1. **One**: a\n   - b\n     - c\n\n2. two\n\n```yaml\na:\n  - b:\n      - c\n```\n\n---\n\n";
    const { blocks, codes } = read(chapter.repeat(300));
    expect(codes).toEqual([]);
    expect(blocks).toHaveLength(1500);
  });
});

describe("Markdown as hostile input", () => {
  const units = [
    "> ",
    "> - ",
    "1. ",
    "* a\n",
    "-\n",
    ">\n\n",
    ">\na\n",
    "- - - - a\n",
    "> > > > a\n\n",
    "- a\n  - b\n    - c\n",
  ];
  it.each(units)("Y8 refuses 256 KiB of %j with a name, in no time", (unit) => {
    const { blocks, codes, cost } = read(filled(unit));
    expect(blocks).toBeNull();
    expect(codes).toEqual(["SK2023"]);
    expect(cost).toBeLessThan(200);
  });

  it.each([
    ...units.slice(4),
    "# a\n",
    "a\n=\n",
    "a\n\n",
    "```\n\n",
    "<a>\n\n",
    "- ```\n",
    "1. a\n2) b\n",
    "> - a\n\n",
    "\n",
    "  - - - - - a\n",
  ])("Y8 as much of %j as is accepted is read at a bounded cost", (unit) => {
    expect(read(most(unit)).cost).toBeLessThan(1000);
  });

  it.each([
    "a",
    "`",
    "``` ",
    "[",
    "![",
    "](",
    "*",
    "a**b c* ",
    "_a",
    "<",
    "<a b='",
    "<!--",
    "&",
    "\\",
    "#",
    "# ",
    "    ",
    "|-",
    "\0",
    "<![CDATA[",
  ])("Y8 256 KiB of %j are read at a bounded cost", (unit) => {
    const { cost, codes } = read(filled(unit));
    expect(cost).toBeLessThan(1000);
    expect(codes).not.toContain("SK2023");
  });

  it("Y8 counts the lines that lie inside an open container", () => {
    const open = `${"- ".repeat(16)}a\n`;
    expect(read(open + "b\n".repeat(5000)).codes).toEqual(["SK2023"]);
    expect(read(open + "\n".repeat(5000)).codes).toEqual(["SK2023"]);
    expect(read(most("b\n", open)).cost).toBeLessThan(1000);
    expect(read(most("\n", open)).cost).toBeLessThan(1000);
    expect(read(`>${" ".repeat(40)}- a\n`).codes).toEqual(["SK2023"]);
    expect(read(`${"\t".repeat(9)}- a\n`).codes).toEqual(["SK2023"]);
  });
});
