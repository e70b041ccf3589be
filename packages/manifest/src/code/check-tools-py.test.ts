import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture, manifest, readGood, utf8 } from "../../test/manifests.ts";
import { checkToolsPy } from "./check-tools-py.ts";
import { loadParsers } from "./parsers.ts";
import type { Parsers } from "./parsers.ts";
import { startCost } from "../../../../test/harness/cost.ts";

let parsers: Parsers;
beforeAll(async () => {
  parsers = await loadParsers();
});
afterAll(() => parsers.close());

const IMPORT = "from gaia.agents.base.tools import tool\n";
const ONE = "{query: {type: string, required: true}, limit: {type: integer, required: false, default: 5}}";

function skillWith(tools: string) {
  return readGood(manifest({ tools: `tools:\n${tools}` }));
}

/** What is said of `code` for one tool `search` with `parameters`: `code severity line:column`. */
function verdict(code: string | Uint8Array, parameters: string | null = ONE, mode: "publish" | "import" = "publish") {
  const given = parameters === null ? "" : `\n    parameters: ${parameters}`;
  const skill = skillWith(`  - name: search\n    description: Searches${given}`);
  return say(skill, code, mode).map(({ code: id, severity, line, column }) => `${id} ${severity} ${line}:${column}`);
}

function say(skill: ReturnType<typeof skillWith>, code: string | Uint8Array, mode: "publish" | "import" = "publish") {
  const bytes = typeof code === "string" ? utf8(code) : code;
  return checkToolsPy(parsers, skill, [{ path: "tools.py", bytes }], { mode });
}

const body = '    """Searches."""\n    return {}\n';

describe("the specification's own examples", () => {
  test("web-search of §5.3 has nothing to say about it", () => {
    const code = `${IMPORT}
@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Search the web for current information using Brave Search API."""
    import os
    import requests

    api_key = os.environ["BRAVE_API_KEY"]
    return requests.get("https://x", params={"q": query, "count": max_results}).json()
`;
    expect(say(readGood(fixture("web-search")), code)).toEqual([]);
  });
});

describe("a declared tool is a @tool function", () => {
  test.each([
    ["@tool", IMPORT],
    ["@tool(atomic=True)", IMPORT],
    ["@tool()", "from gaia.agents.base.tools import *\n"],
    ["@t", "from gaia.agents.base.tools import tool as t\n"],
    ["@tools.tool", "from gaia.agents.base import tools\n"],
    ["@x.tool(atomic=False)", "import gaia.agents.base.tools as x\n"],
    ["@gaia.agents.base.tools.tool", "import gaia.agents.base.tools\n"],
    ["@functools.cache\n@tool", `import functools\n${IMPORT}`],
    [
      "@tool",
      "try:\n    from gaia.agents.base.tools import tool\nexcept ImportError:\n    def tool(f):\n        return f\n",
    ],
  ])("%s counts, behind %j", (decorator, imports) => {
    expect(verdict(`${imports}${decorator}\ndef search(query: str, limit: int = 5) -> dict:\n${body}`)).toEqual([]);
  });

  test("`search = tool(_search)` counts, under either name", () => {
    const code = `${IMPORT}def _search(query: str, limit: int = 5) -> dict:\n${body}search = tool(_search)\n`;
    expect(verdict(code)).toEqual([]);
  });

  test("inside `if` and `try` it is still at the top level", () => {
    const code = `${IMPORT}if True:\n    @tool\n    def search(query: str, limit: int = 5) -> dict:\n        "Searches."\n        return {}\n`;
    expect(verdict(code)).toEqual([]);
  });

  test("an undecorated, a nested and a missing function are told apart, each with its line", () => {
    const plain = `def search(query: str, limit: int = 5) -> dict:\n${body}`;
    expect(verdict(plain)).toEqual(["SK4017 error 1:5"]);
    const nested = `${IMPORT}def register(self):\n    @tool\n    def search(query: str) -> dict:\n        "x"\n`;
    const [found] = say(skillWith("  - {name: search, description: S}"), nested);
    expect(found).toMatchObject({ code: "SK4017", line: 4, column: 9 });
    expect(found?.message).toContain('"register"');
    expect(verdict(IMPORT)).toEqual(["SK4017 error null:null"]);
    expect(verdict(`# @tool\n"""@tool\ndef search(): pass"""\n`)).toEqual(["SK4017 error null:null"]);
  });

  test("another library's @tool is no proof", () => {
    const code = `from langchain.tools import tool\n@tool\ndef search(query: str, limit: int = 5) -> dict:\n${body}`;
    expect(verdict(code)).toEqual(["SK4108 warning 3:5"]);
  });

  test("of two functions with one name the later counts, as in Python", () => {
    const first = `@tool\ndef search(query: str, limit: int = 5) -> dict:\n${body}`;
    expect(verdict(`${IMPORT}${first}def search(query):\n    pass\n`)).toEqual(["SK4017 error 6:5"]);
  });

  test("a tool that the manifest does not declare is refused, also behind a name in another script", () => {
    const good = `${IMPORT}@tool\ndef search(query: str, limit: int = 5) -> dict:\n${body}`;
    expect(verdict(`${good}@tool\ndef wipe() -> dict:\n${body}`)).toEqual(["SK4018 error 7:5"]);
    // Python reads fullwidth letters as the plain ones.
    expect(verdict(good.replace("def search", "def ｓearch"))).toEqual([]);
    expect(verdict(`${good}@tool\ndef sеarch() -> dict:\n${body}`)).toEqual(["SK4018 error 7:5"]);
  });
});

