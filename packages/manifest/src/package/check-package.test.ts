import type { PackageFile } from "@gaia/archive";
import { describe, expect, it } from "vitest";
import { fixAll } from "@gaia/authoring";
import { readSkill } from "@gaia/manifest";
import type { Mode } from "../index.ts";
import { manifest, utf8 } from "../../test/manifests.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const file = (path: string, content: string | Uint8Array = "x"): PackageFile => ({
  path,
  bytes: typeof content === "string" ? utf8(content) : content,
});
const skill = (changes: Record<string, string | null> = {}, body?: string) =>
  file("SKILL.md", manifest({ tools: "tools:\n  - {name: greet, description: Greets}", ...changes }, body));
const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

/** `severity code file:line` of one code. */
function said(code: string, files: PackageFile[], mode: Mode = "publish", options = {}): string[] {
  return readSkill(files, { mode, ...options })
    .diagnostics.filter((one) => one.code === code)
    .map((one) => `${one.severity} ${one.file}${one.line === null ? "" : `:${one.line}`}`);
}

/** A package that shows the diagnostic, and what publish and import say; and one beside it that does not. */
const CASES: [code: string, publish: string, imported: string, bad: PackageFile[], good: PackageFile[]][] = [
  [
    "SK1004",
    "info sub/SKILL.md",
    "info sub/SKILL.md",
    [skill(), file("sub/SKILL.md")],
    [skill(), file("a/package.json")],
  ],
  ["SK1009", "error a:b", "warning a:b", [skill(), file("a:b")], [skill(), file("a-b")]],
  ["SK1009", "error nul.txt", "warning nul.txt", [skill(), file("nul.txt")], [skill(), file("null.txt")]],
  ["SK1010", "warning é.md", "warning é.md", [skill(), file("é.md")], [skill(), file("e.md")]],
  [
    "SK1011",
    "error readme.md",
    "error readme.md",
    [skill(), file("README.md"), file("readme.md")],
    [skill(), file("a/README.md"), file("b/readme.md")],
  ],
  [
    "SK1011",
    "error docs/b",
    "error docs/b",
    [skill(), file("Docs/a"), file("docs/b")],
    [skill(), file("docs/a"), file("docs/b")],
  ],
  ["SK1011", "error x", "error x", [skill(), file("x"), file("x")], [skill(), file("x")]],
  [
    "SK1014",
    "warning a.csv",
    "info a.csv",
    [skill(), file("a.csv", new Uint8Array(1024 * 1024 + 1))],
    [skill(), file("a.csv", new Uint8Array(1024 * 1024))],
  ],
  [
    "SK1016",
    "warning a.bin",
    "warning a.bin",
    [skill(), file("a.bin", hex("504b0304aa"))],
    [skill(), file("a.docx", hex("504b0304aa"))],
  ],
  [
    "SK1017",
    "warning run",
    "warning run",
    [skill(), file("run", hex("7f454c4602"))],
    [skill(), file("run", "#!/bin/sh")],
  ],
  [
    "SK1017",
    "warning a.exe",
    "warning a.exe",
    [skill(), file("a.exe", hex("4d5a900003"))],
    [skill(), file("mz.md", "MZ is a magic number")],
  ],
  [
    "SK1018",
    "warning lib/.DS_Store",
    "warning lib/.DS_Store",
    [skill(), file("lib/.DS_Store")],
    [skill(), file(".gitignore")],
  ],
  [
    "SK1018",
    "warning node_modules/a/i.js",
    "warning node_modules/a/i.js",
    [skill(), file("node_modules/a/i.js"), file("node_modules/b.js")],
    [skill(), file("modules/b.js")],
  ],
  [
    "SK1019",
    "error .env",
    "warning .env",
    [skill(), file(".env", "# mine\nAPI_KEY=abc123def\n")],
    [skill(), file(".env.example", "API_KEY=abc123def\n")],
  ],
  [
    "SK1019",
    "error keys/id_rsa",
    "warning keys/id_rsa",
    [skill(), file("keys/id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----")],
    [skill(), file("keys/ca.pem", "-----BEGIN CERTIFICATE-----")],
  ],
  [
    "SK1019",
    "error .npmrc",
    "warning .npmrc",
    [skill(), file(".npmrc", "//r.example/:_authToken=abc")],
    [skill(), file(".npmrc", "//r.example/:_authToken=${TOKEN}")],
  ],
  [
    "SK2020",
    "error SKILL.md:14",
    "error SKILL.md:14",
    [skill({}, "\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n")],
    [skill({}, "\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n")],
  ],
  [
    "SK3005",
    "warning SKILL.md:2",
    "info SKILL.md:2",
    [skill({ name: "name: amd-x" })],
    [skill({ name: "name: amdx" })],
  ],
  [
    "SK3005",
    "warning SKILL.md:2",
    "info SKILL.md:2",
    [skill({ name: "name: mcp-x" })],
    [skill({ name: "name: mcp-x", permissions: "permissions: ['mcp:connect']" })],
  ],
  [
    "SK3006",
    "warning SKILL.md:2",
    "info SKILL.md:2",
    [skill({ name: "name: claude-notes" })],
    [skill({ name: "name: cloud-notes" })],
  ],
  [
    "SK3024",
    "warning SKILL.md:4",
    "info SKILL.md:4",
    [skill({ description: "description: Turns <b> into bold" })],
    [skill()],
  ],
  [
    "SK3032",
    "warning SKILL.md:6",
    "warning SKILL.md:6",
    [skill(), file("LICENSE", "  Apache License\n  Version 2.0, January 2004\n")],
    [skill({ license: "license: MIT OR Apache-2.0" }), file("LICENSE", "Apache License\nVersion 2.0")],
  ],
  [
    "SK6002",
    "warning requirements.txt:2",
    "info requirements.txt:2",
    [skill(), file("requirements.txt", "a>=1\nb  # why\n")],
    [skill(), file("requirements.txt", "a>=1\n# b\n-r c.txt\n")],
  ],
  [
    "SK6003",
    "warning requirements.txt:1",
    "warning requirements.txt:1",
    [skill(), file("requirements.txt", "a @ https://host.example/a.whl\n")],
    [skill(), file("requirements.txt", "a==1 # https://host.example\n")],
  ],
  [
    "SK7005",
    "warning SKILL.md:14",
    "warning SKILL.md:14",
    [skill({}, "\n[a](docs/a.md#x)\n")],
    [skill({}, "\n[a](docs/a.md#x) [b](./docs) [c](https://a.example/x.md) `[d](d.md)`\n"), file("docs/a.md")],
  ],
  [
    "SK7006",
    "warning SKILL.md:14",
    "warning SKILL.md:14",
    [skill({}, "\n![a](docs/../../a.png)\n")],
    [skill({}, "\n![a](docs/../a.png)\n"), file("a.png")],
  ],
];

