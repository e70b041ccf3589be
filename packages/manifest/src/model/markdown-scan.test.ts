import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf, scanBlocks } from "./markdown-scan.ts";
import { parseBlocks, readMarkdown } from "./markdown-tree.ts";
import { newReport } from "./report.ts";
import { readSourceText } from "./source-text.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function read(text: string) {
  const source = readSourceText("a.skill.md", new TextEncoder().encode(text), newReport());
  if (source === null) throw new Error("not UTF-8");
  return readMarkdown(source, 0, newReport());
}

/** Whether the full parser is not asked. */
const isScanned = (text: string): boolean =>
  partsOf(text).every(({ from, to, isPlain }) => isPlain && scanBlocks(text.slice(from, to), 0) !== null);

/** Lines that mean something, alone or behind one another. */
const LINES = [
  ..."# A|## B c ##|#x|####### y|# |#|## a \\##|   # h|    # c".split("|"),
  ..."text|more **bold**|`code` x|trail  |-x|*em*|_u_|a\\|&amp; b|é ü|1986. A|==|===|[d]: u|a\tb".split("|"),
  "",
  "",
  "",
  "  ",
  "\t",
  ..."- a|- b `c`|* c|+ d|1. one|2. two|3) three|-|- |1.|10. ten|12345678901. x|-\tt|-    four|-     five".split("|"),
  ..."  cont|    deep|- - x|  - nested|   1. n|\ttab|> q|>".split("|"),
  ..."```|```ts|```ts x|~~~|````|  ```|- ```|``` a`b|~~~ a&b".split("|"),
  ..."---|***|- - -|___|<div>|</div>|<!-- c|-->|a <b> c|- <i>|**Label:**".split("|"),
];

describe("the scan of plain Markdown", () => {
  it("gives what the full parser gives, or nothing", () => {
    let scanned = 0;
    const runs = 3000;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 9 }), fc.boolean(), (lines, ends) => {
        const text = lines.join("\n") + (ends ? "\n" : "");
        if (isScanned(text)) scanned++;
        const blocks = read(text);
        if (blocks !== null) expect(plain(blocks), JSON.stringify(text)).toEqual(plain(parseBlocks(text, 0)));
      }),
      { numRuns: runs },
    );
    // A test that never scans would hold nothing against anything.
    expect(scanned).toBeGreaterThan(runs / 10);
  });

  const TOOL =
    "### tool\n\nDoes *it*, with `care`.\n\n**Parameters:**\n\n- `query` (string, required): what\n- `limit` (integer): how many\n\n**Implementation:**\n\n```typescript\nasync (params) => {\n  # no heading\n  return { items: [] };\n};\n```\n\n---\n\n";
  const HONEST = `# T\n\nText\nover lines.\n\n## Provided Tools\n\n${TOOL.repeat(20)}## Metadata\n\n- **Author**: A\n`;

  it("takes what people write, and only asks for the part that is not plain", () => {
    expect(isScanned(HONEST)).toBe(true);
    const mixed = `${HONEST}## Nested\n\n- a\n  - b\n\n## After\n\n- c\n`;
    expect(isScanned(mixed)).toBe(false);
    expect(plain(read(mixed))).toEqual(plain(parseBlocks(mixed, 0)));
    expect(partsOf(mixed).filter(({ isPlain }) => isPlain)).toHaveLength(partsOf(mixed).length);
  });

  it("leaves all that follows to the full parser where something may reach past a heading", () => {
    for (const open of [
      "<!--\n# x\n-->\n",
      "- ```\n# x\n",
      "> ~~~\n# x\n",
      "  ```\n# x\n  ```\n",
      "```\n# x\n",
      "1. <pre>\n\n# x\n",
    ]) {
      const text = `# A\n\n${open}# B\n`;
      expect(partsOf(text).at(-1), open).toMatchObject({ to: text.length, isPlain: false });
      expect(plain(read(text)), open).toEqual(plain(parseBlocks(text, 0)));
    }
  });

  it("takes less than a third of the full parser's time", () => {
    const cpuOf = (run: () => void): number => {
      for (let warm = 0; warm < 10; warm++) run();
      const start = process.threadCpuUsage();
      for (let count = 0; count < 20; count++) run();
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    expect(cpuOf(() => parseBlocks(HONEST, 0)) / cpuOf(() => read(HONEST))).toBeGreaterThan(3);
  });
});