describe("parameters", () => {
  const PAIRS: [type: string, annotation: string, agrees: boolean][] = [
    ["string", "str", true],
    ["string", "int", false],
    ["integer", "int", true],
    ["integer", "float", true],
    ["number", "int", false],
    ["number", "float", true],
    ["boolean", "bool", true],
    ["boolean", "int", false],
    ["array", "list", true],
    ["array", "List[str]", true],
    ["array", "typing.Sequence[int]", true],
    ["array", "dict", false],
    ["object", "Dict[str, Any]", true],
    ["object", "dict[str, list[int]]", true],
    ["object", "str", false],
    ["string", "Optional[str]", true],
    ["string", "str | None", true],
    ["string", "None | int", false],
    ["string", "Union[int, str]", true],
    ["[string, integer]", "Union[int, str]", true],
    ["[string, integer]", "str", false],
    ["[string, 'null']", "Optional[str]", true],
    ["string", "Literal['a', 'b']", true],
    ["integer", "Literal['a', 'b']", false],
    ["string", "Annotated[str, Field(max_length=3)]", true],
    ["string", '"str"', true],
    ["string", '"Optional[int]"', false],
    ["string", "Any", true],
    ["string", "MyOwnType", true],
    ["string", "bytes", false],
    ["object", "Options", true],
    ["string", "Options", false],
    ["array", "Options", false],
  ];
  test.each(PAIRS)("%s in the manifest and %s in the code: %s", (type, annotation, agrees) => {
    const code = `${IMPORT}class Options(TypedDict):\n    a: int\n@tool\ndef search(query: ${annotation}) -> dict:\n${body}`;
    const found = verdict(code, `{query: {type: ${type}, required: true}}`);
    expect(found).toEqual(agrees ? [] : ["SK4019 error 5:12"]);
  });

  test("the message names both sides", () => {
    const [found] = say(
      skillWith("  - name: search\n    description: S\n    parameters: {query: {type: string, required: true}}"),
      `${IMPORT}@tool\ndef search(query: Optional[int]) -> dict:\n${body}`,
    );
    expect(found?.message).toBe('search: "query" is string in the manifest and integer in the code.');
  });

  const rest = ` -> dict:\n${body}`;
  test.each([
    ["one more, which is needed", "query: str, limit: int = 5, more: int", ["SK4019 error 3:40"]],
    ["one more, with a default", "query: str, limit: int = 5, more: int = 1", ["SK4019 warning 3:40"]],
    ["one less", "query: str", ["SK4019 error 3:5"]],
    ["one less, and **kwargs", "query: str, **rest", ["SK4110 warning 3:26"]],
    ["*args", "query: str, *rest, limit: int = 5", ["SK4110 warning 3:25"]],
    ["no annotation", "query, limit=5", ["SK4106 warning 3:12", "SK4106 warning 3:19"]],
    ["optional here, needed there", "query: str, limit: int", ["SK4019 warning 3:24"]],
    ["needed here, optional there", 'query: str = "", limit: int = 5', ["SK4019 info 3:12"]],
    ["another default", "query: str, limit: int = 10", ["SK4019 warning 3:24"]],
    ["positional-only", "query: str, /, limit: int = 5", ["SK4019 error 3:12"]],
    ["keyword-only", "*, query: str, limit: int = 5", []],
    ["another name", "text: str, limit: int = 5", ["SK4019 error 3:5", "SK4019 error 3:12"]],
  ])("%s", (_, parameters, expected) => {
    expect(verdict(`${IMPORT}@tool\ndef search(${parameters})${rest}`)).toEqual(expected);
  });

  test("a manifest without parameters is a doubt, one with an empty list is a claim", () => {
    const code = `${IMPORT}@tool\ndef search(query: str)${rest}`;
    expect(verdict(code, null)).toEqual(["SK4019 warning 3:5"]);
    expect(verdict(code, "{}")).toEqual(["SK4019 error 3:12"]);
  });

  test("a parameter named for something of JavaScript's is only a name", () => {
    const code = `${IMPORT}@tool\ndef search(constructor: str, toString: int = 5)${rest}`;
    expect(verdict(code, "{}")).toEqual(["SK4019 error 3:12", "SK4019 warning 3:30"]);
  });
});

