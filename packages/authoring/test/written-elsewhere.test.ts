import type { PackageFile } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkProfile, migrateFiles } from "../src/index.ts";
import { checkCode, convertSkill, loadParsers, readSkill } from "@gaia/manifest";
import type { Parsers, SourceFormat } from "../../manifest/src/index.ts";
import { utf8 } from "../../manifest/test/manifests.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const file = (path: string, text: string): PackageFile => ({ path, bytes: utf8(text) });
const textOf = (files: readonly PackageFile[], path: string) =>
  new TextDecoder().decode(files.find((one) => one.path === path)?.bytes);

function converted(files: PackageFile[], to: SourceFormat) {
  const result = convertSkill(files, { to });
  if ("impossible" in result) throw new Error(JSON.stringify(result.impossible));
  return result;
}

const UNVERSIONED = file(
  "SKILL.md",
  "---\nname: a-skill\ndescription: Does a thing. Use when asked.\nmetadata: {author: A}\nlicense: MIT\n---\n# A skill\n\nText.\n",
);

describe("a skill without a version, written for readers who require one", () => {
  it.each(["aria-2", "skill-md", "miaos", "gaia-0.1"] as const)(
    "%s: gets one, which is told, and its profile accepts it",
    (to) => {
      const source =
        to === "gaia-0.1"
          ? file(
              "SKILL.md",
              textOf([UNVERSIONED], "SKILL.md").replace(
                "metadata: {author: A}",
                "metadata: {author: A, gaia: {permissions: ['network:none'], tools: [{name: go, description: Go}]}}",
              ),
            )
          : UNVERSIONED;
      const { files, losses } = converted([source], to);
      expect(losses.filter(({ code }) => code === "SK9007").map(({ message }) => message)).toContain(
        "version = 0.1.0 was inferred from its absence.",
      );
      const errors = checkProfile(files, to, { folder: to === "aria-2" ? "a_skill" : "a-skill" }).filter(
        ({ severity }) => severity === "error",
      );
      expect(errors).toEqual([]);
      expect(readSkill(files, { format: to }).skill?.version.value).toBe("0.1.0");
    },
  );

  it("keeps having none in its own format, and the same stand-in", () => {
    const json = (front: object) => `${JSON.stringify(front, null, 1)}\n`;
    const samples: [SourceFormat, PackageFile[]][] = [
      [
        "aria-2",
        [
          file(
            "skill.json",
            json({
              name: "aria-a",
              description: "A.",
              author: "A",
              layer: 3,
              dependencies: [],
              focus_affinity: [],
              tools: [],
            }),
          ),
        ],
      ],
      ["skill-md", [file("a.skill.md", "---\nname: a\ndescription: A.\n---\n# A\n")]],
      [
        "miaos",
        [
          file(
            "package.json",
            json({
              name: "miaos-skill-a",
              skill: { id: "a", name: "A", description: "A.", parameters: { type: "object" }, entryPoint: "i.js" },
            }),
          ),
          file("i.js", "1"),
        ],
      ],
    ];
    for (const [format, files] of samples) {
      const before = readSkill(files, { mode: "import" }).skill?.version;
      expect(before?.value, format).toMatch(/^0\.0\.0\+sha256/);
      const after = converted(files, format).files;
      expect(readSkill(after, { mode: "import" }).skill?.version, format).toEqual(before);
    }
  });
});

