import type { PackageFile } from "@gaia/archive";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRequirements } from "../../model/blank-skill.ts";
import { readSkill } from "../../index.ts";
import { withoutPlaces } from "../../../test/places.ts";
import { packageView } from "../format.ts";
import { checkAriaSet } from "./check-set.ts";
import { writeAria } from "./write.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const file = (path: string, text: string): PackageFile => ({ path, bytes: utf8(text) });

const GOALS = {
  name: "aria-session-manager",
  version: "2.0.0",
  description: "Keeps the sessions of all agents.",
  author: "Aria Team",
  layer: 2,
  dependencies: ["api_client"],
  focus_affinity: ["orchestrator", "data"],
  tools: [
    {
      name: "list_sessions",
      description: "Lists what is open.",
      input_schema: { type: "object", properties: { limit: { type: "integer", default: 50 } }, required: ["limit"] },
    },
  ],
};

function pkg(manifest: unknown, others: PackageFile[] = [file("__init__.py", "class SessionManagerSkill: ...\n")]) {
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest, null, 2);
  return [file("skill.json", text), ...others];
}

function codesOf(manifest: unknown, others?: PackageFile[], mode: "publish" | "import" = "publish"): string[] {
  const { diagnostics } = readSkill(pkg(manifest, others), { mode });
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe("an Aria skill", () => {
  it("is read with every key of the standard, its names, layer and inferred permission", () => {
    const readme = file("SKILL.md", "---\nname: session-manager\ndescription: d\n---\n\n# The Sessions\n\nText.\n");
    const { skill, format, diagnostics } = readSkill(pkg(GOALS, [readme, file("__init__.py", "")]));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(format).toBe("aria-2");
    expect(skill).toMatchObject({
      name: { value: "session-manager" },
      aliases: [{ value: "aria-session-manager" }, { value: "session_manager" }],
      displayName: { value: "The Sessions" },
      version: { value: "2.0.0", origin: { file: "skill.json", line: 3 } },
      kind: "tool",
      discovery: { layer: { value: 2 }, focusAffinity: [{ value: "orchestrator" }, { value: "data" }] },
      requires: { skills: [{ name: "api-client", range: "*" }] },
      tools: [
        {
          name: "list_sessions",
          inputSchema: GOALS.tools[0]?.input_schema,
          implementation: { file: "__init__.py", symbol: "list_sessions" },
        },
      ],
      instructions: { file: "SKILL.md", bodyLine: 5 },
      permissions: { declared: null, inferred: [{ domain: "database", level: "read" }] },
      provenance: { format: "aria-2", manifestFile: "skill.json" },
    });
  });

  it.each(Object.keys(GOALS))("is refused without %s", (key) => {
    const { [key]: _, ...rest } = GOALS as Record<string, unknown>;
    expect(codesOf(rest)).not.toEqual([]);
    expect(readSkill(pkg(rest)).skill).toBeNull();
  });

  it("names what is wrong with a value", () => {
    expect(codesOf({ ...GOALS, name: "session-manager" })).toEqual(["SK3002"]);
    expect(codesOf({ ...GOALS, name: "aria-Session" })).toEqual(["SK3002"]);
    for (const layer of [5, -1, 2.5, "2", null, [2]])
      expect(codesOf({ ...GOALS, layer }), String(layer)).toEqual(["SK3041"]);
    expect(codesOf({ ...GOALS, version: 2 })).toEqual(["SK3041", "SK3011"]);
    expect(codesOf({ ...GOALS, dependencies: ["../x"] })).toEqual(["SK3041"]);
    expect(codesOf({ ...GOALS, tools: [{ name: "a", description: "b", input_schema: { type: "string" } }] })).toEqual([
      "SK4014",
    ]);
    expect(codesOf({ ...GOALS, tools: [{ description: "b", input_schema: { type: "object" } }] })).toEqual(["SK4011"]);
    expect(codesOf({ ...GOALS, tools: [GOALS.tools[0], GOALS.tools[0]] })).toEqual(["SK4012"]);
    expect(codesOf(GOALS, [])).toEqual(["SK4020"]);
    expect(codesOf(`{"name": "aria-a", ${JSON.stringify(GOALS).slice(1)}`)).toEqual(["SK2032"]);
  });

  it("takes the older key parameters, and an unknown focus, with a remark", () => {
    const [tool] = GOALS.tools;
    const legacy = {
      ...GOALS,
      focus_affinity: ["gardener"],
      tools: [{ name: "a", description: "b", parameters: tool?.input_schema }],
    };
    const { skill, diagnostics } = readSkill(pkg(legacy));
    expect(skill?.tools[0]?.inputSchema).toEqual(tool?.input_schema);
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(["SK4016", "SK3041"]));
  });

  it("keeps the rules of the layers", () => {
    expect(codesOf({ ...GOALS, layer: 0 })).toEqual(["SK6007"]);
    expect(codesOf({ ...GOALS, layer: 0, dependencies: [] })).toEqual([]);
    expect(codesOf({ ...GOALS, layer: 1 })).toEqual(["SK6008"]);
    expect(codesOf({ ...GOALS, name: "aria-api_client", layer: 1, dependencies: [] })).toEqual([]);
    expect(codesOf({ ...GOALS, name: "aria-api_client", layer: 2, dependencies: [] })).toEqual(["SK6008"]);
    expect(codesOf({ ...GOALS, dependencies: ["session_manager"] })).toEqual(["SK6005"]);
  });

  it("may have a SKILL.md that is documentation only, but no second manifest that disagrees", () => {
    const module = file("__init__.py", "");
    expect(codesOf(GOALS, [module, file("SKILL.md", "# Just text\n")])).toEqual([]);
    expect(readSkill(pkg(GOALS, [module, file("SKILL.md", "# Just text\n")])).skill?.displayName.value).toBe(
      "Just text",
    );
    expect(codesOf(GOALS, [module, file("SKILL.md", "---\nname: evil\ndescription: d\n---\n# x\n")])).toEqual([
      "SK1002",
    ]);
    expect(codesOf(GOALS, [module, file("SKILL.md", "---\nname: [\n---\n# x\n")])).toEqual(["SK1002"]);
  });

  it("is taken leniently at import", () => {
    const poor = { name: "Aria Goals", description: "d", tools: [{ name: "a", description: "b" }] };
    const { skill, diagnostics } = readSkill(pkg(poor, []), { mode: "import" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(skill?.name.value).toBe("goals");
  });

  it("finds cycles and strangers among a directory of skills, however long the chain", () => {
    const place = { file: "skill.json", line: 1, column: 1, how: "declared" as const };
    const member = (name: string, needs: string[]) => {
      const skills = needs.map((need) => ({ name: need, range: "*", optional: false, origin: place }));
      return {
        folder: name,
        skill: { name: { value: name, origin: place }, requires: { ...noRequirements(), skills } },
      };
    };
    const check = (members: Parameters<typeof checkAriaSet>[0]) =>
      checkAriaSet(members).map(({ code, file: where, message }) => `${code} ${where} ${message}`);
    expect(check([member("a", ["b"]), member("b", ["c"]), member("c", ["a"])])).toEqual([
      "SK6005 c/skill.json Dependency cycle: a -> b -> c -> a.",
    ]);
    expect(check([member("a", ["b", "c"]), member("b", ["c"]), member("c", [])])).toEqual([]);
    expect(check([member("a", ["x"])])).toEqual([
      'SK6004 a/skill.json "a" depends on "x", which is not among these skills.',
    ]);
    const chain = Array.from({ length: 20_000 }, (_, i) => member(`s${i}`, [`s${(i + 1) % 20_000}`]));
    expect(check(chain)).toHaveLength(1);
  });
});

const text = fc
  .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(..."abcXYZ 019-_.:/#\"'\\{}äß漢") })
  .filter((one) => one.trim() === one && one !== "");
