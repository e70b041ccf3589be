import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localPath, safeHref, safeLink } from "./safe-href.ts";

describe("safeLink", () => {
  it("keeps http, https and mail, and normalises what it keeps", () => {
    expect(safeLink("HTTPS://User:Pw@Example.COM/a b")).toEqual({
      kind: "web",
      href: "https://example.com/a%20b",
      host: "example.com",
    });
    expect(safeLink("//cdn.example/x")).toEqual({ kind: "web", href: "https://cdn.example/x", host: "cdn.example" });
    expect(safeLink("mailto:a@b.example?bcc=c@d.example")).toEqual({ kind: "mail", href: "mailto:a@b.example" });
    expect(safeLink("./docs/./a.md?x#y")).toEqual({ kind: "file", path: "docs/a.md" });
  });

  it.each([
    "javascript:x",
    "\u0000javascript:x",
    "j\navascript:x",
    "data:,",
    "vbscript:x",
    "ftp://a",
    "#x",
    "?x",
    "",
    "\\\\evil.example",
    "https://",
    "http://[",
    "mailto:x",
    "a".repeat(3_000),
  ])("refuses %j", (text) => expect(safeLink(text)).toBeNull());

  it("gives no other scheme than http, https and mailto, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[\s\u0000-\u0020]*[a-zA-Z\t\n]{1,12}:[^]{0,20}$/)),
        (text) => {
          const link = safeLink(text);
          if (link?.kind === "web") expect(["http:", "https:"]).toContain(new URL(link.href).protocol);
          if (link?.kind === "mail") expect(link.href).toMatch(/^mailto:[\w.+-]+@[\w.-]+$/);
        },
      ),
    );
  });

  it("shows a host in letters of another script as what is dialled", () => {
    expect(safeLink("https://аpple.example/")).toMatchObject({ host: "xn--pple-43d.example" });
  });
});

describe("safeHref", () => {
  it("gives web addresses only", () => {
    expect(safeHref("https://a.example")).toBe("https://a.example/");
    for (const text of [null, "javascript:x", "mailto:a@b.example", "docs/a.md"]) expect(safeHref(text)).toBeNull();
  });
});

describe("X10 localPath", () => {
  it("keeps a path with its query", () => expect(localPath("/skills/a?tab=scan")).toBe("/skills/a?tab=scan"));

  it.each([
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\evil.example",
    "/a\r\nset-cookie: x=1",
    "javascript:x",
    "/..//evil.example",
    "/.//evil.example",
    " //evil.example",
  ])("sends %j home", (text) => expect(localPath(text)).toBe("/"));

  it("never leaves this origin, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          expect(new URL(localPath(text), "https://here.example").origin).toBe("https://here.example");
        },
      ),
    );
  });
});
