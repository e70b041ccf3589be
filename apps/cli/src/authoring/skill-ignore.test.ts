import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "@gaia/archive";
import { runHere } from "../../test/in-process.ts";
import { readAuthorDirectory } from "./skill-directory.ts";
import { fromFolder, readIgnoreRules } from "@gaia/manifest";
import { startCost } from "../../../../test/harness/cost.ts";

let place: string;
beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), "skill-ignore-"))));
afterAll(() => rm(place, { recursive: true, force: true }));

let made = 0;
async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(place, `made-${(made += 1)}`);
  const all = {
    "SKILL.md": "---\nname: mine\ndescription: Counts.\nversion: 1.0.0\n---\n# Mine\n\nCount.\n",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
const sent = async (root: string) => (await readAuthorDirectory(root)).files.map(({ path }) => path);

test("patterns: names at any depth, paths from the root, directories alone, comments", () => {
  const ignores = readIgnoreRules("# c\r\n*.log\n/top.txt\ndocs/*.md\nbuild/\n\n**/deep/x?\n![a-c].log\n");
  const asked: [string, boolean, boolean][] = [
    ["y.log", false, true],
    ["x/y/y.log", false, true],
    ["a.log", false, true],
    ["b.log.txt", false, false],
    ["top.txt", false, true],
    ["x/top.txt", false, false],
    ["docs/a.md", false, true],
    ["docs/x/a.md", false, false],
    ["build", true, true],
    ["x/build", true, true],
    ["build", false, false],
    ["x/deep/xy", false, true],
    ["# c", false, false],
  ];
  // A `!` at the beginning takes something back, of one character here.
  for (const [path, isDirectory, expected] of asked)
    expect([path, ignores(path, isDirectory)]).toEqual([path, path === "a.log" ? false : expected]);
});

test("H-B11 a .gitignore counts from its folder down, as git itself has it", async () => {
  const root = await folder({
    ".gitignore": "*.log\n!keep.log\nbuild/\n/only-top\n",
    "sub/.gitignore": "/here\nsecret*\n!*.log\nx/y\n# secret\n\\#odd\n",
    "a [b]/.gitignore": "c\n",
    "a [b]/c": "1",
    "a b/c": "1",
    "a.log": "1",
    "keep.log": "1",
    "build/out": "1",
    "build/.gitignore": "!out\n",
    "only-top": "1",
    "sub/only-top": "1",
    "sub/b.log": "1",
    "sub/here": "1",
    "sub/deep/here": "1",
    "sub/deep/secret.txt": "1",
    "sub/x/y": "1",
    "sub/deep/x/y": "1",
    "sub/#odd": "1",
  });
  execFileSync("git", ["init", "-q", root]);
  const asGit = execFileSync("git", ["-C", root, "ls-files", "-z", "--others", "--exclude-standard"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: place, GIT_CONFIG_NOSYSTEM: "1" },
  });
  expect((await sent(root)).toSorted()).toEqual(asGit.split("\0").filter(Boolean).toSorted());
  expect(await sent(root)).not.toContain("sub/deep/secret.txt");
});

test("H-B11 a .skillignore counts alone", async () => {
  const root = await folder({ ".gitignore": "*.log\n", ".skillignore": "*.tmp\n", "a.log": "1", "a.tmp": "1" });
  expect(await sent(root)).toEqual([".gitignore", "SKILL.md", "a.log"]);
  expect(await readAuthorDirectory(root)).toMatchObject({
    leftOut: ["a.tmp"],
    leavingOut: { rulesFrom: ".skillignore" },
  });
});

test("H-B11 what git tracks is sent, and nothing else of its folder; without git the rules count", async () => {
  const files = { ".gitignore": "dist/\n.env\n", "dist/kept.js": "1", "dist/other.js": "1", ".env": "SECRET=1" };
  const root = await folder(files);
  execFileSync("git", ["init", "-q", root]);
  execFileSync("git", ["-C", root, "add", "-f", "dist/kept.js"]);
  expect(await sent(root)).toEqual([".gitignore", "SKILL.md", "dist/kept.js"]);
  expect((await readAuthorDirectory(root)).leftOut).toEqual([".env", "dist/other.js"]);
  expect(await sent(await folder(files))).toEqual([".gitignore", "SKILL.md"]);
});

