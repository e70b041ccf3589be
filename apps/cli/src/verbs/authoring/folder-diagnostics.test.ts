import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { skillFiles } from "../../../test/fake-release.ts";

interface Said {
  valid: boolean;
  diagnostics: { code: string; severity: string; file: string | null; hint: string | null }[];
}

let home: CliHome;
let dir: string;
beforeEach(async () => {
  home = await cliHome("http://127.0.0.1:9");
  dir = join(home.dir, "web-search");
  for (const { path, bytes } of skillFiles({ name: "web-search", version: "1.0.0" })) await put(path, bytes);
});
afterEach(() => home.remove());

const put = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), content);
};
const validate = async () => JSON.parse((await home.run(["validate", dir, "--json"])).stdout) as Said;

test("SK1005 a manifest that is a link; SK1020 a mode that a package will not keep", async () => {
  expect((await validate()).diagnostics.filter(({ code }) => code === "SK1020")).toEqual([]);
  await put("data.csv", "a,b\n");
  await put("run.sh", "#!/bin/sh\n");
  for (const name of ["data.csv", "run.sh"]) await chmod(join(dir, name), 0o755);
  const { diagnostics, valid } = await validate();
  expect(valid).toBe(true);
  expect(diagnostics.filter(({ code }) => code === "SK1020")).toMatchObject([{ file: "data.csv", severity: "info" }]);
  await rename(join(dir, "SKILL.md"), join(home.dir, "elsewhere.md"));
  await symlink(join(home.dir, "elsewhere.md"), join(dir, "SKILL.md"));
  const run = await home.run(["validate", dir]);
  expect(run.code).toBe(4);
  expect(run.stdout).toContain("SKILL.md error SK1005");
});

test("what the archive reader refuses too is said once, by its diagnostic", async () => {
  for (const name of ["Notes.md", "notes.md", "aux.txt"]) await put(name, "x");
  const { diagnostics, valid } = await validate();
  expect(valid).toBe(false);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code }) => code).toSorted()).toEqual(["SK1009", "SK1011"]);
  expect(errors.every(({ hint }) => hint !== null)).toBe(true);
});

test("A12 what an install could not write is refused before it is published: by validate, pack and publish", async () => {
  await put("Sha256Sums", "x");
  expect((await validate()).diagnostics).toContainEqual(
    expect.objectContaining({ code: "SK1023", severity: "error", file: "Sha256Sums" }),
  );
  for (const verb of [
    ["pack", dir, "-o", join(home.dir, "out.zip")],
    ["publish", dir],
  ]) {
    const run = await home.run([...verb, "--json"]);
    expect(run.code, verb[0]).toBe(4);
    expect(run.stdout + run.stderr, verb[0]).toContain("SK1023");
  }
});

test("SK1018 lint --fix puts junk into .skillignore, and then there is none", async () => {
  await put("assets/a.orig", "x");
  await put(".pytest_cache/v/a", "x");
  expect((await validate()).diagnostics.filter(({ code }) => code === "SK1018")).toHaveLength(2);
  const run = await home.run(["lint", dir, "--fix"]);
  expect(run.stdout).toContain("repaired 2");
  expect((await validate()).diagnostics.filter(({ code }) => code === "SK1018")).toEqual([]);
  expect((await home.run(["lint", dir, "--fix"])).stdout).not.toContain("repaired");
});

test("SK3047 a misspelt key of any depth is told with the field that was meant, and words of the author's own are not", async () => {
  await put(
    "SKILL.md",
    `---
name: web-search
description: Searches the web. Use when something has to be found.
version: 1.0.0
license: MIT
metadata:
  autor: ada
  min_version: "2"
  weather: fair
  gaia:
    permisions: [network:none]
    requirments: {python: ">=3.10"}
    requirements: {dependancies: [requests]}
    tools:
      - name: greet
        description: Greet
        parameters: {name: {type: string, requird: true}}
        retuns: {type: object}
---

# Web search
`,
  );
  const { diagnostics } = await validate();
  const told = diagnostics.filter(({ code }) => code === "SK3047");
  expect(told.map(({ hint }) => hint)).toEqual(
    ["author", "permissions", "dependencies", "required", "returns"].map((meant) => `Did you mean ${meant}?`),
  );
  expect(told.every(({ severity }) => severity === "warning")).toBe(true);
  await put("SKILL.md", "---\nname: web-search\ndescription: d\nversion: 1.0.0\nmetadata:\n  giaa: {tools: []}\n---\n");
  expect((await validate()).diagnostics.map(({ hint }) => hint)).toContain("Did you mean gaia?");
});

test("a misspelt key of AGENT.yaml is told before there is nothing to install", async () => {
  const file = join(home.dir, "AGENT.yaml");
  await writeFile(file, "name: helper\nskils:\n  - name: web-search\n");
  const run = await home.run(["install", "--agent", file]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("AGENT.yaml:2") });
  expect(run.stderr).toContain("Did you mean skills?");
});
