import { describe, expect, it } from "vitest";
import { readSkill, reservedPrefix } from "../index.ts";
import { codes, complaints, manifest, read, readGood, utf8 } from "../../test/manifests.ts";

/** Each case: what is changed, and every complaint that must come of it, with its exact place. */
function cases(table: [what: string, changes: Record<string, string | null>, expected: string[]][]) {
  it.each(table)("%s", (_what, changes, expected) => {
    const { skill, diagnostics } = read(manifest(changes));
    expect(complaints(diagnostics)).toEqual(expected);
    const hasError = diagnostics.some(({ severity }) => severity === "error");
    expect(skill === null).toBe(hasError);
    for (const { message, hint } of diagnostics) {
      expect(message).toMatch(/^\S.*\.$/s);
      expect(hint ?? "").not.toMatch(/[{}]/.test(hint ?? "") ? /\{[a-z]+\}/ : /never/);
    }
  });
}

it("at import 0.0.0 fills no gap, nor does what was made up for it: the same version is made up each time", () => {
  const files = [{ path: "SKILL.md", bytes: utf8("---\nname: notes\ndescription: Takes notes.\n---\n") }];
  const made = (defaultVersion?: string) =>
    readSkill(files, { mode: "import", ...(defaultVersion !== undefined && { defaultVersion }) }).skill?.version.value;
  const first = made();
  expect(first).toMatch(/^0\.0\.0\+sha256\./);
  expect([made("0.0.0"), made(first), made("1.2.3")]).toEqual([first, first, "1.2.3"]);
  expect(readSkill(files, { defaultVersion: "0.0.0" }).skill).toBeNull();
});

describe("a # that cuts nothing is not told (first week, A4)", () => {
  cases([
    ["in a quoted text", { description: 'description: "Manages # tags."' }, []],
    ["after a quoted text", { description: "description: 'Manages tags.' # for teams" }, []],
    ["without a space before it", { description: "description: Writes C#, F# and issue#1." }, []],
    ["on a line of its own", { description: "# what it does\ndescription: Manages tags.\n# that is all" }, []],
    ["where there is no text", { description: "description: # to do" }, ["SK3020 1:1"]],
    [
      "after what has a form of its own",
      { name: "name: web-search # lower case", license: "license: MIT # see LICENSE" },
      [],
    ],
  ]);

  it("of a tool's description it is told", () => {
    const tools = "tools:\n  - name: search\n    description: Finds #1 # and more\n    parameters: {}";
    expect(complaints(read(manifest({ tools })).diagnostics).filter((one) => one.startsWith("SK2024"))).toHaveLength(1);
  });
});

describe("required fields", () => {
  cases([
    ["nothing changed", {}, []],
    ["no name", { name: null }, ["SK3001 1:1"]],
    ["an empty name", { name: "name:" }, ["SK3001 1:1"]],
    ["no version", { version: null }, ["SK3010 1:1"]],
    ["no description", { description: null }, ["SK3020 1:1"]],
    ["a description of spaces", { description: 'description: "  "' }, ["SK3020 4:14"]],
    ["no author", { author: null }, ["SK3033 1:1"]],
    ["no license", { license: null }, ["SK3030 1:1"]],
    ["no permissions", { permissions: null }, ["SK5001 1:1"]],
    ["no tools", { tools: null }, ["SK4009 1:1"]],
    ["an empty list of tools", { tools: "tools: []" }, ["SK4009 9:8"]],
    ["no security_tier", { security_tier: null }, ["SK5013 1:1"]],
  ]);

  it("reports everything at once, in the order of the file", () => {
    const text = "---\nname: Bad Name\nversion: v1\nlicense: mit\n---\n";
    expect(complaints(read(text, { format: "gaia-0.1" }).diagnostics)).toEqual([
      "SK3020 1:1",
      "SK3033 1:1",
      "SK5001 1:1",
      "SK4009 1:1",
      "SK5013 1:1",
      "SK3002 2:7",
      "SK3011 3:10",
      "SK3031 4:10",
      "SK7001 6:1",
    ]);
  });
});

