import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest, readGood, utf8 } from "../../test/manifests.ts";
import type { CanonicalSkill } from "../model/canonical.ts";
import { checkAriaCode, checkAriaLayers } from "./check-aria.ts";
import { loadParsers } from "./parsers.ts";
import type { Parsers } from "./parsers.ts";
import { startCost } from "../../../../test/harness/cost.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const origin = { file: "skill.json", line: 2, column: 3, how: "declared" } as const;

const SYMBOL = { type: "object", properties: { symbol: { type: "string" } }, required: ["symbol"] };

/** A model as an Aria manifest gives it; the reader itself has its own tests. */
function aria(
  folder: string,
  layer: 0 | 1 | 2 | 3 | 4,
  options: { tools?: string[]; dependencies?: string[] } = {},
): CanonicalSkill {
  const base = readGood(manifest());
  const [tool] = base.tools;
  if (tool === undefined) throw new Error("the sample has a tool");
  return {
    ...base,
    name: { value: folder.replaceAll("_", "-"), origin },
    discovery: { ...base.discovery, layer: { value: layer, origin } },
    tools: (options.tools ?? []).map((name) => ({ ...tool, name, origin, inputSchema: SYMBOL, parametersRaw: SYMBOL })),
    requires: {
      ...base.requires,
      skills: (options.dependencies ?? []).map((name) => ({ name, range: "*", optional: false, origin })),
    },
  };
}

const CODE = `from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class MarketDataSkill(BaseSkill):
    @property
    def name(self) -> str:
        """Its name."""
        return "market_data"

    async def initialize(self) -> bool:
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def get_price(self, symbol: str) -> SkillResult:
        return SkillResult.ok({})
`;

type Texts = Record<string, string>;
const filesOf = (texts: Texts) => Object.entries(texts).map(([path, text]) => ({ path, bytes: utf8(text) }));

function say(texts: Texts, skill = aria("market_data", 3, { tools: ["get_price"] })): string[] {
  return checkAriaCode(parsers, skill, filesOf(texts)).map(
    ({ code, severity, file, line }) => `${code} ${severity} ${file}:${line}`,
  );
}

const door = (change: (code: string) => string): Texts => ({ "__init__.py": change(CODE) });

