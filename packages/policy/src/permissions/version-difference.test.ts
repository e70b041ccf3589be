import { describe, expect, it } from "vitest";
import type { Permission } from "./permission.ts";
import { bumpBetween, type Release, unannouncedChanges } from "./version-difference.ts";

function permission(text: string): Permission {
  const [domain, level, ...scope] = text.split(":");
  // The texts of this file are permissions.
  return { domain, level, scope: scope.length === 0 ? null : scope.join(":") } as Permission;
}

interface Sketch {
  declared?: string[] | null;
  used?: string[] | null;
  tools?: Record<string, object>;
}

const release = (version: string, { declared = [], used = null, tools = {} }: Sketch): Release => ({
  version,
  declared: declared?.map(permission) ?? null,
  used: used?.map(permission) ?? null,
  tools: Object.entries(tools).map(([name, inputSchema]) => ({ name, inputSchema: { ...inputSchema } })),
});

const changes = (from: [string, Sketch], to: [string, Sketch]) =>
  unannouncedChanges(release(...from), release(...to)).map(({ kind, what }) => `${kind} ${what}`);

const query = { properties: { q: { type: "string" } }, required: ["q"] };

describe("the number of a new version", () => {
  it.each([
    ["1.2.3", "1.2.4", "patch"],
    ["1.2.3", "1.3.0", "minor"],
    ["1.2.3", "2.0.0", "major"],
    ["0.1.0", "0.1.1", "patch"],
    ["0.1.0", "0.2.0", "major"],
    ["0.9.0", "1.0.0", "major"],
    ["1.9.0", "1.10.0-rc.1", "minor"],
    ["1.2.3", "2.0.0-alpha+b", "major"],
  ])("%s -> %s is a %s step", (from, to, bump) => {
    expect(bumpBetween(from, to)).toBe(bump);
  });

  it("announces a new permission only by a major step", () => {
    const grown: [Sketch, Sketch] = [{ declared: ["network:read"] }, { declared: ["network:read", "shell:execute"] }];
    expect(changes(["1.0.0", grown[0]], ["1.0.1", grown[1]])).toEqual(["permission-added shell:execute"]);
    expect(changes(["1.0.0", grown[0]], ["1.1.0", grown[1]])).toEqual(["permission-added shell:execute"]);
    expect(changes(["1.0.0", grown[0]], ["2.0.0", grown[1]])).toEqual([]);
    expect(changes(["0.1.0", grown[0]], ["0.1.1", grown[1]])).toEqual(["permission-added shell:execute"]);
    expect(changes(["0.1.0", grown[0]], ["0.2.0", grown[1]])).toEqual([]);
  });

  it("counts a wider scope as a new permission, a narrower one not", () => {
    const scoped = { declared: ["network:read:*.example.com"] };
    expect(changes(["1.0.0", scoped], ["1.1.0", { declared: ["network:read"] }])).toEqual([
      "permission-added network:read",
    ]);
    expect(changes(["1.0.0", scoped], ["1.1.0", { declared: ["network:read:api.example.com"] }])).toEqual([]);
    expect(changes(["1.0.0", { declared: ["network:read"] }], ["1.0.1", scoped])).toEqual([]);
  });

  it("counts what the code newly does, declared or not", () => {
    const quiet = { declared: null, used: ["filesystem:read:data.json"] };
    const loud = { declared: null, used: ["filesystem:read:other.json", "network:write:collector.example"] };
    expect(changes(["1.0.0", quiet], ["1.0.1", loud])).toEqual(["permission-used network:write"]);
    expect(changes(["1.0.0", { declared: null, used: null }], ["1.0.1", loud])).toEqual([]);
    expect(
      changes(
        ["1.0.0", { declared: ["network:write"], used: [] }],
        ["1.0.1", { ...loud, declared: ["network:write"] }],
      ),
    ).toEqual(["permission-used filesystem:read"]);
  });

  it("says a new permission once, although the code uses it too", () => {
    const next = { declared: ["shell:execute:git"], used: ["shell:execute:git"] };
    expect(changes(["1.0.0", { declared: [], used: [] }], ["1.0.1", next])).toEqual([
      "permission-added shell:execute:git",
    ]);
  });

  it("asks for a major step where a tool is gone or breaks its callers, for a minor one where one is new", () => {
    const before = { tools: { search: query, fetch: {} } };
    expect(changes(["1.0.0", before], ["1.1.0", { tools: { search: query } }])).toEqual(["tool-removed fetch"]);
    expect(changes(["1.0.0", before], ["1.0.1", { tools: { ...before.tools, extra: {} } }])).toEqual([
      "tool-added extra",
    ]);
    expect(changes(["1.0.0", before], ["1.1.0", { tools: { ...before.tools, extra: {} } }])).toEqual([]);
    expect(changes(["1.0.0", before], ["2.0.0", { tools: {} }])).toEqual([]);
  });

  it.each<[string, object, boolean]>([
    [
      "a new optional parameter",
      { properties: { ...query.properties, n: { type: "integer" } }, required: ["q"] },
      false,
    ],
    [
      "a new required parameter",
      { properties: { ...query.properties, n: { type: "integer" } }, required: ["q", "n"] },
      true,
    ],
    ["another type", { properties: { q: { type: "integer" } }, required: ["q"] }, true],
    ["one more type", { properties: { q: { type: ["string", "null"] } }, required: ["q"] }, false],
    ["a parameter that is gone", { properties: {}, required: [] }, true],
    ["a parameter that is optional now", { properties: query.properties, required: [] }, false],
    ["only some values", { properties: { q: { type: "string", enum: ["a"] } }, required: ["q"] }, true],
    ["another description", { properties: { q: { type: "string", description: "new" } }, required: ["q"] }, false],
  ])("%s", (_what, schema, breaks) => {
    const found = changes(["1.0.0", { tools: { search: query } }], ["1.0.1", { tools: { search: schema } }]);
    expect(found).toEqual(breaks ? ["tool-changed search"] : []);
  });
});