describe("name", () => {
  cases([
    ["upper case", { name: "name: Hello" }, ["SK3002 2:7"]],
    ["a space", { name: "name: hello world" }, ["SK3002 2:7"]],
    ["a hyphen first", { name: "name: -hello" }, ["SK3002 2:7"]],
    ["Y12 a Cyrillic homoglyph", { name: "name: hеllo" }, ["SK3002 2:7"]],
    ["Y12 full width", { name: "name: ｇａｉａ-x" }, ["SK3002 2:7"]],
    ["65 characters", { name: `name: ${"a".repeat(65)}` }, ["SK3003 2:7"]],
    ["64 characters", { name: `name: ${"a".repeat(64)}` }, []],
    ["a digit first is accepted with a warning", { name: "name: 3d-print" }, ["SK3009 2:7"]],
    ["a number is a name", { name: "name: 123" }, ["SK3009 2:7"]],
    ["an edge hyphen", { name: "name: hello-" }, ["SK3009 2:7"]],
    ["a double hyphen", { name: "name: hello--world" }, ["SK3009 2:7"]],
    ["a list", { name: "name: [a]" }, ["SK3041 2:7"]],
  ]);

  it("names the readers that refuse an accepted name", () => {
    const warning = (name: string) =>
      read(manifest({ name: `name: ${name}` })).diagnostics.find(({ code }) => code === "SK3009");
    expect(warning("3d")?.message).toContain("GAIA 0.1");
    expect(warning("a--b")?.message).toContain("Agent Skills");
    expect(warning("3d")?.hint).toBe("Use skill-3d.");
  });

  it.each([
    ["My Cool Skill", "my-cool-skill"],
    ["webSearch", "web-search"],
    ["Ünïcode_name!", "unicode-name"],
    ["日本", "my-skill"],
  ])("suggests a good name for %s", (name, suggestion) => {
    const { diagnostics } = read(manifest({ name: `name: "${name}"` }));
    expect(diagnostics.find(({ code }) => code === "SK3002")?.hint).toBe(`Use ${suggestion}.`);
  });

  it("Y12 exposes reserved prefixes and leaves judging them to the registry", () => {
    expect(["amd-x", "gaia-x", "mcp-x", "gaiax", "x-amd-"].map(reservedPrefix)).toEqual([
      "amd-",
      "gaia-",
      "mcp-",
      null,
      null,
    ]);
    expect(readGood(manifest({ name: "name: gaia-tools" })).name.value).toBe("gaia-tools");
  });
});

describe("version", () => {
  cases([
    ["two parts", { version: "version: 1.0" }, ["SK3012 3:10", "SK3011 3:10"]],
    ["a v", { version: "version: v1.0.0" }, ["SK3011 3:10"]],
    ["leading zeros", { version: "version: 01.0.0" }, ["SK3011 3:10"]],
    ["prerelease and build", { version: "version: 1.0.0-rc.1+build.5" }, []],
    ["0.0.0", { version: "version: 0.0.0" }, ["SK3015 3:10"]],
    ["0.0.0 with a build", { version: "version: 0.0.0+abc" }, ["SK3015 3:10"]],
    ["a prerelease of 0.0.0 is a version", { version: "version: 0.0.0-dev.1" }, []],
    ["a list", { version: "version: [1, 0, 0]" }, ["SK3041 3:10"]],
    ["very long", { version: `version: 1.0.0-${"a".repeat(200)}` }, ["SK3041 3:10"]],
  ]);

  it("Y7 does not lose the zero of 1.10", () => {
    const found = read(manifest({ version: "version: 1.10" })).diagnostics.find(({ code }) => code === "SK3011");
    expect(found).toMatchObject({ message: expect.stringContaining('"1.10"') });
    expect(found?.hint).toBe("Use 1.10.0.");
  });

  it("is filled from the publish when the manifest has none", () => {
    const skill = readGood(manifest({ version: null }), { version: "2.0.0" });
    expect(skill.version).toEqual({
      value: "2.0.0",
      origin: { file: "SKILL.md", line: null, column: null, how: "publish-arg" },
    });
  });

  it("Y11 must agree with the publish when both are there", () => {
    expect(readGood(manifest(), { version: "0.1.0" }).version.origin.how).toBe("declared");
    const { skill, diagnostics } = read(manifest(), { version: "0.1.1" });
    expect(skill).toBeNull();
    expect(complaints(diagnostics)).toEqual(["SK3013 3:10"]);
  });

  it("refuses a bad version given at publish", () => {
    for (const version of ["", "latest", "1", "0.0.0", " 1.0.0", "1.0.0\n", "../1"]) {
      const reading = read(manifest({ version: null }), { version });
      expect(reading.skill, version).toBeNull();
      expect(codes(reading).filter((code) => /^SK301[15]$/.test(code))).toHaveLength(1);
    }
  });
});

