import type { PackageFile } from "@gaia/archive";
import { type Diagnostic, readSkill } from "@gaia/manifest";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manifest, utf8 } from "../../../manifest/test/manifests.ts";
import { applyEdits } from "./edit.ts";
import { fixAll } from "./fix-all.ts";
import { fixesFor } from "./fixes-for.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const file = (text: string, path = "SKILL.md"): PackageFile => ({ path, bytes: utf8(text) });
const textOf = (files: readonly PackageFile[], path = "SKILL.md"): string | null => {
  const found = files.find((one) => one.path === path);
  return found === undefined ? null : Buffer.from(found.bytes).toString("utf8");
};
/** A diagnostic at the first place where `near` stands. */
const at = (code: string, files: readonly PackageFile[], near: string, path = "SKILL.md"): Diagnostic => {
  const before = (textOf(files, path) ?? "").split(near)[0] ?? "";
  const lines = before.replace(/^\uFEFF/, "").split("\n");
  return {
    code,
    title: "",
    severity: "warning",
    message: "",
    hint: null,
    file: path,
    line: lines.length,
    column: (lines.at(-1) ?? "").length + 1,
  };
};
/** The text after the fix of one diagnostic; null when there is none. */
const fixed = (code: string, text: string, near: string, path = "SKILL.md"): string | null => {
  const files = [file(text, path)];
  const edits = fixesFor(at(code, files, near, path), files);
  const after = edits && applyEdits(files, edits);
  return after && textOf(after, path);
};
const yaml = (lines: string): string => `---\n# kept\n${lines}\n---\n\nBody  \n`;

describe("the fix of a code changes its place and no other byte", () => {
  const cases: [code: string, before: string, near: string, after: string][] = [
    ["SK2018", "tags: [no, 1.10] # why", "no,", 'tags: ["no", 1.10] # why'],
    ["SK3012", "version: 1.10 # why", "1.10", 'version: "1.10" # why'],
    ["SK3011", "version: v1.2 # why", "v1.2", "version: 1.2.0 # why"],
    ["SK3011", "version: '1'", "'1'", 'version: "1.0.0"'],
    ["SK2014", "description: Use: it well", "description", 'description: "Use: it well"'],
    ["SK2014", 'description: a \\ b: "c"  ', "description", 'description: "a \\\\ b: \\"c\\""  '],
    ["SK3043", "metadata:\n  clawdbot: # why\n    emoji: x", "clawdbot", "metadata:\n  openclaw: # why\n    emoji: x"],
    [
      "SK3046",
      `metadata: '{"openclaw": {"emoji": "x", "always": true}}'`,
      "metadata",
      "metadata:\n  openclaw:\n    emoji: x\n    always: true",
    ],
    [
      "SK4001",
      "allowed-tools:\n  - Bash(git add:*)\n  - Read\nname: x",
      "allowed",
      "allowed-tools: Bash(git add:*) Read\nname: x",
    ],
    ["SK4001", 'allowed-tools: "Read, Bash(a, b), Grep"', "allowed", "allowed-tools: Read Bash(a, b) Grep"],
    ["SK3025", "description: |\n  one\n  two\nname: x", "|", "description: one two\nname: x"],
    ["SK2019", "a: {b: 1, c: [x, 'y z']} # why\nd: 1", "{", "a:\n  b: 1\n  c:\n    - x\n    - 'y z' # why\nd: 1"],
  ];
  it.each(cases)("%s %s", (code, before, near, after) => {
    expect(fixed(code, yaml(before), near)).toBe(yaml(after));
  });

  it("of line ends, byte-order mark, blank lines and what cannot be seen", () => {
    const text = "\uFEFF\r\n---\r\nname: a\u200bb\r\n---\r\nfamily 👩\u200d👧, می\u200cخواهم\r\n";
    expect(fixed("SK2002", text, "name")).toBe(text.slice(1));
    expect(fixed("SK2003", text, "name")).toBe(text.replaceAll("\r\n", "\n"));
    expect(fixed("SK2006", text, "name")).toBe(text.replace("\u200b", ""));
    expect(fixed("SK2011", text, "---")).toBe(text.replace("\r\n", ""));
  });

  it("of JSON manifests", () => {
    const tool = '{"name": "t", "parameters": {"type": "object", "n": 1.10}}';
    expect(fixed("SK4016", `{"tools": [{}, ${tool}]}`, '"name"', "skill.json")).toBe(
      `{"tools": [{}, ${tool.replace("parameters", "input_schema")}]}`,
    );
    expect(fixed("SK3011", '{"version": "2.0"}', "2.0", "skill.json")).toBe('{"version": "2.0.0"}');
    expect(fixed("SK4022", '{\n  "keywords": [\n    "a",\n    "b"\n  ]\n}', "k", "package.json")).toBe(
      '{\n  "keywords": [\n    "a",\n    "b",\n    "miaos-skill"\n  ]\n}',
    );
    expect(fixed("SK4022", '{"name": "x"}', "n", "package.json")).toBe('{"name": "x",\n  "keywords": ["miaos-skill"]}');
  });

  it("of a manifest's name and of junk", () => {
    const files = [file("x", "skill.md"), file("x", "docs/Thumbs.db"), file("a", ".skillignore")];
    const renamed = applyEdits(files, fixesFor(at("SK1003", files, "x", "skill.md"), files) ?? []);
    expect(renamed?.map(({ path }) => path)).toContain("SKILL.md");
    const ignored = applyEdits(files, fixesFor(at("SK1018", files, "x", "docs/Thumbs.db"), files) ?? []);
    expect(textOf(ignored ?? [], ".skillignore")).toBe("a\ndocs/Thumbs.db\n");
  });
});

