import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { homePaths } from "@gaia/install/installed";
import { writeTrust } from "@gaia/install/judged";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { file, serveRelease, serveSkill, skillFiles } from "../../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
let project: string;
const at = (path: string) => join(project, path);
const here = (args: string[], cwd = project) => home.run(args, { cwd });
const added = ["install", "wild", "--project", "--allow-experimental"];
const filesOf = async (directory: string) =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  project = join(home.dir, "work", "app");
  await mkdir(at(".git"), { recursive: true });
  await mkdir(at("src/deep"), { recursive: true });
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("a project's own skills", () => {
  test("go into the repository's root from anywhere in it, and leave the home alone", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental", permissions: ["shell:execute"] });
    expect(await here([...added, "--yes"], at("src/deep"))).toMatchObject({ code: 0 });
    const lock = JSON.parse(await readFile(at(".gaia/skills/skill-lock.json"), "utf8"));
    expect(lock.skills.wild).toMatchObject({
      version: "1.0.0",
      requested: "*",
      granted: ["shell:execute"],
      agents: [],
    });
    expect(await readFile(at(".gaia/skills/.gitignore"), "utf8")).toContain(".staging-*");
    expect(await readdir(join(home.dir, "home", "skills"))).not.toContain("wild");
    expect((await here(["list"])).stdout).toBe("");
    expect((await here(["list", "--project"])).stdout).toContain("wild");
    expect(await here(["verify", "wild", "--project"])).toMatchObject({ code: 0 });
  });

  test("a refused install leaves a repository without any skill as it was", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental", permissions: ["shell:execute"] });
    expect(await here(["install", "wild", "--project"])).toMatchObject({ code: 4 });
    expect(await here(added)).toMatchObject({ code: 4 });
    expect(await readdir(project)).toEqual([".git", "src"]);
    await mkdir(at(".gaia"));
    await writeFile(at(".gaia/notes.txt"), "mine");
    expect(await here(added)).toMatchObject({ code: 4 });
    expect(await readdir(at(".gaia"))).toEqual(["notes.txt"]);
    expect(await here([...added, "--yes"])).toMatchObject({ code: 0 });
    const before = (await readdir(at(".gaia/skills"))).toSorted();
    expect(await here(["install", "other", "--project"])).toMatchObject({ code: 3 });
    expect((await readdir(at(".gaia/skills"))).toSorted()).toEqual(before);
  });

  test("who leaves out --project, or writes it for a skill of the home, is told where the skill is", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await serveRelease(fake, { name: "tame", tier: "experimental" });
    await here(added);
    await here(["install", "tame", "--allow-experimental"]);
    for (const verb of ["remove", "disable", "why", "verify", "run"]) {
      const run = await here([verb, "wild"]);
      expect([verb, run.code, run.stderr]).toEqual([
        verb,
        3,
        expect.stringContaining("this project has it: add --project"),
      ]);
    }
    const run = await here(["remove", "tame", "--project"]);
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("your home has it: leave out --project")]);
    expect((await here(["remove", "none"])).stderr).not.toContain("--project");
    expect(await here(["remove", "tame"])).toMatchObject({ code: 0 });
    expect((await here(["list"])).stderr).toContain("No skill is installed. This project has 1: add --project.");
    expect((await here(["list"], home.dir)).stderr).toBe("No skill is installed.\n");
  });

  test("H-B12 a repository's lock leads nowhere on this very cable, and names versions that there can be", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(added);
    const lock = await readFile(at(".gaia/skills/skill-lock.json"), "utf8");
    await rm(at(".gaia/skills/wild"), { recursive: true });
    for (const address of [
      "http://169.254.169.254/latest",
      "http://[fe80::1]",
      "http://2852039166",
      "http://[::ffff:169.254.169.254]",
    ]) {
      await writeFile(at(".gaia/skills/skill-lock.json"), lock.replaceAll(fake.url, address));
      const run = await here(["sync", "--yes"]);
      expect([run.code, run.stderr], address).toEqual([4, expect.stringContaining("an address of this very cable")]);
    }
    for (const version of ["../../x", "1.0.0/../..", "latest", ""]) {
      await writeFile(
        at(".gaia/skills/skill-lock.json"),
        lock.replaceAll('"version": "1.0.0"', `"version": ${JSON.stringify(version)}`),
      );
      const run = await here(["sync", "--yes"]);
      expect([run.code, run.stderr], version).toEqual([
        1,
        expect.stringContaining("wild is of no version that there can be"),
      ]);
    }
  });

  test("sync --check says in a line what drifted, and an edited file is told from another release", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await serveRelease(fake, { name: "calm", tier: "experimental" });
    await here(added);
    await here(["install", "calm", "--project", "--allow-experimental"]);
    expect(await here(["sync", "--check"])).toMatchObject({ code: 0 });
    await writeFile(at(".gaia/skills/wild/tools.py"), "edited\n");
    await rm(at(".gaia/skills/calm"), { recursive: true });
    await mkdir(at(".gaia/skills/stray"));
    const drifted = await here(["sync", "--check", "--json"]);
    expect(drifted.code).toBe(4);
    expect(JSON.parse(drifted.stdout).drift).toEqual([
      { name: "calm", kind: "missing", detail: "calm 1.0.0 is not there" },
      { name: "stray", kind: "unlocked", detail: "is there, and the lock does not name it" },
      { name: "wild", kind: "edited", detail: "tools.py was changed" },
    ]);
    const lock = JSON.parse(await readFile(at(".gaia/skills/skill-lock.json"), "utf8"));
    lock.skills.wild.content_digest = `sha256:${"0".repeat(64)}`;
    await writeFile(at(".gaia/skills/skill-lock.json"), JSON.stringify(lock));
    const other = await here(["sync", "--check"]);
    expect(other.stdout).toMatch(/wild.*other_release/);
    expect(other.stdout.trimEnd().split("\n")).toHaveLength(3);
  });

  test("sync restores byte for byte on another machine", async () => {
    const { files } = await serveRelease(fake, { name: "wild", tier: "experimental", permissions: ["shell:execute"] });
    await here([...added, "--yes", "--for", "claude-code"]);
    const lock = await readFile(at(".gaia/skills/skill-lock.json"), "utf8");
    const another = await cliHome(fake.url);
    try {
      const clone = join(another.dir, "clone");
      await mkdir(join(clone, ".gaia", "skills"), { recursive: true });
      await cp(at(".gaia/skills/skill-lock.json"), join(clone, ".gaia/skills/skill-lock.json"));
      expect(await another.run(["sync", "--check"], { cwd: clone })).toMatchObject({ code: 4 });
      const synced = await another.run(["sync"], { cwd: clone });
      expect(synced).toMatchObject({ code: 0 });
      expect(synced.stdout).toContain("Restored wild 1.0.0");
      expect(await readFile(join(clone, ".gaia/skills/skill-lock.json"), "utf8")).toBe(lock);
      for (const one of files)
        for (const place of [".gaia/skills/wild", ".claude/skills/wild"])
          expect(new Uint8Array(await readFile(join(clone, place, one.path)))).toEqual(one.bytes);
      expect(await another.run(["verify", "wild", "--project"], { cwd: clone })).toMatchObject({ code: 0 });
    } finally {
      await another.remove();
    }
  });

  test("a clone with core.autocrlf has the bytes that were installed, and a line of one's own stays", async () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=ada", "-c", "user.email=ada@example.com", ...args], {
        cwd,
        env: { ...process.env, HOME: home.dir, GIT_CONFIG_NOSYSTEM: "1" },
        stdio: "pipe",
      }).toString();
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await serveRelease(fake, { name: "calm", tier: "experimental" });
    await rm(at(".git"), { recursive: true });
    git(project, "init", "-q");
    await mkdir(at(".claude/skills"), { recursive: true });
    await writeFile(at(".claude/skills/.gitattributes"), "*.svg binary");
    for (const name of ["wild", "calm"])
      await here(["install", name, "--project", "--allow-experimental", "--for", "claude-code"]);
    // A copy that is restored changes nothing that git tracks.
    await rm(at(".claude/skills/wild"), { recursive: true });
    expect(await here(["sync", "--yes"])).toMatchObject({ code: 0 });
    const linesOf = (name: string) => `/${name}/** -text\n/.gaia/${name}/** -text\n`;
    const both = `*.svg binary\n${linesOf("wild")}${linesOf("calm")}`;
    expect(await readFile(at(".claude/skills/.gitattributes"), "utf8")).toBe(both);
    await here(["remove", "calm", "--project"]);
    expect(await readFile(at(".claude/skills/.gitattributes"), "utf8")).toBe(`*.svg binary\n${linesOf("wild")}`);
    git(project, "add", ".");
    git(project, "commit", "-q", "-m", "skills");
    const clone = join(home.dir, "clone");
    git(home.dir, "clone", "-q", "-c", "core.autocrlf=true", project, clone);
    expect(await here(["sync", "--check"], clone)).toMatchObject({ code: 0 });
    expect(git(clone, "status", "--porcelain")).toBe("");
    expect(await here(["remove", "wild", "--project"])).toMatchObject({ code: 0 });
    expect(await readFile(at(".claude/skills/.gitattributes"), "utf8")).toBe("*.svg binary\n");
  });

  test("a lock with conflict markers says so, and what to do", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(added);
    const path = at(".gaia/skills/skill-lock.json");
    const lock = await readFile(path, "utf8");
    for (const eol of ["\n", "\r\n"]) {
      const sides = ["<<<<<<< HEAD", "=======", ">>>>>>> theirs", ""].join(eol);
      await writeFile(path, lock.replace('"version": 1,', `"version": 1,${eol}${sides}`));
      for (const args of [["sync"], ["list", "--project"], [...added]]) {
        const run = await here(args);
        expect([run.code, run.stderr]).toEqual([1, expect.stringContaining("has conflict markers")]);
        expect(run.stderr).toContain("git checkout --ours");
      }
    }
    expect(await readFile(path, "utf8")).toContain("=======");
  });

  test("sync takes nothing but what the lock names: another content under its number is exit 5", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(added);
    const files = [...skillFiles({ name: "wild", version: "1.0.0" }), file("more.txt", "more")];
    await serveRelease(fake, { name: "wild", tier: "experimental", files });
    await writeFile(at(".gaia/skills/wild/tools.py"), "edited\n");
    const refused = await here(["sync"]);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("is not the one of the lock");
    expect(await readFile(at(".gaia/skills/wild/tools.py"), "utf8")).toBe("edited\n");
  });

  test("a hand-edited lock is exit 5, and a tier that fell is not what the lock agreed to", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(added);
    await rm(at(".gaia/skills/wild"), { recursive: true });
    const path = at(".gaia/skills/skill-lock.json");
    const lock = await readFile(path, "utf8");
    const edited = async (field: string, value: string) => {
      const file = JSON.parse(lock);
      file.skills.wild[field] = value;
      await writeFile(path, JSON.stringify(file));
      return here(["sync"]);
    };
    for (const [field, value] of [
      ["integrity", `sha256-${"A".repeat(43)}=`],
      ["content_digest", `sha256:${"0".repeat(64)}`],
      ["publisher", "eve"],
      ["signer", "A".repeat(40)],
      ["security_tier", "verified"],
    ] as const)
      expect([field, (await edited(field, value)).code]).toEqual([field, 5]);
    expect((await edited("registry", "file:///etc")).code).toBe(2);
    expect(await readdir(at(".gaia/skills"))).not.toContain("wild");
  });

  test("a token stays with its registry, whatever address a lock names", async () => {
    const theirs = await startFakeRegistry();
    try {
      await serveRelease(fake, { name: "wild", tier: "experimental" });
      await serveRelease(theirs, { name: "wild", tier: "experimental" });
      await here(added);
      const path = at(".gaia/skills/skill-lock.json");
      await writeFile(path, (await readFile(path, "utf8")).replaceAll(fake.url, theirs.url));
      await rm(at(".gaia/skills/wild"), { recursive: true });
      // Nothing on this machine is asked for a repository, unless its key is pinned.
      const { publicKey } = registrySigner(generateSigningKey());
      await writeTrust(
        homePaths(join(home.dir, "home"), home.dir).trust,
        new Map([[theirs.url, [{ ...publicKey, added_at: "2026-01-01T00:00:00.000Z" }]]]),
      );
      const env = { GAIA_TOKEN: "gsk_secret_of_mine_0123456789" };
      await home.run(["sync"], { cwd: project, env });
      expect(theirs.requests.length).toBeGreaterThan(0);
      expect(theirs.requests.filter(({ headers }) => headers["authorization"] !== undefined)).toEqual([]);
    } finally {
      await theirs.close();
    }
  });

  test("a link in the repository leads nothing out of it", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const outside = join(home.dir, "outside");
    await mkdir(outside);
    await symlink(outside, at(".claude"));
    const refused = await here([...added, "--for", "claude-code"]);
    expect(refused.code).toBe(4);
    await expect(stat(at(".gaia/skills/wild"))).rejects.toThrow("ENOENT");
    await rm(at(".gaia"), { recursive: true, force: true });
    await symlink(outside, at(".gaia"));
    expect(await here(added)).toMatchObject({ code: 4 });
    expect(await readdir(outside)).toEqual([]);
  });

  test("a journal that a repository brings writes nowhere else", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(added);
    const outside = join(home.dir, "outside");
    await mkdir(outside);
    await symlink(outside, at(".cursor"));
    const entry = { version: "9.9.9", agents: ["cursor", "../../outside"] };
    const journal = { version: 1, name: "wild", staging: ".staging-wild-1", previous: "../../outside", entry };
    for (const more of [{}, { previous: ".previous-wild-1" }, { gone: ["cursor", "../outside"] }]) {
      await writeFile(at(".gaia/skills/.pending-wild.json"), JSON.stringify({ ...journal, ...more }));
      await here(["list", "--project"]);
      expect(await readdir(outside)).toEqual([]);
    }
  });
});

