import { describe, expect, it } from "vitest";
import { HOSTILE } from "../../test/hostile-text.ts";
import { renderReadme } from "../readme/readme.ts";
import { withCodeParts } from "./code-blocks.ts";
import { codeLines, type Highlight, partsOf } from "./code-lines.ts";

/** Every second letter is a keyword: as dense as parts can be. */
const striped: Highlight = async ({ text }) =>
  Uint16Array.from(
    text.split("\n").flatMap((line) => [...[...line].flatMap((each, at) => [each.length, at % 2 ? 4 : 0]), 0, 0]),
  );

let serial = 0;
async function shown(text: string, highlight = striped) {
  const readme = renderReadme({ key: `blocks-${serial++}`, text, fileHref: (path) => path });
  if (readme.kind !== "html") throw new Error(readme.reason);
  return { plain: readme.html, html: await withCodeParts(readme.html, readme.fences, highlight) };
}
const withoutParts = (html: string) => html.replaceAll(/<span class="hl-keyword">([^<]*)<\/span>/g, "$1");

describe("code blocks of a read-me", () => {
  it("are told apart where their fence names a language", async () => {
    const { html } = await shown("```py\nab\n```\n\n```\nab2\n```\n\n    ab3");
    expect(html).toContain('<code>a<span class="hl-keyword">b</span>\n</code>');
    expect(html).toContain("<code>ab2\n</code>");
    expect(html).toContain("<code>ab3\n</code>");
  });

  it.each(HOSTILE)("X1 keep their letters, and get nothing but our own spans: %s", async (payload) => {
    for (const text of [
      `\`\`\`py\n${payload}\n\`\`\``,
      `\`\`\`${payload.replaceAll(/[\n`]/g, " ")}\nx\n\`\`\``,
      `<pre><code>${payload}</code></pre>\n\n\`\`\`py\n${payload}\n\`\`\``,
    ]) {
      const { plain, html } = await shown(text);
      // Quotes may be written either way in text.
      expect(withoutParts(html).replaceAll("&quot;", '"')).toBe(plain.replaceAll("&quot;", '"'));
    }
  });

  it("stay as they were when a highlighter says what does not fit", async () => {
    for (const pairs of [[], [1, 4, 0, 0], [9, 4, 0, 0], [2, 4], [2, 4, 0, 0, 2, 4, 0, 0, 0, 0]]) {
      const { plain, html } = await shown("```py\nab\n```", async () => Uint16Array.from(pairs));
      expect(html).toBe(plain);
    }
  });
});

describe("lines of code", () => {
  it("are plain from where a read-me has more parts than a page carries", async () => {
    const block = (letter: string) => `\`\`\`py\n${letter.repeat(7_000)}\n\`\`\``;
    const { html } = await shown([block("a"), block("b"), "```py\ncd\n```"].join("\n\n"));
    expect(html.match(/<span/g)?.length).toBe(3_500);
  });

  it("are the same letters", () => {
    expect(partsOf(["ab", "", "c"], Uint16Array.of(1, 4, 1, 0, 0, 0, 0, 0, 1, 99, 0, 0))).toEqual([
      [
        { kind: 4, text: "a" },
        { kind: 0, text: "b" },
      ],
      [],
      [{ kind: 0, text: "c" }],
    ]);
  });

  it("are plain for a reader whom it would keep waiting", async () => {
    const never: Highlight = () => new Promise(() => {});
    expect(await codeLines(never, { lines: ["a"], named: "a.py", waitMs: 5 })).toBeNull();
  });
});
