import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutPlaces } from "../../../test/places.ts";
import { readSkill } from "../../index.ts";
import type { SkillReading } from "../../index.ts";
import { packageView } from "../format.ts";
import { writeSkillMd } from "./write.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string): PackageFile => ({ path, bytes: utf8(text) });

const FRONT =
  "name: paper-analysis\nversion: 1.0.0\ndescription: Advanced paper analysis\ncategory: analysis\ntags: [paper, statistics]";
const SECTIONS = {
  title: "# Paper Analysis\n\nAdvanced utilities.\n",
  capabilities: "## Capabilities\n\n- Calculate\n- Rank\n",
  direction: "## Work Direction\n\n1. Use `calculate_complexity`\n2. Rest\n",
  required: "## Required Tools\n\n- `preprocess_paper`: Preprocess\n- `assess_novelty`: Assess\n",
  provided:
    "## Provided Tools\n\n### calculate_complexity\n\nCalculate the\nscore.\n\n**Parameters:**\n- `paper_content` (string, required): The\n  paper\n- `depth` (integer, optional): How deep\n- `tags` (string[])\n\n**Returns:**\n- `overall_score` (number): Score (0-1)\n\n**Implementation:**\n\n```typescript\nasync (params, context) => {\n  return { overall_score: 0.5 };\n}\n```\n",
  orchestration:
    "## Orchestration\n\nAll.\n\n**Parameters:**\n- `q` (string, required): Q\n\n**Workflow:**\n\n```typescript\nasync (tools) => {}\n```\n",
  helpers: "## Helper Functions\n\n```typescript\nfunction f() {}\n```\n",
  tests:
    '## Test Cases\n\n### Test Case 1: Basic\n\n**Input:**\n```json\n{ "paper_content": "x" }\n```\n\n**Expected Output:**\n```json\n{ "overall_score": 0.5 }\n```\n',
  metadata:
    "## Metadata\n\n- **Author**: AI Team\n- **Created**: 2025-02-17\n- **Complexity**: High\n- **License**: MIT\n",
};

function text(changes: Partial<Record<keyof typeof SECTIONS, string>> = {}, front = FRONT): string {
  return `---\n${front}\n---\n\n${Object.values({ ...SECTIONS, ...changes })
    .filter((one) => one !== "")
    .join("\n")}`;
}

function read(manifest: string, mode: "publish" | "import" = "publish", path = "paper.skill.md"): SkillReading {
  return readSkill([file(path, manifest)], { mode });
}

function said({ diagnostics }: SkillReading): string[] {
  return diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ code }) => code)
    .filter((code) => code !== "SK5001");
}

