import { describe, expect, it } from "vitest";
import { complaints, manifest, read, readGood } from "../../test/manifests.ts";

function complaintsOf(changes: Record<string, string | null>): string[] {
  return complaints(read(manifest(changes)).diagnostics);
}

describe("permissions", () => {
  const list = (...items: string[]) => ({
    permissions: ["permissions:", ...items.map((item) => `  - ${item}`)].join("\n"),
  });

  it("reads every permission of appendix B", () => {
    const all = [
      "filesystem:read",
      "filesystem:read:~/data/**",
      "filesystem:write:./out/**",
      "network:read:*.example.com",
      "network:write",
      "shell:execute:git,npm",
      "desktop:control",
      "mcp:connect",
      "env:read",
      "database:read",
      "database:write",
    ];
    expect(complaintsOf(list(...all))).toEqual([]);
    const skill = readGood(manifest(list(...all)));
    expect(skill.permissions.declared).toHaveLength(all.length);
    expect(skill.kind).toBe("mcp");
  });

  it("says which permissions cover a whole domain, as information", () => {
    const { diagnostics } = read(manifest(list("shell:execute", "shell:execute:git")));
    expect(diagnostics.map(({ code, line, hint }) => [code, line, hint])).toEqual([
      ["SK5005", 8, "Narrow it, e.g. shell:execute:git,npm."],
    ]);
  });

  it("accepts an empty list as a declaration of nothing", () => {
    expect(readGood(manifest({ permissions: "permissions: []" })).permissions.declared).toEqual([]);
  });

  it.each([
    ["a space after the colon", ["network: read"], ["SK5002 8:5"]],
    ["no level", ["network"], ["SK5002 8:5"]],
    ["an empty scope", ['"network:read:"'], ["SK5002 8:5"]],
    ["none with a scope", ["network:none:x"], ["SK5002 8:5"]],
    ["an unknown domain", ["disk:read"], ["SK5003 8:5"]],
    ["a level of another domain", ["shell:read"], ["SK5003 8:5"]],
    ["upper case", ["Network:Read"], ["SK5003 8:5"]],
    ["a prototype name", ["constructor:read"], ["SK5003 8:5"]],
    ["an anchor in disguise", ["'*:read'"], ["SK5002 8:5"]],
    ["a contradiction", ["env:none", "network:none", "network:read:x"], ["SK5004 10:5"]],
    ["one bad among good", ["env:none", "nope", "shell:none"], ["SK5002 9:5"]],
    ["a nested list", ["[a]"], ["SK3041 8:5"]],
  ])("%s", (_what, items, expected) => {
    expect(complaintsOf(list(...items))).toEqual(expected);
  });

  it("wants a list, of at most 256", () => {
    expect(complaintsOf({ permissions: "permissions: none" })).toEqual(["SK3041 7:14"]);
    const many = Array.from({ length: 257 }, (_, i) => `env:read:V${i}`);
    expect(complaintsOf(list(...many))).toEqual(["SK3041 8:3"]);
  });
});

describe("security_tier", () => {
  it("Y13 records a high claim and neither believes nor refuses it", () => {
    for (const tier of ["experimental", "community", "verified"] as const) {
      const { skill, diagnostics } = read(manifest({ security_tier: `security_tier: ${tier}` }));
      expect(skill?.trust.claimedTier?.value).toBe(tier);
      const said = diagnostics.filter(({ code }) => code === "SK5010");
      expect(said.map(({ severity }) => severity)).toEqual(tier === "experimental" ? [] : ["info"]);
    }
  });

  it("refuses a tier that does not exist", () => {
    expect(complaintsOf({ security_tier: "security_tier: gold" })).toEqual(["SK3041 11:16"]);
    expect(complaintsOf({ security_tier: "security_tier: Verified" })).toEqual(["SK3041 11:16"]);
  });
});

