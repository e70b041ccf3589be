import { describe, expect, test } from "vitest";
import { readNpmRequirements } from "./read-npm-requirements.ts";
import { startCost } from "../../../../../test/harness/cost.ts";

const file = (path: string, content: unknown) => ({
  path,
  bytes: new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content, null, 2)),
});
const read = (files: ReturnType<typeof file>[], spec?: string) =>
  readNpmRequirements({
    files,
    declared: spec === undefined ? [] : [{ spec, file: "SKILL.md", line: 4 }],
    knownHosts: new Set(["packages.example"]),
  });
const locked = (packages: object) => ({ lockfileVersion: 3, packages });

test("reads what the manifest and each package.json ask for, with its place", () => {
  const files = [
    file("package.json", { dependencies: { a: "^1.0.0" }, devDependencies: { b: "2.0.0" } }),
    file("sub/package.json", { optionalDependencies: { "@c/d": "*" }, peerDependencies: { a: "^1.0.0" } }),
    file("node_modules/x/package.json", { dependencies: { hidden: "1.0.0" } }),
  ];
  expect(read(files, "e@3").requirements).toMatchObject([
    { name: "a", range: "^1.0.0", isDev: false, file: "package.json", line: 3 },
    { name: "b", exactVersion: "2.0.0", isDev: true },
    { name: "@c/d", range: "*", file: "sub/package.json" },
    { name: "e", file: "SKILL.md", line: 4 },
  ]);
});

test("a lock file answers what it holds, and only while it fits the package.json beside it", () => {
  const lock = locked({
    "": { name: "x" },
    "node_modules/a": { version: "1.4.0", resolved: "https://packages.example/a/-/a-1.4.0.tgz" },
    "node_modules/a/node_modules/@s/b": { version: "2.0.0", dev: true },
    "node_modules/alias": { version: "3.0.0", name: "real" },
    "workspaces/own": { version: "9.9.9" },
    "node_modules/own": { link: true, resolved: "workspaces/own" },
  });
  const manifest = (range: string) => file("package.json", { dependencies: { a: range } });
  const fits = read([manifest("^1.0.0"), file("package-lock.json", lock)]);
  expect(fits.requirements).toEqual([]);
  expect(fits.findings).toEqual([]);
  expect(fits.pins.map(({ name, version, isDev }) => [name, version, isDev])).toEqual([
    ["a", "1.4.0", false],
    ["@s/b", "2.0.0", true],
    ["real", "3.0.0", false],
  ]);
  expect(read([manifest("^2.0.0"), file("package-lock.json", lock)]).requirements).toMatchObject([{ range: "^2.0.0" }]);
  expect(read([manifest("^1.0.0"), file("other/package-lock.json", lock)]).requirements).toHaveLength(1);
});

test("reads the older form of a lock file too", () => {
  const tree = { a: { version: "1.0.0", dependencies: { b: { version: "2.0.0", dev: true } } } };
  const { pins } = read([file("npm-shrinkwrap.json", { lockfileVersion: 1, dependencies: tree })]);
  expect(pins.map(({ name, version }) => `${name}@${version}`)).toEqual(["a@1.0.0", "b@2.0.0"]);
});

test("(machines, M-6) of a lock file that a package brings, needs count; its licences and digests are its author's word", () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString("base64")}`;
  const lock = locked({
    "node_modules/a": { version: "1.4.0", integrity, license: "MIT", dependencies: { b: "*" } },
    "node_modules/b": { version: "1.0.0", license: "ISC" },
  });
  const files = [file("package.json", { dependencies: { a: "^1.0.0" } }), file("package-lock.json", lock)];
  expect(read(files).pins).toMatchObject([
    { name: "a", isAsked: true, needs: ["b@1.0.0"], license: null, hashes: [] },
    { name: "b", isAsked: false, needs: [], license: null, hashes: [] },
  ]);
});

describe("what cannot be audited is a finding", () => {
  test.each([
    ["git", { x: "git+https://git.example/x" }, "requirements/remote-source"],
    ["a tarball", { x: "https://files.example/x.tgz" }, "requirements/remote-source"],
    ["an alias", { x: "npm:y@1.0.0" }, "requirements/alias"],
    ["a path out of the package", { x: "file:../../x" }, "requirements/local-path"],
    ["a neighbour that is not there", { x: "link:./nowhere" }, "requirements/local-path"],
    ["a workspace that is not there", { x: "workspace:*" }, "requirements/local-path"],
    ["a number", { x: 1 }, "requirements/unreadable"],
  ])("%s", (_what, dependencies, rule) => {
    const result = read([file("package.json", { dependencies })]);
    expect(result.requirements).toEqual([]);
    expect(result.findings.map((each) => [each.rule, each.severity])).toEqual([[rule, "medium"]]);
  });

  test("a package of a lock file that comes from somewhere else, once for each place", () => {
    const entry = (resolved: string) => ({ version: "1.0.0", resolved });
    const lock = locked({
      "node_modules/a": entry("https://packages.example/a/-/a-1.0.0.tgz"),
      "node_modules/b": entry("https://evil.example/b/-/b-1.0.0.tgz"),
      "node_modules/c": entry("https://evil.example/c/-/c-1.0.0.tgz"),
      "node_modules/d": entry("git+ssh://git@git.example/d.git#abc"),
      "node_modules/e": entry("file:../e"),
    });
    const messages = read([file("package-lock.json", lock)]).findings.map(({ message }) => message);
    expect(messages).toHaveLength(3);
    expect(messages.join("\n")).toMatch(/evil\.example[^]*git\.example[^]*file:/);
  });
});

test("neighbours inside the package are no finding: they are read like everything else", () => {
  const files = [
    file("package.json", { dependencies: { lib: "file:./lib", "@own/tool": "workspace:^" } }),
    file("lib/package.json", { name: "lib", dependencies: { up: "link:.." } }),
    file("tools/package.json", { name: "@own/tool" }),
  ];
  expect(read(files).findings).toEqual([]);
});

test("what is hostile is bounded and told, never thrown", () => {
  const cost = startCost();
  const deep = `${'{"dependencies":{"a":'.repeat(3_000)}{}${"}}".repeat(3_000)}`;
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`node_modules/p${index}`, {}]));
  for (const [content, problem] of [
    ["{", /could not read/],
    ["[]", /could not read/],
    [locked(many), /could not read/],
    [deep, /could not read/],
    [{ packages: { "node_modules/__proto__": { version: "1.0.0" } } }, null],
    [{ packages: { "node_modules/a\u0000b": { version: "1.0.0" } } }, /could not read the name/],
    [{ packages: { "node_modules/a": { name: "../../x", version: "1.0.0" } } }, /could not read the name/],
    [{ packages: { "node_modules/x": null, "node_modules/y": "1" } }, null],
  ] as const) {
    const { problems } = read([file("package-lock.json", content)]);
    if (problem === null) expect(problems).toEqual([]);
    else expect(problems.join()).toMatch(problem);
  }
  const requirements = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, "1.0.0"]));
  const asked = read([
    file("package.json", { dependencies: requirements }),
    file("b/package.json", { dependencies: { z: "1" } }),
  ]);
  expect(asked.requirements).toHaveLength(300);
  expect(asked.problems.join()).toMatch(/more than 300/);
  expect(({} as { version?: string }).version).toBeUndefined();
  expect(cost()).toBeLessThan(150);
});