describe("what is a person's to decide stays", () => {
  const cases: [code: string, before: string, near: string][] = [
    ["SK3011", "version: latest", "latest"],
    ["SK3011", "version: 0", "0"],
    ["SK3011", "version: 2024-01", "2024"],
    ["SK2014", "description: a: b # or a comment?", "description"],
    ["SK2014", "description: a: b\n  goes on", "description"],
    ["SK3043", "metadata:\n  clawdbot: {}\n  openclaw: {}", "clawdbot"],
    ["SK3043", "metadata:\n  clawdbot: {}\n  moltbot: {}", "clawdbot"],
    ["SK3046", "metadata: '{\"a\": 1,}'", "metadata"],
    ["SK3046", "metadata: '{\"a\": 12345678901234567890}'", "metadata"],
    ["SK4001", "allowed-tools:\n  - Read # why\n  - Grep", "allowed"],
    ["SK4001", "allowed-tools: [Some Tool, Grep]", "allowed"],
    ["SK2019", "a: {b: 1, # why\n  c: 2}", "{"],
    ["SK2019", "a: {}", "{"],
    ["SK2018", "a: &x no", "&x"],
    ["SK5008", "permissions: ['shell:execute']", "'shell"],
    ["SK9999", "a: 1", "a"],
    ["toString", "a: 1", "a"],
  ];
  it.each(cases)("%s %s", (code, before, near) => {
    expect(fixed(code, yaml(before), near)).toBeNull();
  });

  it("a renaming that would overwrite, a place that is not there, bytes that are not UTF-8", () => {
    const files = [file("x", "skill.md"), file("y")];
    expect(fixesFor(at("SK1003", files, "x", "skill.md"), files)).toBeNull();
    expect(fixesFor({ ...at("SK2018", files, "y"), line: 99 }, files)).toBeNull();
    const bytes = new Uint8Array([0x61, 0xff, 0x0d, 0x0a]);
    expect(fixesFor(at("SK2003", [{ path: "SKILL.md", bytes }], "a"), [{ path: "SKILL.md", bytes }])).toBeNull();
  });

  it("edits that overlap or leave their file are not applied", () => {
    const edit = { file: "SKILL.md", start: 0, end: 2, text: "" };
    expect(applyEdits([file("abc")], [edit, { ...edit, start: 1 }])).toBeNull();
    expect(applyEdits([file("abc")], [{ ...edit, end: 9 }])).toBeNull();
    expect(applyEdits([file("😀")], [{ ...edit, end: 1 }])).toBeNull();
  });
});

describe("fixAll", () => {
  const diagnose = (files: readonly PackageFile[]): Diagnostic[] => readSkill(files).diagnostics;

  it("repairs until nothing is left that it can repair", () => {
    const text = `\uFEFF${manifest({ version: "version: v1.2" })}`.replaceAll("\n", "\r\n");
    const { files, fixed: done, diagnostics } = fixAll([file(text, "skill.md")], diagnose);
    expect(done.map(({ code }) => code).toSorted()).toEqual(["SK1003", "SK2002", "SK2003", "SK3011"]);
    expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(textOf(files)).toBe(manifest({ version: "version: 1.2.0" }));
  });

  it("quotes a value whose colon makes the manifest unreadable", () => {
    const text = manifest({ description: "description: Use when: asked, and: so on" });
    const { files, fixed: done } = fixAll([file(text)], diagnose);
    expect(done.map(({ code }) => code)).toEqual(["SK2014"]);
    expect(textOf(files)).toBe(text.replace(/description: Use(.*)/, 'description: "Use$1"'));
  });

  it("ends soon for a manifest that is nothing but things to repair", () => {
    const scalars = Array.from({ length: 3000 }, (_, at) => `    k${at}: no`).join("\n");
    const hostile = [file(manifest({ requirements: `requirements:\n  hardware:\n${scalars}` }))];
    const cost = startCost();
    fixAll(hostile, diagnose);
    expect(cost()).toBeLessThan(600);
  });

  it("takes back a repair after which the diagnostic is still there, and ends", () => {
    const stubborn = (): Diagnostic[] => [at("SK2003", [file("a\r\n")], "a")];
    const before = [file("a\r\nb\r\n")];
    expect(fixAll(before, stubborn)).toMatchObject({ fixed: [], files: before });
  });

  it("never makes a readable manifest unreadable, whatever the text is, and a second run changes nothing", () => {
    const line = fc.constantFrom(
      "name: x",
      "version: 1",
      "version: v2",
      "tags: [no, 1.0]",
      "a: b: c",
      "x:\ty",
      "\r",
      "# c\u200b",
      "d: |\r\n  x",
      "'",
      "---",
      "\uFEFF",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const before = [file(`---\n${lines.join("\n")}\n---\nBody`)];
        const first = fixAll(before, diagnose);
        const lost = (all: readonly Diagnostic[]) =>
          all.filter(({ code }) => /^SK20(?:0[145]|1[0-7]|2\d)/.test(code)).length;
        expect(lost(first.diagnostics)).toBeLessThanOrEqual(lost(diagnose(before)));
        expect(fixAll(first.files, diagnose).fixed).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