const schema = fc.record({
  type: fc.constant("object"),
  properties: fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })),
});
const generated = fc.record(
  {
    name: fc.stringMatching(/^aria-[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5}){0,2}$/),
    version: fc.stringMatching(/^[1-9]\.[0-9]\.[0-9]$/),
    description: text,
    author: text,
    layer: fc.constantFrom(2, 3, 4),
    dependencies: fc.uniqueArray(fc.stringMatching(/^dep_[a-z]{1,5}$/), { maxLength: 4 }),
    focus_affinity: fc.uniqueArray(fc.constantFrom("data", "trader", "creative")),
    tools: fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-z_]{1,12}$/), description: text, input_schema: schema }),
      { selector: ({ name }) => name, maxLength: 3 },
    ),
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 }),
    license: fc.constantFrom("MIT", "UNLICENSED"),
    homepage: fc.constant("https://example.com/x"),
    status: fc.constantFrom("active", "stub", "odd"),
    env: fc.constant(["A_KEY"]),
    run: fc.constant("python -m x {tool}"),
    links: fc.jsonValue({ maxDepth: 2 }),
    __proto__x: fc.jsonValue({ maxDepth: 2 }),
    "a/b~c": fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ["name", "version", "description", "author", "layer", "dependencies", "focus_affinity", "tools"] },
);