describe("docstring, return, async", () => {
  const head = `${IMPORT}@tool\ndef search(query: str, limit: int = 5)`;
  test.each([
    ["no docstring", " -> dict:\n    return {}\n", ["SK4105 error 3:5"]],
    ["an empty one", ' -> dict:\n    """  """\n    return {}\n', ["SK4105 error 3:5"]],
    ["an f-string", ' -> dict:\n    f"no {1}"\n    return {}\n', ["SK4105 error 3:5"]],
    ["bytes", ' -> dict:\n    b"no"\n    return {}\n', ["SK4105 error 3:5"]],
    ["a raw one behind a comment", ' -> dict:\n    # why\n    r"""Yes."""\n    return {}\n', []],
    ["two joined", " -> dict:\n    'a' \"b\"\n    return {}\n", []],
    ["no return annotation", `:\n${body}`, ["SK4106 warning 3:5"]],
    ["bytes returned", ` -> bytes:\n${body}`, ["SK4107 error 3:5"]],
    ["a set inside a list", ` -> list[set[int]]:\n${body}`, ["SK4107 error 3:5"]],
    ["a class of its own", ` -> Result:\n${body}`, []],
    ["None", ` -> None:\n${body}`, []],
    ["a generator", ' -> dict:\n    "x"\n    yield 1\n', ["SK4107 error 3:5"]],
    ["a generator inside", ' -> dict:\n    "x"\n    def g():\n        yield 1\n    return {}\n', []],
  ])("%s", (_, end, expected) => {
    expect(verdict(`${head}${end}`)).toEqual(expected);
  });

  test("an async tool is told that it gives a coroutine", () => {
    const code = `${IMPORT}@tool\nasync def search(query: str, limit: int = 5) -> dict:\n${body}`;
    expect(verdict(code)).toEqual(["SK4109 warning 3:11"]);
  });

  test("what the manifest says of the result is compared", () => {
    const skill = skillWith("  - name: search\n    description: S\n    parameters: {}\n    returns: {type: object}");
    const found = say(skill, `${IMPORT}@tool\ndef search() -> str:\n${body}`);
    expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(["SK4019 warning"]);
  });
});