describe("the files of a package", () => {
  it.each(CASES)("%s %s", (code, publish, imported, bad, good) => {
    expect(said(code, bad)).toEqual([publish]);
    expect(said(code, bad, "import")).toEqual([imported]);
    expect(said(code, good)).toEqual([]);
  });

  it("SK1012 and SK1013 only where the caller names the limits", () => {
    const files = [skill(), file("a"), file("b")];
    const limits = { files: 2, unpackedBytes: 100 };
    expect(said("SK1012", files, "publish", { limits })).toEqual(["error ."]);
    expect(said("SK1013", files, "import", { limits })).toEqual(["warning ."]);
    expect([...said("SK1012", files), ...said("SK1013", files)]).toEqual([]);
  });

  it("SK4010 of a skill that declares nothing at all, and of no other", () => {
    const text = (more: string) =>
      file("SKILL.md", `---\nname: a-skill\nversion: 1.0.0\ndescription: Words\n${more}---\n# T\n`);
    expect(said("SK4010", [text(""), file("scripts/run.sh"), file("lib/a.py")])).toEqual(["warning SKILL.md"]);
    expect(said("SK4010", [text(""), file("scripts/run.sh")], "import")).toEqual(["info SKILL.md"]);
    for (const quiet of [
      [text(""), file("tests/a.py"), file("a.md")],
      [text("allowed-tools: Bash(git:*)\n"), file("run.sh")],
      [text("compatibility: needs git\n"), file("run.sh")],
    ])
      expect(said("SK4010", quiet)).toEqual([]);
  });

  it("an environment file without a secret is only a warning", () => {
    for (const text of ["", "# API_KEY=abc", "API_KEY=", "API_KEY=your-key-here", "PORT=8080", "API_KEY=<key>"])
      expect(said("SK1019", [skill(), file(".env", text)])).toEqual(["warning .env"]);
  });

  it("a key of the tests is only a warning", () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----";
    expect(said("SK1019", [skill(), file("tests/fixtures/id_rsa", key)])).toEqual(["warning tests/fixtures/id_rsa"]);
    expect(said("SK1019", [skill(), file("contest/id_rsa", key)])).toEqual(["error contest/id_rsa"]);
  });

  it("says the same of many files a few times, then counts", () => {
    const files = [skill(), ...Array.from({ length: 300 }, (_, n) => file(`é${n}`))];
    const { diagnostics } = readSkill(files);
    const found = diagnostics.filter(({ code }) => code === "SK1010");
    expect(found).toHaveLength(11);
    expect(found.at(-1)?.message).toContain("289 more files");
  });

  it("a fence of four marks is not closed by three, and code in a line opens none", () => {
    const shown = "\n````md\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n[a](docs/a.md)\n```\n````\n";
    expect(said("SK2020", [skill({}, shown)])).toEqual([]);
    expect(said("SK7005", [skill({}, shown)])).toEqual([]);
    expect(said("SK7005", [skill({}, "\n``` code ``` in a line\n\n[a](docs/a.md)\n")])).toEqual([
      "warning SKILL.md:16",
    ]);
  });

  it("a link in another case says how it is written", () => {
    const { diagnostics } = readSkill([skill({}, "\n[a](Docs/A.md)\n"), file("docs/a.md")]);
    expect(diagnostics.find(({ code }) => code === "SK7005")?.hint).toContain("docs/a.md");
  });

  it("junk is repaired by a line in .skillignore, a folder of it by one line", () => {
    const files = [skill(), file("a/__pycache__/x.pyc"), file("a/__pycache__/y.pyc"), file("Thumbs.db")];
    const ignoring = (some: readonly PackageFile[]) => {
      const lines = new TextDecoder().decode(some.find(({ path }) => path === ".skillignore")?.bytes).split("\n");
      return some.filter(({ path }) => !lines.some((line) => line !== "" && `/${path}`.includes(line)));
    };
    const result = fixAll(files, (some) => readSkill(ignoring(some)).diagnostics);
    expect(result.fixed.map(({ code }) => code)).toEqual(["SK1018", "SK1018"]);
    const text = new TextDecoder().decode(result.files.find(({ path }) => path === ".skillignore")?.bytes);
    expect(text.split("\n").toSorted()).toEqual(["", "/Thumbs.db", "a/__pycache__/"]);
  });

  it("hostile text costs time that is linear in it", () => {
    const bodies = [
      "](".repeat(60_000),
      "`".repeat(120_001),
      "[a](".repeat(50_000),
      `${"[".repeat(100_000)}]: x`,
      "](a/".repeat(40_000),
    ];
    const names = Array.from({ length: 500 }, (_, n) => file(`${"a/".repeat(14)}${n}.txt`));
    const cost = startCost();
    for (const body of bodies)
      readSkill([skill({}, body), file("requirements.txt", `${"a".repeat(200_000)}\n`.repeat(3)), ...names]);
    expect(cost()).toBeLessThan(150);
  });
});

describe("versions and values that YAML reads otherwise", () => {
  it("SK3012 a version that is a number to others", () => {
    expect(said("SK3012", [skill({ version: "version: 1.10" })])).toEqual(["warning SKILL.md:3"]);
    expect(said("SK3012", [skill({ version: 'version: "1.10"' })])).toEqual([]);
  });

  it("SK2014 a value with a colon in it, which quotes repair", () => {
    const bad = [skill({ description: "description: Does this: and that" })];
    expect(said("SK2014", bad)).toEqual(["error SKILL.md:4"]);
    expect(said("SK2013", bad)).toEqual([]);
    const repaired = fixAll(bad, (some) => readSkill(some).diagnostics);
    expect(repaired.fixed.map(({ code }) => code)).toContain("SK2014");
    expect(readSkill(repaired.files).skill?.description.value).toBe("Does this: and that");
  });
});
