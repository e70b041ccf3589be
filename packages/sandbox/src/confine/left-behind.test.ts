import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import type { Confine, ConfinedResult } from "./confined.ts";
import { confinedRunner } from "./confined-runner.ts";

const bubblewrap = await service("bubblewrap");
const execute = promisify(execFile);

describe.skipIf(!bubblewrap.available)("what a command left behind is found (needs bubblewrap)", () => {
  let confine: Confine;
  let place: string;
  beforeAll(async () => {
    confine = givingConfine(await confinedRunner());
  });
  beforeEach(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), "left-")));
  });
  // Node's own does not reach what lies deep.
  afterEach(() => execute("rm", ["-rf", place]));

  const made = (code: string, names = [".git", ".envrc", "agents.md", "claude.md"]): Promise<ConfinedResult> =>
    confine({
      ...PLAIN,
      argv: ["python3", "-I", "-c", `import os\nos.chdir("${place}")\n${code}`],
      mounts: [{ source: place, target: place, writable: true }],
      guarded: { names, made: null },
    });
  const found = async (): Promise<string[]> =>
    (await readdir(place, { recursive: true })).map((path) => path.slice(path.lastIndexOf("/") + 1));

  /** Python that makes a repository; git takes it for one where nothing else is in it. */
  const REPOSITORY = (path: string): string => `
os.makedirs("${path}/objects"); os.makedirs("${path}/refs")
open("${path}/HEAD", "w").write("ref: refs/heads/main\\n")
open("${path}/config", "w").write("[core]\\n\\tfsmonitor = touch ran\\n\\tbare = true\\n")`;
  /** The place is a skill's user's, where root runs this. */
  const ANYBODYS = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };
  /** What git says of a directory: where the repository around it lies; null: there is none. */
  const repositoryAt = (directory: string): Promise<string | null> =>
    execute("git", ["rev-parse", "--absolute-git-dir"], {
      cwd: directory,
      env: { PATH: process.env["PATH"] ?? "", GIT_CEILING_DIRECTORIES: dirname(directory), HOME: place, ...ANYBODYS },
    }).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );

  test("a bare repository under any name is none any more, and nothing of it is lost", async () => {
    const { denials } = await made(REPOSITORY("deep/notes"));
    expect(denials).toMatchObject([{ kind: "guarded", path: join(place, "deep/notes/HEAD") }]);
    const [one] = denials;
    const aside = one?.kind === "guarded" ? (one.aside ?? "") : "";
    expect(await readFile(aside, "utf8")).toBe("ref: refs/heads/main\n");
    expect((await readdir(join(place, "deep/notes"))).toSorted()).toMatchObject([
      expect.stringMatching(/^HEAD\.made-inside-/),
      "config",
      "objects",
      "refs",
    ]);
    expect(await repositoryAt(join(place, "deep/notes"))).toBeNull();
  });

  test("so is what has its repository elsewhere, and the directory itself that may be written", async () => {
    const { denials } = await made('os.mkdir("w"); open("w/HEAD", "w"); open("w/commondir", "w").write("../x")');
    expect(denials).toMatchObject([{ kind: "guarded", path: join(place, "w/HEAD") }]);
    const whole = await made(`${REPOSITORY(".")}\nos.makedirs("objects/.git")`);
    expect(whole.denials.map((one) => one.kind === "guarded" && one.path).toSorted()).toEqual([
      join(place, "HEAD"),
      join(place, "objects/.git"),
    ]);
    expect(await repositoryAt(place)).toBeNull();
    expect(await found()).not.toContain(".git");
  });

  test("a bare repository that is there is read and not written, as the rest is", async () => {
    await execute("git", ["init", "-q", "--bare", join(place, "mirror")]);
    const run = await made('open("notes", "w").write("x"); open("mirror/config", "a").write("x")');
    expect(run.stderr).toContain("Read-only file system: 'mirror/config'");
    expect(run.denials).toEqual([]);
    expect(await repositoryAt(join(place, "mirror"))).toBe(join(place, "mirror"));
    const itself = await confine({
      ...PLAIN,
      argv: ["python3", "-I", "-c", `open("${place}/mirror/config", "a")`],
      mounts: [{ source: join(place, "mirror"), target: join(place, "mirror"), writable: true }],
      guarded: { names: [".git"], made: null },
    });
    expect(itself.stderr).toContain("Read-only file system");
  });

  test("a repository that was put aside is none where it lies, nor is anything in it", async () => {
    const { denials } = await made(`${REPOSITORY(".git")}${REPOSITORY(".git/modules/x")}\nopen(".git/.envrc", "w")`);
    expect(denials).toMatchObject([{ kind: "guarded", path: join(place, ".git") }]);
    const [one] = denials;
    const aside = one?.kind === "guarded" ? (one.aside ?? "") : "";
    expect(await readdir(aside)).toContain("config");
    for (const directory of [aside, join(aside, "modules/x")]) expect(await repositoryAt(directory)).toBeNull();
    expect(await found()).not.toContain(".envrc");
    expect(await found()).not.toContain("HEAD");
  });

  test("what lies deeper than a path is long is found, and put aside there", async () => {
    const { denials } = await made(`
for n in range(60):
    os.mkdir("d" * 200); os.chdir("d" * 200)
os.mkdir(".git")
open(".git/x", "w").write("kept")
os.chdir(".."); os.mkdir("${"e".repeat(200)}"); os.chdir("${"e".repeat(200)}"); open(".EnvRc", "w")`);
    expect(denials.map((one) => one.kind)).toEqual(["guarded", "guarded"]);
    const { stdout } = await execute("find", [place, "-not", "-name", "ddd*", "-printf", "%f\n"], { cwd: place });
    const names = stdout.split("\n");
    expect(names.filter((name) => /^\.(git|EnvRc)\.made-inside-/.test(name))).toHaveLength(2);
    expect(names).not.toContain(".git");
    expect(names).not.toContain(".EnvRc");
  });

  test("what lies in a directory whose name is no text is found, too", async () => {
    const run = await made('os.mkdir(b"\\xff"); os.mkdir(b"\\xff/.git"); open(b"\\xff/.git/x", "w")');
    expect(run).toMatchObject({ stderr: "", denials: [{ kind: "guarded" }] });
    const { stdout } = await execute("find", [place, "-name", ".git"]);
    expect(stdout).toBe("");
  });

  test("a link to another guarded name beside it is no reason to start nothing, and is held to be that link", async () => {
    await writeFile(join(place, "AGENTS.md"), "Be kind.");
    await symlink("AGENTS.md", join(place, "CLAUDE.md"));
    expect(await made('open("notes", "w").write("x")')).toMatchObject({ exitCode: 0, denials: [] });
    expect((await made('open("CLAUDE.md", "w")')).stderr).toContain("Read-only file system");
    const swapped = await made('os.unlink("CLAUDE.md"); os.symlink("notes", "CLAUDE.md")');
    expect(swapped.denials).toMatchObject([{ kind: "guarded", path: join(place, "CLAUDE.md") }]);
    await symlink("notes", join(place, "CLAUDE.md"));
    await expect(made("0")).rejects.toMatchObject({ code: "guarded_link" });
  });

  test("what is kept out of sight within what is guarded stays out of sight", async () => {
    await mkdir(join(place, ".git/secret"), { recursive: true });
    await writeFile(join(place, ".git/secret/key"), "a private key");
    const run = await confine({
      ...PLAIN,
      argv: ["python3", "-I", "-c", `print(open("${place}/.git/secret/key").read())`],
      mounts: [{ source: place, target: place, writable: true }],
      guarded: { names: [".git"], made: null },
      hidden: [join(place, ".git/secret")],
    });
    expect(run.stdout).toBe("");
    expect(run.stderr).toContain("Error");
  });

  test("S8 fills no disk with removed files that are mapped into memory alone", async () => {
    const run = await made(`
import ctypes, time
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
for n in range(8):
    f = open(f"mapped-{n}", "w+b")
    f.truncate(3000000)
    at = libc.mmap(None, 3000000, 3, 1, f.fileno(), 0)
    os.unlink(f.name)
    f.close()
    ctypes.memset(at, 120, 3000000)
time.sleep(20)`);
    expect(run).toMatchObject({ stderr: "", denials: [{ kind: "limit", what: "disk" }] });
  });
});