describe("a file that cannot be read is never taken for good", () => {
  const good = `${IMPORT}@tool\ndef search(query: str, limit: int = 5) -> dict:\n${body}`;
  test.each([
    ["an open bracket", `${good}x = (1,\n`, "SK4101 error 6:5"],
    ["Python 2", `${good}print "x"\n`, "SK4101 error 6:1"],
    ["a NUL", `${good}# \0\n`, "SK4103 error 6:3"],
    ["utf-7", `# -*- coding: utf-7 -*-\n${good}`, "SK4103 error 1:1"],
    ["latin-1 in the second line", `#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n${good}`, "SK4103 error 2:1"],
    ["text that turns around", `${good}# \u202e\n`, "SK2005 error 6:3"],
  ])("%s", (_, code, expected) => {
    expect(verdict(code)).toContain(expected);
  });

  test("bytes that are no UTF-8, and bytes that are too many", () => {
    expect(verdict(Buffer.from([0x61, 0x0a, 0xff]))).toEqual(["SK2001 error 2:null"]);
    expect(verdict(Buffer.alloc(1024 * 1024 + 1, 0x23))).toEqual(["SK4102 error null:null"]);
  });

  test("an encoding that is UTF-8, CRLF and a BOM are fine", () => {
    expect(verdict(`\ufeff# coding: utf-8\n${good}`.replaceAll("\n", "\r\n"))).toEqual([]);
  });

  test("the third line names no encoding, nor does code", () => {
    expect(verdict(`#\n#\n# coding: utf-7\n${good}`)).toEqual([]);
    expect(verdict(`x = "coding: utf-7"\n# coding: utf-7\n${good}`)).toEqual([]);
  });

  test("5,000 brackets, a line of 1 MiB, 20,000 functions", () => {
    expect(verdict(`${good}x = ${"[".repeat(5000)}\n`)).toContain("SK4101 error 6:5");
    expect(verdict(`${good}#${"a".repeat(1_040_000)}`)).toEqual([]);
    expect(verdict(`${good}${"def f(): pass\n".repeat(20_000)}`)).toContain("SK4102 error 1:1");
  });

  test("at import the same is a warning", () => {
    expect(verdict(`${good}x = (1,\n`, ONE, "import")).toEqual(["SK4101 warning 6:5"]);
  });
});

test("without tools.py a declared tool is a warning at its line, and an MCP skill is left in peace", () => {
  const skill = skillWith("  - {name: search, description: S}");
  expect(checkToolsPy(parsers, skill, []).map(({ code, line }) => `${code} ${line}`)).toEqual(["SK4104 10"]);
  expect(checkToolsPy(parsers, { ...skill, kind: "mcp" }, [])).toEqual([]);
  expect(checkToolsPy(parsers, { ...skill, tools: [] }, [])).toEqual([]);
});

test("whatever the text is, the answer is a list, soon", () => {
  const skill = skillWith("  - {name: search, description: S, parameters: {query: {type: string}}}");
  const words = String.raw`def search ( ) : @ tool , * / -> ' """ class import from gaia . = [ ] | None async \ é # if yield f'{`;
  const snippets = fc.constantFrom(...words.split(" "), " ", "\n", "    ", "\0", "\ud800");
  fc.assert(
    fc.property(fc.array(snippets, { maxLength: 60 }), (parts) => {
      const cost = startCost();
      const found = say(skill, parts.join(""));
      expect(cost()).toBeLessThan(200);
      for (const each of found) expect(each).toMatchObject({ code: expect.stringMatching(/^SK\d{4}$/) });
    }),
    { numRuns: 300 },
  );
});