describe("an Aria skill that was none", () => {
  const GAIA = (tools: string, name = "a-skill") =>
    file(
      "SKILL.md",
      `---\nname: ${name}\nversion: 1.0.0\ndescription: Does a thing.\nlicense: MIT\nmetadata:\n  author: A\n  gaia:\n    permissions: ["network:none"]\n${tools}---\n# A skill\n`,
    );

  it.each([
    ["without tools", ""],
    [
      "with tools",
      "    tools:\n      - {name: go, description: Go, parameters: {q: {type: string, required: true}}}\n      - {name: stop, description: Stop}\n",
    ],
    [
      "with tools of awkward names",
      "    tools:\n      - {name: class, description: C}\n      - {name: name, description: N}\n      - {name: initialize, description: I}\n",
    ],
  ])("%s: has the class that its profile and its code checks require", (_what, tools) => {
    for (const name of ["a-skill", "web-search", "3d-print"]) {
      const { files } = converted([GAIA(tools, name), file("tools.py", "x = 1\n")], "aria-2");
      const { skill, diagnostics } = readSkill(files, { format: "aria-2" });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      if (skill === null) throw new Error("refused");
      expect(checkCode(parsers, skill, files).filter(({ severity }) => severity !== "info")).toEqual([]);
    }
  });

  it.each([
    ["api-client", "", 1],
    ["a-skill", "      canonical: {layer: 1}\n", 3],
    ["a-skill", "      canonical: {layer: 0}\n      requirements: {skills: [{name: b}]}\n", 3],
    ["a-skill", "      canonical: {layer: 0}\n", 0],
    ["a-skill", "      canonical: {layer: 2}\n", 2],
  ])("%s with %j gets a layer that the standard allows it", (name, more, layer) => {
    const { files } = converted([GAIA(more.replaceAll("      ", "    "), name)], "aria-2");
    const { skill } = readSkill(files, { format: "aria-2" });
    expect(skill?.discovery.layer?.value).toBe(layer);
  });

  it("does not write over a module that is there", () => {
    const { files, losses } = converted([GAIA(""), file("__init__.py", "mine = 1\n")], "aria-2");
    expect(textOf(files, "__init__.py")).toBe("mine = 1\n");
    expect(losses.map(({ code }) => code)).toContain("SK9006");
  });

  it("no text of a skill becomes code", () => {
    const hostile = `"""\\nimport os; os.system('x')\\n"""`;
    const { files } = converted(
      [file("SKILL.md", `---\nname: a\nversion: 1.0.0\ndescription: '${hostile.replaceAll("'", "''")}'\n---\n# T\n`)],
      "aria-2",
    );
    expect(textOf(files, "__init__.py")).not.toContain("import os");
  });
});

describe("what a package.json says beyond the model", () => {
  const skill = { id: "x-y", name: "X", description: "Does x", parameters: { type: "object" }, entryPoint: "run.js" };
  const pkg = [
    file("package.json", JSON.stringify({ name: "miaos-skill-x", version: "1.0.0", author: "J <j@x.example>", skill })),
    file("run.js", "1"),
  ];

  it("is no key of a SKILL.md: author and extensions stay the same through any number of conversions", () => {
    let files = pkg;
    const seen: unknown[] = [];
    for (const to of ["gaia", "gaia", "agent-skills", "openclaw", "gaia", "gaia"] as const) {
      files = converted(files, to).files;
      const read = readSkill(files, { mode: "import" }).skill;
      seen.push([read?.authors.map(({ name }) => name), read?.extensions["package.json#/author"]?.value]);
    }
    expect(seen).toEqual(Array.from({ length: 6 }, () => [["J"], "J <j@x.example>"]));
  });
});

describe("actions with names that no Python function can have", () => {
  const DRAFT = [
    file(
      "SKILL.md",
      "---\nname: old\nversion: 1.0.0\nclaw_version: 1\ndescription: Old.\nactions:\n  - {name: fetch-page, description: Fetches, handler: h.py, parameters: {page-url: {type: string, required: true}}}\n  - {name: a b, description: None}\n---\n# Old\n",
    ),
    file("h.py", "def main(**a): ...\n"),
  ];

  it("are read at import, with a remark, and kept by their own format", () => {
    const { skill, diagnostics } = readSkill(DRAFT, { mode: "import" });
    expect(skill?.tools.map(({ name }) => name)).toEqual(["fetch-page"]);
    expect(
      diagnostics.filter(({ code }) => code === "SK4013").map(({ severity, line, hint }) => [severity, line, hint]),
    ).toEqual([["warning", 7, "Use fetch_page."]]);
    const again = readSkill(converted(DRAFT, "openclaw-draft").files, { mode: "import" }).skill;
    expect(again?.tools.map(({ name, inputSchema }) => [name, inputSchema["required"]])).toEqual([
      ["fetch-page", ["page-url"]],
    ]);
  });

  it("are renamed on the way to GAIA, manifest and wrapper alike", () => {
    const { files } = migrateFiles(DRAFT, { to: "gaia" });
    const skill = readSkill(files ?? []).skill;
    expect(skill?.tools.map(({ name, inputSchema }) => [name, inputSchema["required"]])).toEqual([
      ["fetch_page", ["page_url"]],
    ]);
    expect(textOf(files ?? [], "tools.py")).toContain("def fetch_page(page_url: str)");
    if (skill === null || skill === undefined) throw new Error("refused");
    expect(checkCode(parsers, skill, files ?? []).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("are refused at publish", () => {
    expect(
      readSkill(DRAFT)
        .diagnostics.filter(({ severity }) => severity === "error")
        .map(({ code }) => code),
    ).toContain("SK3041");
  });
});