describe("a *.skill.md", () => {
  it("is read section by section, from its syntax tree", () => {
    const manifest = text();
    const reading = read(manifest);
    expect(said(reading)).toEqual([]);
    expect(reading.format).toBe("skill-md");
    expect(JSON.parse(JSON.stringify(reading.skill))).toMatchObject({
      name: { value: "paper-analysis" },
      displayName: { value: "Paper Analysis", origin: { line: 9, how: "declared" } },
      description: { value: "Advanced paper analysis" },
      kind: "hybrid",
      license: { value: "MIT", spdx: "MIT" },
      authors: [{ name: "AI Team" }],
      discovery: {
        category: { value: "analysis" },
        complexity: { value: "high" },
        tags: [{ value: "paper" }, { value: "statistics" }],
      },
      requires: { tools: [{ value: "preprocess_paper" }, { value: "assess_novelty" }] },
      tools: [
        {
          name: "calculate_complexity",
          description: "Calculate the score.",
          inputSchema: {
            type: "object",
            properties: {
              paper_content: { type: "string", description: "The paper" },
              depth: { type: "integer", description: "How deep" },
              tags: { type: "array", items: { type: "string" } },
            },
            required: ["paper_content"],
          },
          outputSchema: {
            type: "object",
            properties: { overall_score: { type: "number", description: "Score (0-1)" } },
          },
        },
      ],
      orchestration: { inputSchema: { required: ["q"] }, implementation: { language: "typescript" } },
      tests: [{ name: "Test Case 1: Basic", input: { paper_content: "x" }, expected: { overall_score: 0.5 } }],
      runtime: { type: "inline-ts" },
    });
    const [from, to] = reading.skill?.tools[0]?.implementation?.range ?? [0, 0];
    expect(new TextDecoder().decode(utf8(manifest).subarray(from, to))).toBe(
      "async (params, context) => {\n  return { overall_score: 0.5 };\n}\n",
    );
    const range = reading.skill?.instructions.sections?.["Capabilities"];
    expect(manifest.slice(range?.start, range?.end).trim()).toBe(SECTIONS.capabilities.trim());
  });

  it("is refused without a required field, a version that is none, a title", () => {
    const without = (key: string) =>
      FRONT.split("\n")
        .filter((line) => !line.startsWith(key))
        .join("\n");
    expect(said(read(text({}, without("name"))))).toEqual(["SK3001"]);
    expect(said(read(text({}, without("version"))))).toEqual(["SK3010"]);
    expect(said(read(text({}, without("description"))))).toEqual(["SK3020"]);
    expect(said(read(text({}, FRONT.replace("1.0.0", "1.0"))))).toEqual(["SK3012", "SK3011"]);
    const untitled = read(text({ title: "" }));
    expect(untitled.skill).toBeNull();
    expect(said(untitled)).toEqual(["SK4030"]);
  });

  it("takes the first paragraph for a missing description at import", () => {
    const { skill } = read(text({}, "name: a\nversion: 1.0.0"), "import");
    expect(skill?.description).toMatchObject({ value: "Advanced utilities.", origin: { how: "inferred", line: 8 } });
  });

  it("misses recommended sections and asks for their order", () => {
    const missing = read(text({ capabilities: "", direction: "", tests: "" }));
    expect(said(missing)).toEqual(["SK4030", "SK4030", "SK4030"]);
    expect(missing.skill).not.toBeNull();
    const late = read(text({ capabilities: "", metadata: `${SECTIONS.metadata}\n${SECTIONS.capabilities}` }));
    expect(late.diagnostics.filter(({ code }) => code === "SK4030").map(({ message }) => message)).toEqual([
      'The section "Capabilities" comes after "Metadata".',
    ]);
    expect(said(read(text({ tests: `${SECTIONS.tests}\n${SECTIONS.tests}` })))).toEqual(["SK4030"]);
  });

  it("refuses test cases that are no complete JSON, at their place", () => {
    const bad = (json: string) => read(text({ tests: SECTIONS.tests.replace('{ "overall_score": 0.5 }', json) }));
    for (const json of ['{ "results": [...] }', "{ a: 1 }", "", "{}{}", '{"a": 1, "a": 2}', `${"[".repeat(5000)}`])
      expect(said(bad(json)), json.slice(0, 20)).toEqual(["SK4032"]);
    const [first] = bad('{\n "results": [...]\n}').diagnostics.filter(({ code }) => code === "SK4032");
    const lines = text({ tests: SECTIONS.tests.replace('{ "overall_score": 0.5 }', '{\n "results": [...]\n}') }).split(
      "\n",
    );
    expect(lines[(first?.line ?? 0) - 1]).toBe(' "results": [...]');
    expect(first?.column).toBe(14);
    expect(said(read(text({ tests: SECTIONS.tests.replace("**Input:**", "Input") })))).toEqual(["SK4032"]);
  });

  it("does not take for a section or a tool what only looks like one", () => {
    const code =
      "```md\n## Provided Tools\n\n### fake\n```\n\n<!--\n## Metadata\n\n- **Author**: Mallory\n-->\n\n> ## Required Tools\n";
    const { skill } = read(text({ provided: "", metadata: "", helpers: code }));
    expect(skill?.tools).toEqual([]);
    expect(skill?.authors).toEqual([]);
    expect(skill?.orchestration).not.toBeNull();
  });

  it("names what is wrong in a tool", () => {
    const tool = (change: [string, string]) => read(text({ provided: SECTIONS.provided.replace(...change) }));
    expect(said(tool(["### calculate_complexity", "### Calculate it!"]))).toEqual(["SK4011"]);
    expect(said(tool(["`depth` (integer, optional)", "depth"]))).toEqual(["SK4014"]);
    expect(said(tool(["`depth`", "`paper_content`"]))).toEqual(["SK4014"]);
    expect(said(tool(["integer", "bigint"]))).toEqual(["SK4014"]);
    expect(tool(["integer", "bigint"]).skill).not.toBeNull();
    expect(said(tool(["**Implementation:**", "Implementation"]))).toEqual(["SK4017"]);
    expect(said(read(text({ provided: `${SECTIONS.provided}\n${SECTIONS.provided.slice(19)}` })))).toEqual(["SK4012"]);
  });

  it("Y5 treats __proto__ as a name like any other", () => {
    const provided = SECTIONS.provided.replace("`depth`", "`__proto__`").replace("`tags`", "`constructor`");
    const { skill } = read(text({ provided, helpers: "## __proto__\n\nx\n" }));
    expect(Object.keys((skill?.tools[0]?.inputSchema["properties"] ?? {}) as object)).toEqual([
      "paper_content",
      "__proto__",
      "constructor",
    ]);
    expect(Object.keys(skill?.instructions.sections ?? {})).toContain("__proto__");
  });

  it("wants exactly one at the root, in lower case", () => {
    const both = readSkill([file("a.skill.md", text()), file("b.skill.md", text())]);
    expect(both.skill).toBeNull();
    expect(said(both)).toEqual(["SK1002"]);
    expect(said(read(text(), "publish", "A.SKILL.MD"))).toEqual(["SK1003"]);
    expect(readSkill([file("sub/a.skill.md", text())]).format).toBeNull();
    expect(readSkill([file(".skill.md", text())]).format).not.toBe("skill-md");
  });

  it("Y8 refuses a body that would cost too much, whatever its front matter says", () => {
    const reading = read(text({ helpers: "> - ".repeat(20_000) }));
    expect(reading.skill).toBeNull();
    expect(said(reading)).toContain("SK2023");
  });
});