describe("the class", () => {
  test("as the standard wants it has nothing to say about it", () => {
    expect(say({ "__init__.py": CODE })).toEqual([]);
  });

  test("may live in another file that __init__.py exports", () => {
    expect(say({ "__init__.py": "from .skill import MarketDataSkill\n", "skill.py": CODE })).toEqual([]);
    expect(say({ "__init__.py": "", "skill.py": CODE })).toEqual(["SK4121 error skill.py:6"]);
  });

  test("may be registered under another name of the registry", () => {
    expect(
      say(
        door((code) =>
          code.replace("import SkillRegistry", "import SkillRegistry as R").replace("@SkillRegistry", "@R"),
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    ["no class", (code: string) => code.replace("@SkillRegistry.register", ""), ["SK4121 error __init__.py:null"]],
    ["no file", () => "", ["SK4121 error __init__.py:null"]],
    [
      "another class name",
      (code: string) => code.replace("MarketDataSkill", "PriceSkill"),
      ["SK4122 error __init__.py:6"],
    ],
    ["no suffix", (code: string) => code.replace("MarketDataSkill", "MarketData"), ["SK4122 error __init__.py:6"]],
    [
      "not PascalCase",
      (code: string) => code.replace("MarketDataSkill", "market_dataSkill"),
      ["SK4122 error __init__.py:6"],
    ],
    ["an acronym", (code: string) => code.replace("MarketDataSkill", "MARKETDataSkill"), []],
    ["another .name", (code: string) => code.replace('"market_data"', '"market"'), ["SK4122 error __init__.py:8"]],
    ["a computed .name", (code: string) => code.replace('"market_data"', "NAME"), ["SK4122 error __init__.py:8"]],
    ["a method for .name", (code: string) => code.replace("    @property\n", ""), ["SK4122 error __init__.py:7"]],
    ["no initialize", (code: string) => code.replace("def initialize", "def start"), ["SK4123 error __init__.py:6"]],
    [
      "a plain health_check",
      (code: string) => code.replace("async def health_check", "def health_check"),
      ["SK4123 warning __init__.py:15"],
    ],
    ["no base", (code: string) => code.replace("(BaseSkill)", ""), ["SK4125 warning __init__.py:6"]],
    ["a missing tool", (code: string) => code.replace("def get_price", "def price"), ["SK4017 error skill.json:2"]],
    ["a broken file", (code: string) => `${code}x = (\n`, ["SK4101 error __init__.py:20"]],
  ])("%s", (_, change, expected) => {
    expect(say(door(change))).toEqual(expected);
  });

  test("the manifest's name and the folder must agree", () => {
    const found = checkAriaCode(parsers, aria("market", 3), filesOf({ "__init__.py": CODE }), {
      folder: "market_data",
    });
    expect(found.map(({ code, file }) => `${code} ${file}`)).toEqual(["SK4122 skill.json"]);
  });
});

describe("imports", () => {
  const withImport = (line: string, layer: 0 | 1 | 2 | 3 | 4 = 3) =>
    say(
      door((code) => `${line}\n${code}`),
      aria("market_data", layer, { tools: ["get_price"] }),
    );

  test.each([
    "from aria_skills.schedule import X",
    "import aria_skills.schedule as s",
    "from aria_skills import api_client, schedule",
    "from ..schedule import X",
    "from .. import schedule",
    'import importlib; importlib.import_module("aria_skills.schedule.inner")',
    'f = [g(__import__("aria_skills.schedule"))]',
    "def f():\n    from aria_skills.schedule import X",
  ])("of a higher layer is refused: %s", (line) => {
    expect(withImport(line)).toEqual([expect.stringMatching(/^SK6007 error __init__\.py:\d$/)]);
  });

  test.each([
    "from aria_skills.llm import X",
    "from aria_skills.research import X",
    "from aria_skills.market_data.inner import X",
    "from aria_skills import base",
    "from .schedule import X",
    "from schedule import X",
    "from other.aria_skills.schedule import X",
    "x = 'from aria_skills.schedule import X'",
    "# from aria_skills.schedule import X",
  ])("of the same layer, a lower one or something else is fine: %s", (line) => {
    expect(withImport(line)).toEqual([]);
  });

  test("from a folder below, one more dot leads out", () => {
    const inner = (dots: string) => say({ "__init__.py": CODE, "a/b.py": `from ${dots}schedule import X\n` });
    expect(inner("...")).toEqual(["SK6007 error a/b.py:1"]);
    expect(inner("..")).toEqual([]);
  });

  test.each([
    "import sqlite3",
    "from sqlalchemy.orm import Session",
    "import psycopg2 as pg",
    "x = __import__('redis')",
  ])("of a database driver is layer 1's alone: %s", (line) => {
    expect(withImport(line)).toEqual(["SK4124 error __init__.py:1"]);
    expect(withImport(line, 1)).toEqual([]);
  });

  test.each([
    'open("a", "w")',
    'open("a", mode="ab")',
    'Path("a").open("r+")',
    'Path("a").write_text("x")',
    "(p / q).unlink()",
    "os.makedirs(p)",
    "[shutil.rmtree(p) for p in q]",
  ])("layer 0 is read-only: %s", (call) => {
    expect(withImport(call, 0)).toEqual(["SK4126 error __init__.py:1"]);
    expect(withImport(call, 2)).toEqual([]);
  });

  test.each([
    'open("a")',
    'open("a", "rb")',
    "open(a, mode)",
    'Path("a").open()',
    'text.replace("a", "b")',
    'x = "os.remove(p)"',
    "remove(p)",
  ])("layer 0 may read: %s", (call) => {
    expect(withImport(call, 0)).toEqual([]);
  });

  test("in tests of the skill are not its own", () => {
    expect(say({ "__init__.py": CODE, "tests/test_it.py": "import sqlite3\n" })).toEqual([]);
  });
});

describe("a directory of skills", () => {
  const code = (folder: string, extra = "") => {
    const pascal = folder
      .split("_")
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
      .join("");
    return filesOf({
      "__init__.py": `${extra}${CODE.replace("MarketData", pascal).replace('"market_data"', `"${folder}"`)}`,
    });
  };

  test("their manifests say the layers, and the files are named with their folder", () => {
    const found = checkAriaLayers(parsers, [
      { folder: "alpha", skill: aria("alpha", 2), files: code("alpha", "from aria_skills.beta import B\n") },
      { folder: "skills/beta", skill: aria("beta", 3, { dependencies: ["aria-gamma"] }), files: code("beta") },
      { folder: "gamma", skill: aria("gamma", 4), files: code("gamma", "from aria_skills.alpha import A\n") },
    ]);
    expect(found.map((each) => `${each.code} ${each.file}:${each.line}`)).toEqual([
      "SK6007 alpha/__init__.py:1",
      "SK6007 skills/beta/skill.json:2",
    ]);
  });
});

test("500 hostile modules end in time, and none is taken for good", () => {
  const texts = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m${n}.py`, "(a,".repeat(7000)]));
  const cost = startCost();
  const found = say({ ...texts, "__init__.py": CODE });
  expect(cost(1500)).toBeLessThan(300);
  expect(found.filter((each) => /^SK410[12] error/.test(each)).length).toBeGreaterThanOrEqual(200);
});