describe("copies for the agents people have", () => {
  test("each lies where its agent looks, list shows them, update and remove take them along", async () => {
    const old = await serveRelease(fake, { name: "wild", tier: "experimental" });
    const home1 = ["install", "wild", "--allow-experimental", "--for", "claude-code", "--for", "codex"];
    expect(await here(home1)).toMatchObject({ code: 0 });
    const places = [".claude/skills/wild", ".codex/skills/wild"].map((path) => join(home.dir, path));
    for (const place of places) expect(await readFile(join(place, "SKILL.md"), "utf8")).toContain("name: wild");
    expect((await here(["list"])).stdout).toContain(places[1]);
    const next = await serveRelease(fake, { name: "wild", version: "2.0.0", tier: "experimental" });
    serveSkill(fake, [old.version, next.version]);
    expect(await here(["install", "wild", "--allow-experimental"])).toMatchObject({ code: 0 });
    for (const place of places) expect(await readFile(join(place, "SKILL.md"), "utf8")).toContain("version: 2.0.0");
    expect(await here(["disable", "wild"])).toMatchObject({ code: 0 });
    for (const place of places) await expect(stat(place)).rejects.toThrow("ENOENT");
    expect(await here(["enable", "wild"])).toMatchObject({ code: 0 });
    expect(await Promise.all(places.map(filesOf))).toEqual([3, 3]);
    expect(await here(["remove", "wild"])).toMatchObject({ code: 0 });
    for (const place of places) await expect(stat(place)).rejects.toThrow("ENOENT");
    expect(await readdir(join(home.dir, ".claude/skills"))).toEqual([]);
  });

  test("a variable that moves an agent's files moves the copy, and one that leads nowhere is refused", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const moved = {
      "claude-code": { CLAUDE_CONFIG_DIR: join(home.dir, "cc"), at: "cc/skills" },
      codex: { CODEX_HOME: join(home.dir, "cx"), at: "cx/skills" },
      copilot: { COPILOT_HOME: join(home.dir, "cp"), at: "cp/skills" },
      gemini: { GEMINI_CLI_HOME: join(home.dir, "gm"), at: "gm/.gemini/skills" },
      opencode: { XDG_CONFIG_HOME: join(home.dir, "xdg"), at: "xdg/opencode/skills" },
      goose: { XDG_CONFIG_HOME: join(home.dir, "xdg"), at: "xdg/goose/skills" },
    };
    const env = Object.assign({}, ...Object.values(moved));
    const options = Object.keys(moved).flatMap((agent) => ["--for", agent]);
    const all = ["install", "wild", "--allow-experimental", ...options];
    for (const value of ["~/cc", "cc", "./cc"]) {
      const refused = await home.run(all, { env: { ...env, CLAUDE_CONFIG_DIR: value } });
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining(`CLAUDE_CONFIG_DIR is no absolute path: ${value}`),
      ]);
    }
    expect(await home.run(all, { env })).toMatchObject({ code: 0 });
    for (const { at: place } of Object.values(moved)) expect(await filesOf(join(home.dir, place, "wild"))).toBe(3);
    expect(await readdir(home.dir)).not.toContain(".claude");
    expect((await home.run(["list"], { env })).stdout).toContain(join(home.dir, "cx/skills/wild"));
    // A project's copies are the project's, wherever a person's own are.
    expect(await home.run([...all, "--project"], { env, cwd: project })).toMatchObject({ code: 0 });
    expect(await filesOf(at(".claude/skills/wild"))).toBe(3);
    expect(await home.run(["remove", "wild"], { env })).toMatchObject({ code: 0 });
    expect(await readdir(join(home.dir, "xdg/goose/skills"))).toEqual([]);
  });

  test("agents that read the shared directory have one copy there", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const install = (...agents: string[]) =>
      here(["install", "wild", "--allow-experimental", ...agents.flatMap((agent) => ["--for", agent])]);
    const there = (place: string) =>
      stat(join(home.dir, place, "wild")).then(
        () => true,
        () => false,
      );
    expect(await install("codex", "agents", "claude-code")).toMatchObject({ code: 0 });
    expect([await there(".agents/skills"), await there(".codex/skills"), await there(".claude/skills")]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await here(["list"])).stdout).toContain(`codex: ${join(home.dir, ".agents/skills/wild")}`);
    expect(await here(["remove", "wild"])).toMatchObject({ code: 0 });
    expect([await there(".agents/skills"), await there(".claude/skills")]).toEqual([false, false]);
    // One that had its own before gives it up, unless a person wrote in it.
    expect(await install("codex", "gemini")).toMatchObject({ code: 0 });
    await writeFile(join(home.dir, ".gemini/skills/wild/SKILL.md"), "edited");
    expect(await install("agents")).toMatchObject({ code: 0 });
    expect([await there(".agents/skills"), await there(".codex/skills"), await there(".gemini/skills")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("what stands there already, or was edited, is refused before anything is written", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const mine = join(home.dir, ".claude/skills/wild");
    await mkdir(mine, { recursive: true });
    await writeFile(join(mine, "SKILL.md"), "mine");
    const copied = ["install", "wild", "--allow-experimental", "--for", "claude-code"];
    const refused = await here(copied);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("was not installed from here");
    expect(await readdir(join(home.dir, "home", "skills"))).not.toContain("wild");
    expect(await readFile(join(mine, "SKILL.md"), "utf8")).toBe("mine");
    expect(await here([...copied, "--force"])).toMatchObject({ code: 0 });
    await writeFile(join(mine, "SKILL.md"), "edited");
    const edited = await here(copied);
    expect(edited.stderr).toContain("was edited since it was installed");
    expect(await readFile(join(mine, "SKILL.md"), "utf8")).toBe("edited");
    expect((await here(["install", "wild", "--for", "nobody"])).code).toBe(2);
  });

  test("what somebody else put there is never deleted: not by --force, enable, or a lock", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const kept = async (skills: string) =>
      Promise.all(
        (await readdir(skills))
          .filter((name) => name.startsWith(".kept-"))
          .map((name) => readFile(join(skills, name, "SKILL.md"), "utf8")),
      );
    const put = async (place: string) => {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, "SKILL.md"), "mine");
    };
    const mine = join(home.dir, ".claude/skills");
    const copied = ["install", "wild", "--allow-experimental", "--for", "claude-code"];
    await put(join(mine, "wild"));
    const skills = join(home.dir, "home", "skills");
    expect((await here([...copied, "--force"])).stderr).toContain(`is kept: ${join(skills, ".kept-wild-")}`);
    expect(await kept(skills)).toEqual(["mine"]);
    await here(["disable", "wild"]);
    await put(join(mine, "wild"));
    await here(["enable", "wild"]);
    expect(await kept(skills)).toEqual(["mine", "mine"]);
    expect(await readdir(mine)).toEqual([".gaia", "wild"]);
    await here([...copied, "--project"]);
    await rm(at(".claude/skills/wild"), { recursive: true });
    await put(at(".claude/skills/wild"));
    await here(["sync"]);
    expect(await kept(at(".gaia/skills"))).toEqual(["mine"]);
    expect(await readFile(at(".claude/skills/wild/SKILL.md"), "utf8")).toContain("name: wild");
  });

  test("what was killed between the swap and its copies is finished by the next run", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(["install", "wild", "--allow-experimental", "--for", "claude-code"]);
    const skills = join(home.dir, "home", "skills");
    const { entry } = { entry: JSON.parse(await readFile(join(skills, "skill-lock.json"), "utf8")).skills.wild };
    const journal = { version: 1, name: "wild", staging: ".staging-wild-1", previous: ".previous-wild-1", entry };
    await rm(join(home.dir, ".claude/skills/wild"), { recursive: true });
    await writeFile(join(skills, ".pending-wild.json"), JSON.stringify(journal));
    expect((await here(["list"])).stdout).not.toContain("missing");
    expect(await filesOf(join(home.dir, ".claude/skills/wild"))).toBe(3);
    await writeFile(join(skills, ".pending-wild.json"), JSON.stringify({ version: 1, name: "wild", removed: true }));
    expect((await here(["list"])).stdout).toBe("");
    expect(await readdir(join(home.dir, ".claude/skills"))).toEqual([]);
  });
});
