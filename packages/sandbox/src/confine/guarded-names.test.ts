import { lstat, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import type { Confine, Confined, ConfinedResult } from "./confined.ts";
import { confinedRunner } from "./confined-runner.ts";
import { identityOf } from "./look-into.ts";

const bubblewrap = await service("bubblewrap");

describe.skipIf(!bubblewrap.available)("what may be written is guarded (needs bubblewrap)", () => {
  let confine: Confine;
  let home: string;
  beforeAll(async () => {
    confine = givingConfine(await confinedRunner());
    home = await realpath(await mkdtemp(join(tmpdir(), "confined-home-")));
    await mkdir(join(home, "out"));
    await mkdir(join(home, ".ssh"));
    await writeFile(join(home, ".ssh", "id_ed25519"), "a private key");
  });
  afterAll(() => rm(home, { recursive: true }));

  const python = (code: string, wanted: Partial<Confined> = {}): Promise<ConfinedResult> =>
    confine({ ...PLAIN, argv: ["python3", "-I", "-c", code], ...wanted });

  const guarded = { names: [".git", ".vscode", ".envrc", ".github/workflows"], made: null };
  let place: string;
  const made = async (code: string, more: Partial<Confined> = {}) =>
    python(`import os\nos.chdir("${place}")\n${code}`, {
      mounts: [{ source: place, target: place, writable: true }],
      guarded,
      ...more,
    });
  beforeEach(async () => {
    place = await mkdtemp(join(home, "guarded-"));
    await mkdir(join(place, "deep/in/it/.git/hooks"), { recursive: true });
  });

  test("what is there stays as it is, at any depth, and what lies beside it is written", async () => {
    const hook = await made('open("deep/in/it/.git/hooks/pre-commit", "w")');
    expect(hook.stderr).toContain("Read-only file system");
    const moved = await made('os.rename("deep", "other"); open("other/in/it/.git/hooks/x", "w")');
    expect(moved).toMatchObject({ exitCode: 1, denials: [] });
    expect(await made('open("other/in/it/notes.txt", "w").write("x")')).toMatchObject({ exitCode: 0, denials: [] });
  });

  test("what is made is told and put aside, however it came to be, and nothing of it is lost", async () => {
    for (const code of [
      'os.mkdir("deep/.vscode"); open("deep/.vscode/tasks.json", "w").write("x")',
      'open("plain", "w").write("x"); os.rename("plain", "deep/.EnvRC")',
      'open("plain", "w").write("x"); os.link("plain", "deep/.envrc")',
      'os.symlink("..", "deep/.git")',
      'os.makedirs("deep/.github/workflows")',
    ]) {
      const { denials } = await made(code);
      expect(denials, code).toMatchObject([{ kind: "guarded", path: expect.stringContaining(`${place}/deep/.`) }]);
      const [one] = denials;
      const { path, aside } = one?.kind === "guarded" ? one : { path: "", aside: null };
      expect(await lstat(aside ?? "").then(() => true), code).toBe(true);
      await expect(lstat(path), code).rejects.toThrow("ENOENT");
    }
    expect(await made('os.mkdir("deep/.github"); open("deep/.github/CODEOWNERS", "w")')).toMatchObject({
      denials: [],
    });
  });

  test("it is ended as soon as that is seen", async () => {
    const waits = await made('os.mkdir(".vscode")\nimport time; time.sleep(25)');
    expect(waits).toMatchObject({ exitCode: null, denials: [{ kind: "guarded", path: `${place}/.vscode` }] });
  });

  test("a link of such a name is not written around: nothing is started", async () => {
    await symlink("..", join(place, "deep/.git"));
    await expect(made("0")).rejects.toMatchObject({ code: "guarded_link" });
  });

  test("H-B5 what has a dot and was there deeper is moved to no other directory, but with its own one", async () => {
    const made = { anywhere: /^\./, atRoot: /^$/, named: [] };
    for (const path of ["x/.eslintrc.js", "y/.github/FUNDING.yml", "z/.keep"]) {
      await mkdir(dirname(join(place, "deep", path)), { recursive: true });
      await writeFile(join(place, "deep", path), "");
    }
    await mkdir(join(place, "src"));
    const run = await python(
      `import os\nos.chdir("${place}")\n` +
        'os.rename("deep/x/.eslintrc.js", "src/.eslintrc.js"); os.rename("deep/y/.github", "src/.github")\n' +
        'os.rename("deep/z", "src/z"); open("src/z/.keep", "w").write("x")',
      { mounts: [{ source: place, target: place, writable: true }], guarded: { names: [".git"], made } },
    );
    expect(run.denials.map((one) => one.kind === "guarded" && one.path).toSorted()).toEqual([
      join(place, "src/.eslintrc.js"),
      join(place, "src/.github"),
    ]);
    expect((await readdir(join(place, "src"))).toSorted()).toEqual([
      expect.stringMatching(/^\.eslintrc\.js\.made-inside-/),
      expect.stringMatching(/^\.github\.made-inside-/),
      "z",
    ]);
    expect(await readdir(join(place, "src/z"))).toEqual([".keep"]);
  });

  test("H-B5 of single entries that are shown, what others come to be meanwhile is not there", async () => {
    const shown = { source: home, target: home, writable: false, entries: ["out"] };
    const watching = `
import os, time
open("${home}/out/begun", "w")
for n in range(100):
    if os.path.exists("${home}/out/go"): break
    time.sleep(0.1)
print(os.listdir("${home}"))`;
    const mounts = [shown, { source: join(home, "out"), target: join(home, "out"), writable: true }];
    const run = python(watching, { mounts });
    await expect.poll(() => readdir(join(home, "out")), { timeout: 20_000 }).toContain("begun");
    await writeFile(join(home, ".token"), "a token");
    await writeFile(join(home, "out/go"), "");
    expect(await run).toMatchObject({ exitCode: 0, stdout: "['out']\n" });
    for (const code of [`open("${home}/x", "w")`, `os.chmod("${home}", 0o777); open("${home}/x", "w")`])
      expect((await python(`import os\n${code}`, { mounts })).stderr).toContain("Read-only file system");
  });

  test("starts nothing where something else is mounted than what was judged", async () => {
    const out = join(home, "out");
    const mount = { source: out, target: out, writable: true };
    const identity = identityOf(await lstat(out, { bigint: true }));
    const code = `print(open("${out}/started", "w").write("x"))`;
    expect(await python(code, { mounts: [{ ...mount, identity }] })).toMatchObject({ exitCode: 0 });
    const swapped = await python(code, { mounts: [{ ...mount, source: join(home, ".ssh"), identity }] });
    expect(swapped).toMatchObject({
      exitCode: 126,
      stdout: "",
      stderr: expect.stringContaining("nothing was started"),
    });
    expect(await readdir(join(home, ".ssh"))).toEqual(["id_ed25519"]);
  });
});