describe("an Aria skill written anew", () => {
  it("is equal when it is read again, whatever it holds", () => {
    fc.assert(
      fc.property(generated, fc.boolean(), (manifest, hasBody) => {
        const files = pkg(manifest, [
          file("__init__.py", ""),
          ...(hasBody ? [file("SKILL.md", "# Title\n\nText\n")] : []),
        ]);
        const first = readSkill(files, { format: "aria-2", mode: "import" });
        if (first.skill === null) throw new Error(JSON.stringify(first.diagnostics));
        const written = writeAria(first.skill, packageView(files));
        if (!("files" in written)) throw new Error("impossible");
        expect(written.losses).toEqual([]);
        const second = readSkill(written.files, { format: "aria-2", mode: "import" });
        expect(withoutPlaces(second.skill)).toEqual(withoutPlaces(first.skill));
        const again = writeAria(first.skill, packageView(files));
        expect(again).toEqual(written);
      }),
      { numRuns: 100 },
    );
  });

  it("carries what another format says, and names what it cannot", () => {
    const md = `---\nname: web-search\nversion: 1.0.0\ndescription: Search\nauthor: A\nlicense: MIT\npermissions:\n  - network:read\ntools:\n  - {name: go, description: Go, parameters: {q: {type: string, required: true}}}\nsecurity_tier: verified\nodd: 1\n---\n# Web\n`;
    const files = [file("SKILL.md", md), file("tools.py", "def go(): ...\n")];
    const { skill } = readSkill(files);
    if (skill === null) throw new Error("refused");
    const written = writeAria(skill, packageView(files));
    if (!("files" in written)) throw new Error("impossible");
    expect(new Set(written.losses.map(({ code }) => code))).toEqual(new Set(["SK9003", "SK9005", "SK9006", "SK9007"]));
    const { skill: aria, diagnostics } = readSkill(written.files, { format: "aria-2" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(aria?.name.value).toBe("web-search");
    const [module] = written.files.filter(({ path }) => path === "__init__.py");
    expect(new TextDecoder().decode(module?.bytes)).toContain(
      'raise NotImplementedError("The tool go was not ported to Aria.")',
    );
    const imported = readSkill(written.files, { format: "aria-2", mode: "import" }).skill;
    expect(imported).toMatchObject({
      name: { value: "web-search" },
      license: { value: "MIT" },
      permissions: { declared: [{ domain: "network", level: "read" }] },
      tools: [{ name: "go", inputSchema: { properties: { q: { type: "string" } }, required: ["q"] } }],
      displayName: { value: "Web" },
    });
    expect(imported?.extensions["/odd"]?.value).toBe(1);
  });
});
