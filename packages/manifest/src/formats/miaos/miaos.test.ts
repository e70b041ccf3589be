import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutPlaces } from "../../../test/places.ts";
import { readSkill } from "../../index.ts";
import { packageView } from "../format.ts";
import { writeMiaos } from "./write.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const file = (path: string, value: unknown): PackageFile => ({
  path,
  bytes: utf8(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
});

const SKILL = {
  id: "calendar-google",
  name: "Google Calendar",
  description: "Manage your calendar.",
  parameters: { type: "object", properties: { action: { type: "string", enum: ["list"] } }, required: ["action"] },
  entryPoint: "./dist/run.js",
};
const PACKAGE = {
  name: "miaos-skill-google-calendar",
  version: "1.2.3",
  license: "MIT",
  author: "Jane",
  keywords: ["miaos-skill", "calendar"],
  engines: { node: ">=20", npm: ">=9" },
  os: ["linux", "darwin"],
  dependencies: { "@x/y": "^1.0.0", z: "git+https://example.com/z.git" },
  scripts: { postinstall: "echo no" },
  skill: SKILL,
};
const RUN = file("dist/run.js", "console.log(1)\n");
const README = file("README.md", "# Calendar\n");

function read(pkg: unknown, others: PackageFile[] = [RUN, README], mode: "publish" | "import" = "publish") {
  return readSkill([file("package.json", pkg), ...others], { mode });
}

function errors(pkg: unknown, others?: PackageFile[]): string[] {
  return read(pkg, others)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

const withSkill = (changes: object) => ({ ...PACKAGE, skill: { ...SKILL, ...changes } });

describe("a MiaOS skill", () => {
  it("is read from package.json#skill and from package.json around it", () => {
    const { skill, format, diagnostics } = read(PACKAGE);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(format).toBe("miaos");
    expect(JSON.parse(JSON.stringify(skill))).toMatchObject({
      name: { value: "calendar-google" },
      displayName: { value: "Google Calendar" },
      aliases: [{ value: "miaos-skill-google-calendar" }],
      version: { value: "1.2.3", origin: { line: 3 } },
      license: { spdx: "MIT" },
      authors: [{ name: "Jane" }],
      discovery: { tags: [{ value: "calendar" }] },
      requires: {
        node: { value: ">=20" },
        os: [{ value: "linux" }, { value: "darwin" }],
        packages: [{ manager: "npm", spec: "@x/y@^1.0.0" }, { spec: "z@git+https://example.com/z.git" }],
      },
      tools: [
        {
          name: "calendar-google",
          inputSchema: SKILL.parameters,
          implementation: { file: "dist/run.js", language: "javascript" },
        },
      ],
      runtime: { type: "node-subprocess", entry: { value: "dist/run.js" }, io: "json-line-stdio" },
      permissions: { declared: null, inferred: [{ domain: "shell", level: "execute" }] },
      instructions: { file: "README.md", bodyStart: 0 },
      extensions: { "/name": { value: "miaos-skill-google-calendar" }, "/scripts": {}, "/engines/npm": {} },
    });
  });

  it("is read from miaos.skill.json, with and without a package.json", () => {
    const { skill: _, ...around } = PACKAGE;
    const beside = readSkill([file("miaos.skill.json", SKILL), file("package.json", around), RUN]);
    expect(beside.skill).toMatchObject({
      version: { value: "1.2.3" },
      license: { spdx: "MIT" },
      provenance: { manifestFile: "miaos.skill.json" },
    });
    expect(beside.skill?.extensions["package.json#/name"]?.value).toBe("miaos-skill-google-calendar");
    const alone = [file("miaos.skill.json", SKILL), RUN];
    expect(readSkill(alone).diagnostics.some(({ code }) => code === "SK3010")).toBe(true);
    expect(readSkill(alone, { version: "2.0.0" }).skill?.version.value).toBe("2.0.0");
  });

  it("refuses two skill objects that differ, and a package.json that cannot be read beside one", () => {
    expect(errors(PACKAGE, [RUN, file("miaos.skill.json", { ...SKILL, description: "other" })])).toContain("SK1002");
    expect(errors(PACKAGE, [RUN, file("miaos.skill.json", SKILL)])).toEqual([]);
    const broken = readSkill([file("miaos.skill.json", SKILL), file("package.json", "{"), RUN]);
    expect(broken.skill).toBeNull();
  });

  it("does not overlook a skill in a package.json that it cannot read", () => {
    for (const text of [
      '{"skill": {',
      '{"sk\\u0069ll": {}',
      `{"skill": {}, "x": "${"x".repeat(300_000)}"}`,
      '{"skill": 1, "skill": {}}',
    ])
      expect(readSkill([file("package.json", text)]), text.slice(0, 30)).toMatchObject({
        format: "miaos",
        skill: null,
      });
    expect(readSkill([file("package.json", { name: "x" })]).format).toBeNull();
  });

  it.each([
    ["../run.js", "SK4021"],
    ["/etc/passwd", "SK4021"],
    ["dist/../../run.js", "SK4021"],
    ["dist\\run.js", "SK4021"],
    ["C:/run.js", "SK4021"],
    ["file:///run.js", "SK4021"],
    ["dist//run.js", "SK4021"],
    ["dist/%2e%2e/run.js", "SK4021"],
    ["~/run.js", "SK4021"],
    [".", "SK4021"],
    ["dist/other.js", "SK4020"],
    ["dist", "SK4020"],
    ["README.md", "SK3041"],
    [7, "SK3041"],
    ["", "SK3041"],
  ])("refuses the entryPoint %j with %s", (entryPoint, code) => {
    expect(errors(withSkill({ entryPoint }))[0]).toBe(code);
  });

  it("names what else is wrong", () => {
    for (const parameters of [[], "x", { type: "string" }, {}, undefined])
      expect(errors(withSkill({ parameters })), JSON.stringify(parameters)).toEqual(["SK4023"]);
    expect(errors(withSkill({ id: "Calendar Google" }))).toEqual(["SK3002"]);
    expect(errors(withSkill({ id: undefined }))).toEqual(["SK3001"]);
    expect(errors({ ...PACKAGE, version: "1.2" })).toEqual(["SK3011"]);
    expect(errors({ ...PACKAGE, skill: [] })).toEqual(["SK3041"]);
    expect(read({ ...PACKAGE, keywords: ["calendar"] }).diagnostics.map(({ code }) => code)).toContain("SK4022");
  });
});

const extra = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(..."abc/~_") }).map((key) => `x${key}`),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 3 },
);
const person = fc.constantFrom(
  "Jane",
  "Jane <j@example.com>",
  { name: "Jane", url: "https://example.com" },
  { email: "x" },
  "ß (https://x.example)",
);
const around = fc.record(
  {
    name: fc.constant("@scope/miaos-skill-x"),
    version: fc.constant("1.2.3"),
    description: fc.string({ maxLength: 10 }),
    license: fc.constantFrom("MIT", "UNLICENSED"),
    author: person,
    contributors: fc.oneof(fc.array(person, { maxLength: 3 }), fc.constant("Jane")),
    keywords: fc.oneof(fc.constant(["miaos-skill", "a", "b"]), fc.constant(["a", 1]), fc.constant("miaos-skill")),
    homepage: fc.constantFrom("https://example.com/a", "javascript:alert(1)"),
    repository: fc.constantFrom("https://example.com/a", "github:a/b", {
      type: "git",
      url: "git+https://example.com/a.git",
    }),
    engines: fc.constantFrom({ node: ">=20" }, { node: ">=20", npm: "*" }, ["node >= 4"], { npm: "1" }),
    os: fc.constantFrom(["linux"], ["!win32"], "linux", ["darwin", "win32"]),
    dependencies: fc.constantFrom({ a: "1" }, { a: "1", "@b/c": "^2" }, { a: { version: "1" } }, { "a b": "1" }, {}),
  },
  { requiredKeys: ["version"] },
);

