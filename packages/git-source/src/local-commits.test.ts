import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
  symlinkSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { type Run, sandboxRunner } from "@gaia/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gitIn, makeRepository, type TestRepository } from "../../../test/harness/git-repository.ts";
import { service } from "../../../test/harness/services.ts";
import { ensureGit } from "./find-git.ts";
import { findLocalRepository } from "./local-repository.ts";
import { objectId } from "./object-id.ts";
import { objectReader } from "./object-reader.ts";
import { openCommit } from "./open-commit.ts";
import { readFolder } from "./read-folder.ts";
import { skillFolders } from "./skill-folders.ts";
import { skillNames } from "./skill-names.ts";
import { TREE_LIMITS, walkTree } from "./walk-tree.ts";

const SKILL = "---\nname: greeter\ndescription: Greets.\n---\n\nHello.\n";
const git = await service("git");

describe.skipIf(!git.available)("a commit of a clone on this machine (needs git)", () => {
  let root: string;
  let run: Run;
  let origin: TestRepository;
  let commit: string;
  beforeAll(async () => {
    root = await realpath(mkdtempSync(join(tmpdir(), "git-local-")));
    run = await sandboxRunner();
    origin = makeRepository(join(root, "origin"));
    commit = origin.commit({
      "skills/greeter/SKILL.md": SKILL,
      "skills/greeter/notes@": "SKILL.md",
      "skills/greeter/.DS_Store": "x",
      "skills/greeter/deep/er/a.txt": "a\n",
      "skills/nested/SKILL.md": SKILL,
      "skills/nested/inner/SKILL.md": SKILL,
      "tool/package.json": "{}",
      "holder/package.json": "{}",
      "holder/one/SKILL.md": SKILL,
      "node_modules/x/SKILL.md": SKILL,
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const readerOf = async (directory: string) => {
    const { objects, format, resolve } = await findLocalRepository(directory);
    return { reader: objectReader({ run, objects, format }), resolve };
  };
  const open = async (directory: string, revision = "HEAD") => {
    const { reader, resolve } = await readerOf(directory);
    return openCommit(reader, (await resolve(revision)) ?? revision);
  };

  test("git is there, and where there is none or an old one, sources in git are off in words", async () => {
    await ensureGit(run);
    const saying = (stdout: string) =>
      Object.assign(
        async (): ReturnType<Run> => ({
          exitCode: 127,
          signal: null,
          stdout,
          stderr: "git: not found",
          timedOut: false,
          outOfCpu: false,
          truncated: false,
          aborted: false,
          durationMs: 1,
          isolation: "none",
        }),
        { isolation: "none" as const },
      );
    const none = "git is not installed on this machine: sources in git are off";
    await expect(ensureGit(saying(""))).rejects.toThrow(none);
    await expect(ensureGit(saying("git version 2.31.9\n"))).rejects.toThrow("git 2.31.9 is too old");
  });

  test("folders with a manifest are skills, and links are named and not followed", async () => {
    const opened = await open(origin.directory);
    expect(opened.commit).toBe(commit);
    expect(skillFolders(opened.entries).map(({ folder, within }) => [folder, within])).toEqual([
      ["holder/one", null],
      ["skills/greeter", null],
      ["skills/nested", null],
      ["skills/nested/inner", "skills/nested"],
      ["tool", null],
    ]);
    const { files, others } = await readFolder(opened, { folder: "skills/greeter" });
    expect(files.map(({ path }) => path)).toEqual(["SKILL.md", "deep/er/a.txt"]);
    expect(others).toEqual([{ path: "notes", kind: "link" }]);
  });

  test("a bare clone, a further work tree, packed branches, a beginning of an id and a tag name the same commit", async () => {
    gitIn(root, "clone", "--quiet", "--bare", "--no-hardlinks", origin.directory, "bare.git");
    origin.git("worktree", "add", "--quiet", "--detach", join(root, "beside"));
    origin.git("tag", "--annotate", "--message=one", "v1");
    gitIn(root, "clone", "--quiet", "--no-hardlinks", origin.directory, "packed");
    gitIn(join(root, "packed"), "pack-refs", "--all");
    for (const [directory, revision] of [
      ["bare.git", "HEAD"],
      ["bare.git", "main"],
      ["beside", "HEAD"],
      ["packed", "v1"],
      ["packed", "main"],
      ["packed", commit.slice(0, 10)],
      ["origin", commit],
    ] as const)
      expect((await open(join(root, directory), revision)).commit, `${directory} ${revision}`).toBe(commit);
    await expect(open(origin.directory, "0123")).rejects.toMatchObject({ code: "no_commit" });
    await expect(open(origin.directory, "--all")).rejects.toMatchObject({ code: "no_commit" });
    expect((await open(join(origin.directory, "skills/greeter"))).commit).toBe(commit);
    await expect(open(root)).rejects.toMatchObject({ code: "not_a_repository" });
  });

  test("a shallow clone is read; a partial one says which file it lacks", async () => {
    gitIn(origin.directory, "config", "uploadpack.allowFilter", "true");
    gitIn(root, "clone", "--quiet", "--depth=1", `file://${origin.directory}`, "shallow");
    expect((await open(join(root, "shallow"))).commit).toBe(commit);
    gitIn(root, "clone", "--quiet", "--bare", "--filter=blob:none", `file://${origin.directory}`, "partial.git");
    const partial = await open(join(root, "partial.git"));
    const { files, others } = await readFolder(partial, { folder: "holder/one" });
    expect([files, others]).toEqual([[], [{ path: "SKILL.md", kind: "missing" }]]);
  });

  test("V1 nothing that a clone's settings, hooks or attributes name is run", async () => {
    const evil = makeRepository(join(root, "evil"));
    const proof = join(root, "ran");
    const program = join(root, "evil.sh");
    writeFileSync(program, `#!/bin/sh\ntouch ${proof}\n`);
    chmodSync(program, 0o755);
    evil.commit({ "SKILL.md": SKILL, "a.txt": "a\n", ".gitattributes": "* filter=evil diff=evil text eol=crlf\n" });
    for (const name of ["post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"])
      symlinkSync(program, join(evil.directory, ".git/hooks", name));
    const settings = [
      `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\tsshCommand = ${program}\n\thooksPath = ${root}`,
      `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n\trequired = true`,
      `[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}`,
      `[alias]\n\tcat-file = !${program}`,
      `[remote "origin"]\n\turl = ext::${program}\n\tpromisor = true\n\tuploadpack = ${program}`,
      `[extensions]\n\tpartialClone = origin`,
      `[include]\n\tpath = ${program}`,
    ];
    writeFileSync(
      join(evil.directory, ".git/config"),
      `${readFileSync(join(evil.directory, ".git/config"), "utf8")}\n${settings.join("\n")}\n`,
    );
    const { files } = await readFolder(await open(evil.directory), { folder: "" });
    expect(files.map(({ path }) => path)).toEqual([".gitattributes", "SKILL.md", "a.txt"]);
    expect(Buffer.from(files[2]?.bytes ?? []).toString()).toBe("a\n");
    await expect(open(evil.directory, "0123456789abcdef0123456789abcdef01234567")).rejects.toMatchObject({
      code: "no_commit",
    });
    expect(existsSync(proof)).toBe(false);
  });

  test("V3 a manifest that lies in many folders is read once, and all of them up to a bound", async () => {
    const many = makeRepository(join(root, "many"));
    const copies = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`copy/${index}/SKILL.md`, SKILL]));
    const long = SKILL.replace("greeter", "long").padEnd(10_000, "x");
    many.commit({ ...copies, "long/SKILL.md": long });
    const { entries, reader } = await open(many.directory);
    const asked: number[] = [];
    const counting: typeof reader = {
      ...reader,
      read: async (ids, most) => {
        asked.push(ids.length);
        return reader.read(ids, most);
      },
    };
    const folders = skillFolders(entries);
    const names = await skillNames({ entries, reader: counting }, folders);
    expect([names.size, names.get("copy/7"), names.get("long"), asked]).toEqual([201, "greeter", "long", [2]]);
    const fewer = await skillNames({ entries, reader }, folders, { mostBytes: 1_000 });
    expect([fewer.size, fewer.has("long")]).toEqual([200, false]);
  });

  test("a clone that borrows objects is refused, and says what to do", async () => {
    gitIn(root, "clone", "--quiet", "--shared", origin.directory, "borrowing");
    await expect(open(join(root, "borrowing"))).rejects.toThrow(/borrows objects from another clone/);
  });

  test("V2 an object that is not what its id says is refused, though git hands it out", async () => {
    const forged = makeRepository(join(root, "forged"));
    forged.commit({ "SKILL.md": SKILL, "a.txt": "a\n" });
    const id = forged.git("rev-parse", "HEAD:a.txt");
    const path = join(forged.directory, ".git/objects", id.slice(0, 2), id.slice(2));
    chmodSync(path, 0o644);
    writeFileSync(path, deflateSync(Buffer.from("blob 2\0b\n")));
    await expect(readFolder(await open(forged.directory), { folder: "" })).rejects.toMatchObject({ code: "unsound" });
    // A replacement is another way to the same end.
    const replaced = makeRepository(join(root, "replaced"));
    replaced.commit({ "SKILL.md": SKILL, "a.txt": "a\n", "b.txt": "b\n" });
    replaced.git("replace", replaced.git("rev-parse", "HEAD:a.txt"), replaced.git("rev-parse", "HEAD:b.txt"));
    const { files } = await readFolder(await open(replaced.directory), { folder: "" });
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString()).slice(1)).toEqual(["a\n", "b\n"]);
  });

  test("V3 a tree that holds itself many times, one that is deep, and a large folder end by their bounds", async () => {
    const bomb = makeRepository(join(root, "bomb"));
    bomb.commit({ "SKILL.md": SKILL });
    let tree = bomb.git("rev-parse", "HEAD^{tree}");
    for (let level = 0; level < 10; level += 1) tree = writeTree(bomb, tree, 10);
    const { reader } = await readerOf(bomb.directory);
    await expect(walkTree(reader, { root: tree, skipped: new Set() })).rejects.toMatchObject({ code: "too_large" });
    let deep = bomb.git("rev-parse", "HEAD^{tree}");
    for (let level = 0; level < TREE_LIMITS.depth + 2; level += 1) deep = writeTree(bomb, deep, 1);
    await expect(walkTree(reader, { root: deep, skipped: new Set() })).rejects.toThrow(/nest deeper than/);
    const large = await open(origin.directory);
    const limits = { files: 500, bytes: 10 };
    await expect(readFolder(large, { folder: "skills/greeter", limits })).rejects.toMatchObject({ code: "too_large" });
  });
});

/** A tree with `count` entries that are all the same tree. */
function writeTree(repository: TestRepository, tree: string, count: number): string {
  const bytes = Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      Buffer.concat([Buffer.from(`40000 ${index}\0`), Buffer.from(tree, "hex")]),
    ),
  );
  const id = objectId("tree", bytes, "sha1");
  const folder = join(repository.directory, ".git/objects", id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, id.slice(2)), deflateSync(Buffer.concat([Buffer.from(`tree ${bytes.length}\0`), bytes])));
  return id;
}