describe("description, author, license", () => {
  cases([
    ["200 code points", { description: `description: ${"🦊".repeat(200)}` }, []],
    ["201 code points", { description: `description: ${"é".repeat(201)}` }, ["SK3021 4:14"]],
    ["two lines", { description: 'description: "a\\nb"' }, ["SK3025 4:14"]],
    ["a folded scalar is one line", { description: "description: >\n  a\n  b" }, []],
    ["a literal of two lines", { description: "description: |\n  a\n  b" }, ["SK3025 4:14"]],
    ["a mapping as description", { description: "description: {a: b}" }, ["SK3041 4:14"]],
    ["a list as author", { author: "author: [a, b]" }, ["SK3041 5:9"]],
    ["an SPDX expression", { license: "license: (MIT OR Apache-2.0) AND BSD-3-Clause" }, []],
    ["a custom licence", { license: "license: LicenseRef-Acme-1" }, []],
    ["UNLICENSED", { license: "license: UNLICENSED" }, []],
    ["NOASSERTION", { license: "license: NOASSERTION" }, []],
    ["lower case", { license: "license: mit" }, ["SK3031 6:10"]],
    ["Y14 an operator alone", { license: "license: MIT AND" }, ["SK3031 6:10"]],
    ["Y14 prototype names", { license: "license: constructor" }, ["SK3031 6:10"]],
    ["Y14 parentheses", { license: `license: "${"(".repeat(190)}"` }, ["SK3031 6:10"]],
    ["Y14 a long chain", { license: `license: ${"MIT OR ".repeat(120)}MIT` }, ["SK3031 6:10"]],
  ]);

  it.each([
    ["Apache 2.0", "Apache-2.0"],
    ["Apache License, Version 2.0", "Apache-2.0"],
    ["MIT License", "MIT"],
    ["mit", "MIT"],
    ["BSD 3-Clause", "BSD-3-Clause"],
    ["GPLv3", "GPL-3.0-only"],
    ["Proprietary", "UNLICENSED"],
  ])("suggests for the licence %s", (license, suggestion) => {
    const { diagnostics } = read(manifest({ license: `license: ${license}` }));
    expect(diagnostics.find(({ code }) => code === "SK3031")?.hint).toBe(`Use ${suggestion}.`);
  });

  it("gives no SPDX expression for UNLICENSED", () => {
    expect(readGood(manifest({ license: "license: UNLICENSED" })).license?.spdx).toBeNull();
  });
});