describe("a MiaOS skill written anew", () => {
  it("is equal when it is read again, whatever it holds and wherever it lies", () => {
    fc.assert(
      fc.property(around, extra, extra, fc.boolean(), (fields, outer, inner, isWrapped) => {
        const skill = { ...SKILL, ...inner };
        const files = isWrapped
          ? [file("package.json", { ...fields, ...outer, skill }), RUN, README]
          : [file("package.json", { ...fields, ...outer }), file("miaos.skill.json", skill), RUN];
        const first = readSkill(files, { mode: "import" });
        if (first.skill === null) throw new Error(JSON.stringify(first.diagnostics));
        const written = writeMiaos(first.skill, packageView(files));
        if (!("files" in written)) throw new Error("impossible");
        expect(written.losses).toEqual([]);
        const second = readSkill(written.files, { mode: "import" });
        expect(withoutPlaces(second.skill)).toEqual(withoutPlaces(first.skill));
        expect(writeMiaos(first.skill, packageView(files))).toEqual(written);
      }),
      { numRuns: 150 },
    );
  });

  it("carries another format, makes several tools one, and names every loss", () => {
    const tools = "tools:\n  - {name: go, description: Go}\n  - {name: stop, description: Stop}\n";
    const md = `---\nname: web\nversion: 1.0.0\ndescription: d\nauthor: A\nlicense: MIT\npermissions: [network:read]\n${tools}security_tier: experimental\nodd: 1\n---\n# Web\n\nText.\n`;
    const files = [file("SKILL.md", md), file("tools.py", "")];
    const { skill } = readSkill(files);
    if (skill === null) throw new Error("refused");
    const written = writeMiaos(skill, packageView(files));
    if (!("files" in written)) throw new Error("impossible");
    expect(written.files.map(({ path }) => path).toSorted()).toEqual([
      "README.md",
      "miaos-run.cjs",
      "package.json",
      "tools.py",
    ]);
    expect(new Set(written.losses.map(({ code }) => code))).toEqual(new Set(["SK9001", "SK9003", "SK9006"]));
    const again = readSkill(written.files);
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(again.format).toBe("miaos");
    expect(again.skill).toMatchObject({
      displayName: { value: "Web" },
      permissions: { declared: [{ domain: "network", level: "read" }] },
      tools: [{ name: "web", inputSchema: { properties: { action: { enum: ["go", "stop"] } }, required: ["action"] } }],
    });
    expect(again.skill?.extensions["/skill/gaia/canonical"]).toBeUndefined();
    expect(again.skill?.extensions["/odd"]?.value).toBe(1);
  });
});
