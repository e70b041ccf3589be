import { describe, expect, it } from "vitest";
import { HOSTILE } from "../../test/hostile-text.ts";
import { renderReadme } from "./readme.ts";
import { startCost } from "../../../../test/harness/cost.ts";

let serial = 0;
const render = (text: string) =>
  renderReadme({
    key: `test-${serial++}`,
    text,
    fileHref: (path) => `/skills/x/1.0.0?tab=files#file-${encodeURIComponent(path)}`,
  });
const html = (text: string) => {
  const readme = render(text);
  if (readme.kind !== "html") throw new Error(`not rendered: ${readme.reason}`);
  return readme.html;
};
const TAG = /<(\/?)([a-z0-9]+)([^>]*)>/g;
const ALLOWED =
  /^(a|abbr|b|blockquote|br|code|dd|del|details|dl|dt|em|h[3-6]|hr|i|ins|kbd|li|ol|p|pre|q|s|samp|section|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var)$/;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;

/** What is wrong with this HTML, judged without the sanitiser that made it. */
function complaints(text: string): string[] {
  const found: string[] = [];
  for (const [whole, , name = "", rest = ""] of text.matchAll(TAG)) {
    if (!ALLOWED.test(name)) found.push(whole);
    for (const [, attribute = "", value = ""] of rest.matchAll(ATTRIBUTE)) {
      const fits =
        attribute === "href"
          ? /^(https?:\/\/[^\s]|mailto:[\w.+-]+@|\/skills\/x\/1\.0\.0\?tab=files#file-)/.test(value)
          : ["data-host", "rel", "align", "tabindex", "open"].includes(attribute);
      if (!fits) found.push(`${attribute}=${value}`);
    }
    if (
      rest
        .replace(ATTRIBUTE, "")
        .replace(/ (open|\/)$/, "")
        .trim() !== ""
    )
      found.push(whole);
  }
  if (text.replace(TAG, "").includes("<")) found.push("a stray <");
  return found;
}

describe("a read-me by a stranger", () => {
  it("is rendered: headings below h2, tables, code, lists", () => {
    const made = html(
      "# One\n\n###### Deep\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n\n```py\nx < 1\n```\n\n- [x](https://a.example/)",
    );
    expect(made).toContain("<h3>One</h3>");
    expect(made).toContain("<h4>Deep</h4>");
    expect(made).toContain('<td align="right">2</td>');
    expect(made).toContain("x &lt; 1");
    expect(made).toContain('<a href="https://a.example/" data-host="a.example" rel="nofollow ugc noopener">x</a>');
    expect(complaints(made)).toEqual([]);
  });

  it.each(HOSTILE)("X1 leaves nothing that acts: %s", (payload) => {
    for (const text of [
      payload,
      `# ${payload}`,
      `[${payload}](https://a.example)`,
      `\`\`\`\n${payload}\n\`\`\``,
      `- ${payload}\n\n> ${payload}`,
    ])
      expect(complaints(html(text))).toEqual([]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "file:///etc/passwd",
    "&#106;avascript:alert(1)",
    "blob:https://a.example/x",
  ])("X1 no link leads to %j", (address) => {
    for (const text of [`[x](<${address}>)`, `<a href="${address}">x</a>`, `<${address}>`, `![x](<${address}>)`]) {
      const made = html(text);
      expect(complaints(made)).toEqual([]);
      expect(made).not.toMatch(/href="(?!\/skills\/)/);
    }
  });

  it("X2 a picture is a link that loads nothing, and words inside a link", () => {
    expect(html("![p](https://track.example/p.gif)")).toContain('<a href="https://track.example/p.gif"');
    expect(html("[![badge](https://ci.example/b.svg)](https://ci.example/)")).toMatch(
      /^<p><a [^>]*>badge<\/a><\/p>\s*$/,
    );
    expect(html('<img src="https://track.example/p.gif" alt="words">')).toContain("words");
    expect(html('<img src="https://track.example/p.gif" alt="words">')).not.toContain("track.example");
  });

  it("X3 a link shows the host that it really dials", () => {
    expect(html("[https://bank.example](https://evil.example/)")).toContain('data-host="evil.example"');
    expect(html("[x](https://bank.example@evil.example/)")).toContain(
      'href="https://evil.example/" data-host="evil.example"',
    );
    expect(html("<https://a.example/b>")).not.toContain("data-host");
    expect(html('<a href="https://evil.example/" data-host="bank.example">bank</a>')).toContain(
      'data-host="evil.example"',
    );
  });

  it("a relative link leads to the file in the package, never out of it", () => {
    expect(html("[u](docs/usage.md)")).toContain("#file-docs%2Fusage.md");
    expect(html("[u](../../../../etc/passwd)")).toContain("#file-etc%2Fpasswd");
    expect(html("[u](#part)")).toBe("<p><a>u</a></p>\n");
  });

  it("X1 keeps no id, name, class or style that could clobber or restyle the page", () => {
    const made = html(
      '<h2 id="main" class="notice block" style="position:fixed" name="q">x</h2><a name="install">y</a><form id="search"><input name="q"></form>',
    );
    expect(made).not.toMatch(/ (id|name|class|style)=/);
    expect(made).not.toMatch(/<(form|input)/);
  });

  it("no div is left for a browser to close out of order", () => {
    expect(html("<ul><li><div><li>x</li></div></li></ul></div></main></article>after")).not.toMatch(
      /<\/?(div|main|article)/,
    );
  });

  it("X6 bombs end within the deadline, in bounded output", () => {
    const n = 60_000;
    const bombs = [
      ">".repeat(n), "- ".repeat(n), "[".repeat(n), "![".repeat(n), "*a ".repeat(n), "`".repeat(n) + "a", "<a ".repeat(n), "<div>".repeat(n / 2),
      "<b>".repeat(n), "|a".repeat(n) + "\n" + "|-".repeat(n), "[a](".repeat(n), "a**b".repeat(n), "<!--".repeat(n), "&".repeat(n * 4), "[a](b)".repeat(n / 2),
      "\\".repeat(n * 4), "<details><summary>".repeat(n / 8), "<table><tr><td>".repeat(n / 8), "x\n".repeat(n * 2), "# ".repeat(n),
    ]; // oxfmt-ignore
    for (const bomb of bombs) {
      const cost = startCost();
      const readme = render(bomb);
      expect(cost(), bomb.slice(0, 20)).toBeLessThan(1200);
      if (readme.kind === "html") expect(readme.html.length).toBeLessThanOrEqual(1_048_576);
      else expect(readme.text.length).toBeLessThanOrEqual(65_536);
    }
  });

  it("one beyond 256 KiB is shown as text, cut", () => {
    const readme = render("a".repeat(262_145));
    expect(readme).toMatchObject({ kind: "text" });
  });

  it("is made once for one key", () => {
    const input = { key: "same", text: "# a", fileHref: (path: string) => path };
    expect(renderReadme(input)).toBe(renderReadme({ ...input, text: "never read" }));
  });
});