describe("tools", () => {
  const tools = (...lines: string[]) => ({ tools: ["tools:", ...lines].join("\n") });

  it.each([
    ["no name", ["  - description: A"], ["SK4011 10:5"]],
    ["no description", ["  - name: a"], ["SK3041 10:5"]],
    ["a bad name", ["  - {name: a-b, description: A}"], ["SK3041 10:12"]],
    ["a name with a dot", ["  - {name: os.system, description: A}"], ["SK3041 10:12"]],
    ["a tool that is text", ["  - greet"], ["SK3041 10:5"]],
    ["the same name twice", ["  - {name: a, description: A}", "  - {name: a, description: B}"], ["SK4012 11:5"]],
    ["atomic as text", ["  - {name: a, description: A, atomic: yes}"], ["SK3041 10:39"]],
    ["returns as text", ["  - {name: a, description: A, returns: dict}"], ["SK4014 10:40"]],
    ["parameters as a list", ["  - {name: a, description: A, parameters: [q]}"], ["SK4014 10:43"]],
    ["a parameter as text", ["  - {name: a, description: A, parameters: {q: string}}"], ["SK4014 10:47"]],
    ["a parameter without a type", ["  - {name: a, description: A, parameters: {q: {}}}"], ["SK4014 10:47"]],
    ["a Python type", ["  - {name: a, description: A, parameters: {q: {type: str}}}"], ["SK4014 10:54"]],
    [
      "required as text",
      ["  - {name: a, description: A, parameters: {q: {type: string, required: yes}}}"],
      ["SK3041 10:72"],
    ],
    [
      "a parameter with a bad name",
      ["  - {name: a, description: A, parameters: {a b: {type: string}}}"],
      ["SK4014 10:44"],
    ],
  ])("%s", (_what, lines, expected) => {
    expect(complaintsOf(tools(...lines))).toEqual(expected);
  });

  it("suggests the JSON Schema type for a Python one", () => {
    const line = "  - {name: a, description: A, parameters: {q: {type: dict}}}";
    const { diagnostics } = read(manifest(tools(line)));
    expect(diagnostics[0]?.hint).toBe("Use object.");
  });

  it("has at most 256 of them", () => {
    const one = (_: unknown, i: number) => `  - {name: t${i}, description: A}`;
    expect(complaintsOf(tools(...Array.from({ length: 256 }, one)))).toEqual([]);
    expect(complaintsOf(tools(...Array.from({ length: 257 }, one)))).toEqual(["SK3041 10:3"]);
  });

  it("keeps the rest of a parameter's schema", () => {
    const line = "  - {name: a, description: A, parameters: {q: {type: array, items: {type: string}, enum: [[a]]}}}";
    const [tool] = readGood(manifest(tools(line))).tools;
    expect(tool?.inputSchema["properties"]).toEqual({
      q: { type: "array", items: { type: "string" }, enum: [["a"]] },
    });
    expect(tool?.inputSchema["required"]).toBeUndefined();
  });
});

describe("requirements", () => {
  const requirements = (...lines: string[]) => ({
    requirements: ["requirements:", ...lines.map((line) => `  ${line}`)].join("\n"),
  });

  it.each([
    ["a list instead of a mapping", ["- a"], ["SK3041 13:3"]],
    ["dependencies as text", ["dependencies: requests"], ["SK3041 13:17"]],
    ["a dependency as mapping", ["dependencies: [{a: b}]"], ["SK3041 13:18"]],
    ["a dependency on two lines", ['dependencies: ["a\\n--index-url x"]'], ["SK3041 13:18"]],
    ["a bad variable name", ["env_vars: [MY-KEY]"], ["SK3041 13:14"]],
    ["python as a list", ["python: [3]"], ["SK3041 13:11"]],
    ["npu out of its three words", ["hardware: {npu: maybe}"], ["SK3041 13:19"]],
    ["a skill as text", ["skills: [auth-helpers]"], ["SK3041 13:12"]],
    ["a skill without a name", ["skills: [{version: '>=1'}]"], ["SK3041 13:12"]],
    ["a bad range", ["skills: [{name: a, version: '=>1'}]"], ["SK6001 13:31"]],
    ["a range with a leading zero", ["skills: [{name: a, version: '>=1.01'}]"], ["SK6001 13:31"]],
    ["a skill that requires itself", ["skills: [{name: hello-world}]"], ["SK6005 13:12"]],
  ])("%s", (_what, lines, expected) => {
    expect(complaintsOf(requirements(...lines))).toEqual(expected);
  });

  it("reads skills with range and option", () => {
    const skill = readGood(
      manifest(
        requirements(
          "skills:",
          "  - {name: a, version: '>=1.0, !=1.5.0 <2'}",
          "  - {name: b, version: ~=1.4, required: false}",
          "  - {name: c}",
        ),
      ),
    );
    expect(skill.requires.skills).toMatchObject([
      { name: "a", range: ">=1.0, !=1.5.0 <2", optional: false },
      { name: "b", range: "~=1.4", optional: true },
      { name: "c", range: "*", optional: false },
    ]);
  });

  it("calls a skill with Node packages an MCP skill", () => {
    expect(readGood(manifest(requirements("node_dependencies: ['@a/b']"))).kind).toBe("mcp");
    expect(readGood(manifest(requirements("dependencies: [a]"))).kind).toBe("tool");
  });
});