describe("links and tags", () => {
  const url = (value: string) => ({ homepage: `homepage: ${value}` });
  cases([
    ["https", url("https://example.com/a?b#c"), []],
    ["javascript", url("javascript:alert(1)"), ["SK3041 12:11"]],
    ["javascript hidden by a tab", url('"java\\tscript:alert(1)"'), ["SK3041 12:11"]],
    ["data", url("data:text/html,x"), ["SK3041 12:11"]],
    ["file", url("file:///etc/passwd"), ["SK3041 12:11"]],
    ["credentials", url("https://user:pw@example.com"), ["SK3041 12:11"]],
    ["no scheme", url("//example.com"), ["SK3041 12:11"]],
    ["one slash", url("https:/example.com"), ["SK3041 12:11"]],
    ["a backslash", url("https://example.com\\@evil.example"), ["SK3041 12:11"]],
    ["too many tags", { tags: `tags: [${"a,".repeat(65)}]` }, ["SK3041 12:7"]],
    ["a long tag", { tags: `tags: [ok, ${"a".repeat(65)}]` }, ["SK3041 12:12"]],
    ["a tag that is a mapping", { tags: "tags:\n  - a: b" }, ["SK3041 13:5"]],
    ["tags as text", { tags: "tags: a, b" }, ["SK3041 12:7"]],
  ]);

  it("keeps each tag once", () => {
    const skill = readGood(manifest({ tags: "tags: [b, a, b]" }));
    expect(skill.discovery.tags.map(({ value }) => value)).toEqual(["b", "a"]);
  });
});

describe("the file itself", () => {
  const bytes = utf8(manifest());
  it.each([
    ["none", [], ["SK1001"]],
    ["A26 only below the root", [{ path: "a/SKILL.md", bytes }], ["SK1001"]],
    ["A26 a folder of that name", [{ path: "SKILL.md/x", bytes }], ["SK1001"]],
    ["A26 another case", [{ path: "skill.md", bytes }], ["SK1003"]],
    [
      "A26 two",
      [
        { path: "Skill.md", bytes },
        { path: "SKILL.md", bytes },
      ],
      ["SK1002", "SK1011"],
    ],
    ["too large", [{ path: "SKILL.md", bytes: new Uint8Array(256 * 1024 + 1) }], ["SK1022"]],
  ])("%s: refused", (_what, files, expected) => {
    const reading = readSkill(files);
    expect(reading.skill).toBeNull();
    expect(codes(reading)).toEqual(expected);
  });

  it("A26 reads BOM and CRLF, and says so", () => {
    const { skill, diagnostics } = read(`\uFEFF${manifest().replaceAll("\n", "\r\n")}`);
    expect(skill?.description.value).toBe("A minimal example skill");
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
      "SK2002 1:1",
      "SK2003 1:4",
    ]);
  });

  it.each([
    ["no front matter", "# Hello\n", ["SK2010 1:1"]],
    ["an empty file", "", ["SK2010 1:1"]],
    ["blank lines first", `\n \n${manifest()}`, ["SK2011 3:1"]],
    ["no closing fence", manifest().replace(/---\n\n# Hello\n$/, ""), ["SK2012 1:1", "SK7001 12:1"]],
    ["a list", "---\n- a\n---\n", ["SK2016 2:1"]],
    ["text", "---\nhello\n---\n", ["SK2016 2:1"]],
    ["nothing between the fences", "---\n---\n", ["SK2016 2:1"]],
    ["a syntax error", "---\nname: a\n b: c\n---\n", ["SK2013 2:7"]],
    ["an unquoted colon", "---\ndescription: a: b\n---\n", ["SK2014 2:14"]],
    ["an empty body", manifest({}, ""), ["SK7001 13:1"]],
    [
      "a comment that cuts a description (first week, A4)",
      manifest({ description: "description: Manages issues. Use for # tags and #1." }),
      ["SK2024 4:38"],
    ],
    [
      "a comment that is set off (first week, A4)",
      manifest({ description: "description: Manages issues.  # for now" }),
      [],
    ],
    [
      "the same after a value of several lines (first week, A4)",
      manifest({ description: "description: Manages issues.\n  Use it\t#\tor not" }),
      ["SK2024 5:10"],
    ],
  ])("%s", (_what, text, expected) => {
    expect(complaints(read(text).diagnostics)).toEqual(expected);
  });
});
