import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nounOf, nouns } from "../contents/nouns.ts";
import { operationsOf, SCHEMAS, SHAPE_PAGES } from "./api/document.ts";
import { asHere } from "./as-here.ts";
import { DOC_PAGES } from "../contents/contents.ts";
import { FILES } from "./files.ts";
import { isKnownLink, renderDoc } from "./render.ts";
import { linesOf, sectionsOf } from "./sections.ts";

const document: { paths: Record<string, Record<string, { operationId: string; tags: string[] }>> } = JSON.parse(
  readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"),
);

describe("the documents on the site", () => {
  it("each section of each file stands on one page, and no file is carried along without one", () => {
    for (const [file, text] of FILES) {
      const all = sectionsOf(text).map(({ anchor }) => anchor);
      const parts = DOC_PAGES.flatMap(({ parts }) => parts.filter((part) => part.file === file));
      const shown = parts.flatMap(({ sections }) => sections ?? all);
      expect([file, shown.toSorted()]).toEqual([file, all.toSorted()]);
    }
    expect(DOC_PAGES.flatMap(({ parts }) => parts).filter(({ file }) => !FILES.has(file))).toEqual([]);
    expect(new Set(DOC_PAGES.map(({ slug }) => slug)).size).toBe(DOC_PAGES.length);
  });

  it("a link that leads nowhere on the site names a file of the repository that is there", () => {
    const left = new Set<string>();
    for (const [file, text] of FILES) {
      for (const { line, isCode } of linesOf(text)) {
        const written = isCode ? [] : line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g);
        for (const [, href = ""] of written) {
          if (isKnownLink(href, file)) continue;
          const [path = ""] = href.split("#");
          expect([file, href, FILES.has(path)]).toEqual([file, href, false]);
          left.add(href);
          readFileSync(new URL(`../../../../docs/${file.replace(/[^/]*$/, "")}${path}`, import.meta.url));
        }
      }
    }
    expect(left.size).toBeGreaterThan(0);
  });

  it("headings have an id each, a hash in a fence is none, and each id stands once", () => {
    const cli = renderDoc("cli");
    expect(cli?.headings.map(({ id }) => id)).toEqual(["which-registry-is-asked", "what-every-verb-has"]);
    expect(cli?.html).toContain('<h2 id="which-registry-is-asked">');
    for (const { slug } of DOC_PAGES) {
      const ids = renderDoc(slug)?.headings.map(({ id }) => id) ?? [];
      expect([slug, new Set(ids).size]).toEqual([slug, ids.length]);
      for (const id of ids) expect([slug, renderDoc(slug)?.html.split(`id="${id}"`).length]).toEqual([slug, 2]);
    }
    expect(sectionsOf("# T\n\n```sh\n# no\n## no\n```\n\n## Yes `a`\n").map(({ anchor }) => anchor)).toEqual([
      "",
      "yes-a",
    ]);
  });

  it("no document brings a script, a style or an address of another kind", () => {
    for (const { slug } of DOC_PAGES) {
      const html = renderDoc(slug)?.html ?? "";
      expect(html, slug).not.toMatch(
        /<(?!\/?(?:a|b|blockquote|br|code|copy-command|em|h[2-6]|hr|li|ol|p|pre|s|span|strong|table|tbody|td|th|thead|tr|ul)\b)/,
      );
      for (const [, href] of html.matchAll(/href="([^"]*)"/g))
        expect([slug, href]).toEqual([
          slug,
          expect.stringMatching(/^(?:https?:\/\/|\/docs|\/api\/v1\/openapi\.json|#)/),
        ]);
    }
  });

  it("examples speak of the registry that the reader is at, whose address is text", () => {
    const html =
      "<code>https://skills.example.com/hub https://any:gsk_…@skills.example.com skills.example.com/log</code>";
    expect(asHere(html, "http://10.0.0.1:81")).toBe(
      "<code>http://10.0.0.1:81/hub http://any:gsk_…@10.0.0.1:81 10.0.0.1:81/log</code>",
    );
    expect(asHere("https://skills.example.com", "https://a.example/<b>$&")).toBe("https://a.example/&lt;b&gt;$&amp;");
  });
});

describe("the reference of the API", () => {
  it("has each operation on one page, and each named shape on one", () => {
    const known = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId, tags }) => {
        expect([operationId, nounOf(tags[0] ?? "", path)]).not.toEqual([operationId, null]);
        return operationId;
      }),
    );
    const shown = nouns.flatMap(({ slug }) => operationsOf(slug).map(({ operationId }) => operationId));
    expect(known.length).toBeGreaterThan(100);
    expect(shown.toSorted()).toEqual(known.toSorted());
    for (const { slug } of nouns) expect([slug, operationsOf(slug).length > 0]).toEqual([slug, true]);
    expect(Object.keys(SCHEMAS).filter((name) => !SHAPE_PAGES.has(name))).toEqual([]);
  });
});