test("H-B11 asking git runs nothing that a repository names", async () => {
  const root = await folder({ ".gitignore": "*.log\n", "a.log": "1" });
  execFileSync("git", ["init", "-q", root]);
  execFileSync("git", ["-C", root, "config", "core.fsmonitor", `touch ${join(place, "ran")}; false`]);
  expect(await sent(root)).not.toContain("a.log");
  await expect(readFile(join(place, "ran"))).rejects.toThrow("ENOENT");
});

test("H-B11 rules that are too long to be read are refused: what they name would be sent", async () => {
  const root = await folder({ ".gitignore": `${"#".repeat(70_000)}\n.env\n`, ".env": "SECRET=1" });
  await expect(readAuthorDirectory(root)).rejects.toMatchObject({ code: "ignore_file_too_large", exitCode: 4 });
});

test("H-B11 a .skillignore that lint --fix begins has the rules that counted before", async () => {
  const root = await folder({
    ".gitignore": ".env\n",
    "sub/.gitignore": "/key\n",
    ".env": "1",
    "sub/key": "1",
    "a.orig": "1",
  });
  const run = await runHere(["lint", root, "--fix"], { HOME: place, GAIA_HOME: join(place, "home") });
  expect(run.stdout + run.stderr).toContain("repaired");
  expect(await readFile(join(root, ".skillignore"), "utf8")).toBe(".env\n/sub/key\n/a.orig\n");
  expect(await sent(root)).toEqual([".gitignore", "SKILL.md", "sub/.gitignore"]);
});

test("H-B11 rules above the skill do not count, and what is sent although git ignores it is said", async () => {
  const repository = await folder({
    ".gitignore": "*.log\ndata/\n",
    "skill/SKILL.md": "---\nname: skill\ndescription: d\nversion: 1.0.0\n---\n",
    "skill/.gitignore": "own.log\n",
    "skill/own.log": "1",
    "skill/x.log": "1",
    "skill/tracked.log": "1",
    "skill/data/a": "1",
  });
  execFileSync("git", ["init", "-q", repository]);
  execFileSync("git", ["-C", repository, "add", "-f", "skill/tracked.log"]);
  const root = join(repository, "skill");
  const told = async () => (await readAuthorDirectory(root)).notes.map(({ code, file }) => [code, file]);
  expect(await sent(root)).toEqual([".gitignore", "SKILL.md", "data/a", "tracked.log", "x.log"]);
  expect(await told()).toEqual([
    ["SK1024", "data/a"],
    ["SK1024", "x.log"],
  ]);
  const run = await runHere(["validate", root], { HOME: place, GAIA_HOME: join(place, "home") });
  expect(run.stdout).toMatch(/x\.log info SK1024 .*though git ignores it/);
  await writeFile(join(root, ".skillignore"), "*.tmp\n");
  expect(await told()).toEqual([]);
});

test("H-B11 pack and validate read a folder by the same rules", async () => {
  const root = await folder({ ".gitignore": "notes/\n", "notes/mine.txt": "1" });
  const env = { HOME: place, GAIA_HOME: join(place, "home") };
  const packed = await runHere(["pack", root, "-o", join(place, "mine.zip"), "--json"], env);
  expect(JSON.parse(packed.stdout)).toMatchObject({ file_count: 2 });
});

test("rules of a folder become rules of the root", () => {
  expect(fromFolder("a b", "x\n/x\nx/\n!x/y\n# c\n\n")).toEqual([
    String.raw`/a\ b/**/x`,
    String.raw`/a\ b/x`,
    String.raw`/a\ b/**/x/`,
    String.raw`!/a\ b/x/y`,
    "",
    "",
    "",
  ]);
});

test("Q1 a pattern made to crawl does not", () => {
  const cost = startCost();
  expect(readIgnoreRules(`${"*a".repeat(100)}b`)("a".repeat(2_000), false)).toBe(false);
  // As deep as anything is read, and one more.
  expect(readIgnoreRules(`${"**/a/".repeat(20)}b`)(`${"a/".repeat(DEFAULT_LIMITS.depth)}c`, false)).toBe(false);
  expect(cost()).toBeLessThan(20);
});
