import { describe, expect, it } from "vitest";
import { ariaCatalog, miaosCatalog } from "./catalogs.ts";
import { readSkill } from "./index.ts";
import type { CanonicalSkill } from "./index.ts";

function skillOf(path: string, manifest: object): CanonicalSkill {
  const files = [
    { path, bytes: new TextEncoder().encode(JSON.stringify(manifest)) },
    { path: "__init__.py", bytes: new Uint8Array() },
    { path: "run.js", bytes: new Uint8Array() },
  ];
  const { skill, diagnostics } = readSkill(files);
  if (skill === null) throw new Error(JSON.stringify(diagnostics));
  return skill;
}

const miaos = (id: string) =>
  skillOf("package.json", {
    version: "1.0.0",
    keywords: ["miaos-skill"],
    skill: {
      id,
      name: id.toUpperCase(),
      description: `about ${id}`,
      parameters: { type: "object" },
      entryPoint: "run.js",
    },
  });

const aria = (name: string, layer: number, dependencies: string[] = []) =>
  skillOf("skill.json", {
    name,
    version: "2.0.0",
    description: "d",
    author: "Aria Team",
    layer,
    dependencies,
    focus_affinity: ["data"],
    tools: [{ name: "t", description: "d", input_schema: { type: "object", properties: {} } }],
  });

describe("the MiaOS catalog", () => {
  it("is a bare array of package, id, name and description, sorted by id", () => {
    const entries = ["b", "a"].map((id) => ({ skill: miaos(id), npmPackage: `miaos-skill-${id}` }));
    expect(miaosCatalog(entries)).toEqual([
      { package: "miaos-skill-a", id: "a", name: "A", description: "about a" },
      { package: "miaos-skill-b", id: "b", name: "B", description: "about b" },
    ]);
    expect(miaosCatalog(entries.toReversed())).toEqual(miaosCatalog(entries));
  });

  it("leaves out what has no confirmed npm name, and the second of a package or an id", () => {
    const skill = miaos("a");
    for (const npmPackage of [null, "", "../x", "A", "a b", "@x", "@x/y/z", ".a", "http://x", `${"a".repeat(215)}`])
      expect(miaosCatalog([{ skill, npmPackage }]), String(npmPackage)).toEqual([]);
    expect(miaosCatalog([{ skill, npmPackage: "@scope/a" }])).toHaveLength(1);
    const twice = [skill, miaos("b"), skill].map((one, i) => ({ skill: one, npmPackage: i === 2 ? "other" : "same" }));
    expect(miaosCatalog(twice).map((one) => one.id)).toEqual(["a"]);
  });
});

describe("the Aria catalog", () => {
  const entry = (skill: CanonicalSkill) => ({ skill, url: "https://example.com/x.zip", digest: "sha256:00" });

  it("holds skill.json objects with their required keys, lower layers first", () => {
    const entries = [aria("aria-goals", 3, ["api_client"]), aria("aria-api_client", 1), aria("aria-brain", 3)].map(
      entry,
    );
    const { skills } = ariaCatalog(entries);
    expect(skills.map(({ name, layer }) => [layer, name])).toEqual([
      [1, "aria-api_client"],
      [3, "aria-brain"],
      [3, "aria-goals"],
    ]);
    expect(skills[2]).toEqual({
      name: "aria-goals",
      version: "2.0.0",
      description: "d",
      author: "Aria Team",
      layer: 3,
      dependencies: ["api_client"],
      focus_affinity: ["data"],
      tools: [{ name: "t", description: "d", input_schema: { type: "object", properties: {} } }],
      url: "https://example.com/x.zip",
      digest: "sha256:00",
    });
    const files = [
      { path: "skill.json", bytes: new TextEncoder().encode(JSON.stringify(skills[2])) },
      { path: "__init__.py", bytes: new Uint8Array() },
    ];
    expect(readSkill(files).skill?.name.value).toBe("goals");
  });

  it("has Aria skills only, each once", () => {
    const goals = aria("aria-goals", 3);
    expect(ariaCatalog([miaos("a"), goals, goals].map(entry)).skills.map(({ name }) => name)).toEqual(["aria-goals"]);
  });
});
