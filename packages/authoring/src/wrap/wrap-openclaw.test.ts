import {
  type CanonicalSkill,
  type CanonicalTool,
  checkToolsPy,
  type Json,
  loadParsers,
  type Parsers,
} from "@gaia/manifest";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest, readGood, utf8 } from "../../../manifest/test/manifests.ts";
import { wrapOpenClaw } from "./wrap-openclaw.ts";
import type { Wrapper } from "./wrap-openclaw.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const base = readGood(manifest());
const [baseTool] = base.tools;
const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: utf8("x") }));

function skillOf(...tools: Partial<CanonicalTool>[]): CanonicalSkill {
  if (baseTool === undefined) throw new Error("the sample has a tool");
  const complete = tools.map((tool): CanonicalTool => ({ ...baseTool, implementation: null, ...tool }));
  return { ...base, tools: complete };
}

const handler = (file: string, symbol: string | null = null) => ({ file, symbol, range: null, language: "python" });
const schemaOf = (properties: { [name: string]: Json }, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

function outlineOf({ text }: Wrapper) {
  const read = parsers.outline(text);
  if (read.status === "unread") throw new Error(read.reason);
  expect({ problem: read.problem, text: read.problem === null ? "" : text }).toEqual({ problem: null, text: "" });
  return read.outline;
}

function wrapped(skill: CanonicalSkill, ...paths: string[]): Wrapper {
  const result = wrapOpenClaw(skill, files(...paths));
  if (result === null) throw new Error("nothing to wrap");
  return result;
}

/** The manifest that goes with a wrapper: its names are the wrapper's. */
function renamed(skill: CanonicalSkill, { tools }: Wrapper): CanonicalSkill {
  return {
    ...skill,
    tools: skill.tools.map((tool, index) => {
      const row = tools[index];
      const names = new Map(row?.parameters.map(({ declared, name }) => [declared, name]));
      const properties = Object.entries(tool.inputSchema["properties"] ?? {}) as [string, Json][];
      const required = tool.inputSchema["required"] as string[] | undefined;
      return {
        ...tool,
        name: row?.name ?? "",
        inputSchema: {
          ...tool.inputSchema,
          properties: Object.fromEntries(properties.map(([key, value]) => [names.get(key) ?? key, value])),
          required: required?.map((key) => names.get(key) ?? key) ?? [],
        },
      };
    }),
  };
}

test("a skill with handlers of three kinds gets a tools.py that its own check accepts", () => {
  const skill = skillOf(
    {
      name: "search",
      description: "Searches\nthe web",
      implementation: handler("./handlers/search.py", "run"),
      inputSchema: schemaOf(
        { limit: { type: "integer", default: 5 }, query: { type: "string" }, tags: { type: "array", default: [] } },
        ["query"],
      ),
    },
    { name: "build", description: "Builds", implementation: handler("build.sh") },
    { name: "render", description: "Renders", implementation: handler("render.mjs") },
  );
  const result = wrapped(skill, "handlers/search.py", "build.sh", "render.mjs");
  expect(result.tools.map(({ name, handler: file, runsAs }) => [name, file, runsAs])).toEqual([
    ["search", "handlers/search.py", "python"],
    ["build", "build.sh", "shell"],
    ["render", "render.mjs", "node"],
  ]);
  expect(result.text).toContain("def search(query: str, limit: int = 5, tags: Optional[list] = None) ->");
  expect(result.text).toContain('return _call_python("handlers/search.py", ["run"], arguments)');
  expect(result.text).toContain('return _call_process("bash", "build.sh", arguments)');
  expect(result.review.filter((each) => each.includes("shell:execute"))).toHaveLength(2);
  const said = checkToolsPy(parsers, skill, [{ path: "tools.py", bytes: utf8(result.text) }]);
  expect(said).toEqual([]);
  expect(wrapped(skill, "handlers/search.py", "build.sh", "render.mjs")).toEqual(result);
});

test("a handler that is not in the package, climbs out, or is no program is not called", () => {
  for (const file of ["../../etc/x.py", "/bin/sh", "missing.py", "data.txt", "a/../b.py"]) {
    const result = wrapped(skillOf({ name: "t", implementation: handler(file) }), "b.py", "data.txt");
    expect(result.text).not.toMatch(/return _call_(?:python|process)\(/);
    expect(result.text).toContain("raise NotImplementedError(");
    expect(result.review).toHaveLength(1);
  }
});

test("a tools.py that is there already moves aside, and its handlers with it", () => {
  const result = wrapped(skillOf({ name: "t", implementation: handler("tools.py") }), "tools.py");
  expect(result.moves).toEqual([{ from: "tools.py", to: "openclaw_tools.py" }]);
  expect(result.text).toContain('_call_python("openclaw_tools.py"');
});

test("names that are no Python names, are Python's own, or meet each other, become names that do not", () => {
  const names = ["web-search", "web_search", "class", "list", "_call_python", "1st", "søk", "日本", "tool", "__init__"];
  const result = wrapped(skillOf(...names.map((name) => ({ name }))));
  const given = outlineOf(result)
    .functions.filter(({ decorators }) => decorators.length > 0)
    .map(({ name }) => name);
  expect(given).toEqual([
    "web_search",
    "web_search_2",
    "class_",
    "list_",
    "_call_python_",
    "tool_1st",
    "s_k",
    "tool_",
    "tool__2",
    "tool__init__",
  ]);
  expect(new Set(given).size).toBe(names.length);
  expect(result.review.length).toBeGreaterThanOrEqual(9);
});

test("nothing to delegate to: no wrapper", () => {
  expect(wrapOpenClaw({ ...base, tools: [] }, [])).toBe(null);
});

test("a description does not break out of its docstring", () => {
  const attacks = [
    '"""\nimport os\nos.system("x")\n"""',
    "\\",
    '\\"\nimport os',
    "\r\nimport os\r\n",
    "\u2028import os\u2029",
    "\0",
    "\ud800",
    "{__import__('os')}",
    "# -*- coding: utf-7 -*-",
    "\u202e\u{e0041}",
  ];
  for (const attack of attacks) {
    const skill = skillOf({
      name: "t",
      description: attack,
      implementation: handler(`${attack}.py`, attack),
      inputSchema: schemaOf({ [attack]: { type: "string", default: attack }, [`${attack}2`]: { type: "string" } }, [
        `${attack}2`,
      ]),
    });
    const named = { ...skill, name: { ...skill.name, value: attack }, version: { ...skill.version, value: attack } };
    const result = wrapped(named, `${attack}.py`);
    const { imports, functions } = outlineOf(result);
    expect(imports.map(({ module }) => module)).toEqual(SAFE_IMPORTS);
    expect(functions).toHaveLength(3);
    expect(result.text).toMatch(/^[\n\x20-\x7e]*$/);
  }
});

const SAFE_IMPORTS = ["importlib.util", "json", "subprocess", "pathlib", "typing", "gaia.agents.base.tools"];

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('"', "'", "\\", "\n", "\r", "(", ")", ":", "#", "{", "}", "a", " ", "\u2028", "\ud800"),
    maxLength: 30,
  }),
);
const hostileTool = fc.record({
  name: hostileText,
  description: hostileText,
  atomic: fc.boolean(),
  implementation: fc.option(
    fc.record({
      file: fc.oneof(fc.constant("a.py"), hostileText),
      symbol: fc.option(hostileText),
      range: fc.constant(null),
      language: fc.constant("python"),
    }),
  ),
  inputSchema: fc
    .dictionary(
      hostileText,
      fc.record({
        type: fc.constantFrom("string", "integer", "array", "object", "null"),
        default: fc.jsonValue() as fc.Arbitrary<Json>,
      }),
      { maxKeys: 5 },
    )
    .chain((properties) => fc.subarray(Object.keys(properties)).map((required) => schemaOf(properties, required))),
});

test("whatever names and texts a skill has: one parsable tool each, no import more, printable ASCII", () => {
  fc.assert(
    fc.property(fc.array(hostileTool, { minLength: 1, maxLength: 4 }), (tools) => {
      const skill = skillOf(...tools);
      const result = wrapped(skill, "a.py", ...tools.map(({ implementation }) => implementation?.file ?? "b.py"));
      const { imports, functions, classes, bindings } = outlineOf(result);
      expect(imports.map(({ module }) => module)).toEqual(SAFE_IMPORTS);
      expect([classes, bindings]).toEqual([[], []]);
      expect(functions).toHaveLength(tools.length + 2);
      expect(result.text).toMatch(/^[\n\x20-\x7e]*$/);
      const said = checkToolsPy(parsers, renamed(skill, result), [{ path: "tools.py", bytes: utf8(result.text) }]);
      expect(said.filter(({ severity }) => severity === "error")).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