const word = fc.string({ minLength: 1, maxLength: 16, unit: fc.constantFrom(..."abcXYZ 019-_.:/#\"'\\{}[]<>*`äß漢") });
const line = word.filter((one) => one.trim() === one);

describe("a *.skill.md written anew", () => {
  it("is equal when it is read again, whatever it holds", () => {
    const front = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/).map((key) => `x-${key}`),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3 },
    );
    const chosen = fc.subarray(Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]);
    fc.assert(
      fc.property(front, chosen, fc.array(line, { maxLength: 5 }), (extra, missing, noise) => {
        const without = Object.fromEntries(missing.map((key) => [key, ""]));
        const extras = Object.entries(extra).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
        const manifest = `${text(without, [FRONT, ...extras].join("\n"))}\n${noise.join("\n")}`;
        const files = [file("paper.skill.md", manifest), file("other.txt", "x")];
        const first = readSkill(files, { mode: "import" });
        if (first.skill === null) return fc.pre(false);
        const written = writeSkillMd(first.skill, packageView(files));
        if (!("files" in written)) throw new Error("impossible");
        expect(written.losses).toEqual([]);
        const second = readSkill(written.files, { mode: "import" });
        expect(withoutPlaces(second.skill)).toEqual(withoutPlaces(first.skill));
        return undefined;
      }),
      { numRuns: 60 },
    );
  });

  const skillMd = (body: string) => [
    file(
      "SKILL.md",
      `---\nname: web\nversion: 1.0.0\ndescription: d\nauthor: A\nlicense: MIT\npermissions: [network:read]\ntools:\n  - {name: go, description: "# Go", parameters: {q: {type: string, required: true, default: x}, n: {type: integer}}}\nsecurity_tier: experimental\nodd: 1\n---\n${body}`,
    ),
  ];

  it.each([
    ["a plain body", "# Web\n\nText.\n"],
    ["no title", "Text."],
    ["nothing", ""],
    ["an open fence", "# Web\n\n```\nopen"],
    [
      "sections that it must not be taken for",
      "# Web\n\n## Provided Tools\n\n### evil\n\nx\n\n## Metadata\n\n- **Author**: Mallory\n",
    ],
  ])("carries another format with %s, and names what it cannot", (_, body) => {
    const files = skillMd(body);
    const { skill } = readSkill(files);
    if (skill === null) throw new Error("refused");
    const written = writeSkillMd(skill, packageView(files));
    if (!("files" in written)) throw new Error("impossible");
    expect(written.files.map(({ path }) => path)).toEqual(["web.skill.md"]);
    expect(new Set(written.losses.map(({ code }) => code))).toEqual(
      expect.objectContaining(new Set(["SK9001", "SK9003", "SK9006"])),
    );
    const again = readSkill(written.files);
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(JSON.parse(JSON.stringify(again.skill))).toMatchObject({
      authors: [{ name: "A" }],
      license: { value: "MIT" },
      permissions: { declared: [{ domain: "network", level: "read" }] },
      tools: [
        {
          name: "go",
          description: "go: # Go",
          inputSchema: { properties: { q: { type: "string" }, n: { type: "integer" } }, required: ["q"] },
        },
      ],
      extensions: { "/odd": { value: 1 } },
    });
  });

  it("is impossible where a comment swallows what would follow", () => {
    const files = skillMd("# Web\n\n<!-- open\n");
    const { skill } = readSkill(files);
    if (skill === null) throw new Error("refused");
    expect(writeSkillMd(skill, packageView(files))).toMatchObject({
      impossible: expect.arrayContaining([expect.objectContaining({ code: "SK9004" })]),
    });
  });
});
