import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../test/fake-registry.ts";
import { file, serveRelease, serveSkill, skillFiles } from "../test/fake-release.ts";

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

describe("8.4 a project's own skills", () => {
  test("8.4 go into the repository's root from anywhere in it, and leave the home alone", async () => {
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

  test("8.4 sync --check says in a line what drifted, and an edited file is told from another release", async () => {
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

  test("8.4 sync restores byte for byte on another machine", async () => {
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

  test("8.4 sync takes nothing but what the lock names: another content under its number is exit 5", async () => {
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

  test("8.4 a hand-edited lock is exit 5, and a tier that fell is not what the lock agreed to", async () => {
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

  test("8.4 a token stays with its registry, whatever address a lock names", async () => {
    const theirs = await startFakeRegistry();
    try {
      await serveRelease(fake, { name: "wild", tier: "experimental" });
      await serveRelease(theirs, { name: "wild", tier: "experimental" });
      await here(added);
      const path = at(".gaia/skills/skill-lock.json");
      await writeFile(path, (await readFile(path, "utf8")).replaceAll(fake.url, theirs.url));
      await rm(at(".gaia/skills/wild"), { recursive: true });
      const env = { GAIA_TOKEN: "gsk_secret_of_mine_0123456789" };
      await home.run(["sync"], { cwd: project, env });
      expect(theirs.requests.length).toBeGreaterThan(0);
      expect(theirs.requests.filter(({ headers }) => headers["authorization"] !== undefined)).toEqual([]);
    } finally {
      await theirs.close();
    }
  });

  test("8.4 a link in the repository leads nothing out of it", async () => {
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

  test("8.4 a journal that a repository brings writes nowhere else", async () => {
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

describe("8.4 copies for the agents people have", () => {
  test("8.4 each lies where its agent looks, list shows them, update and remove take them along", async () => {
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
    expect(await Promise.all(places.map(filesOf))).toEqual([5, 5]);
    expect(await here(["remove", "wild"])).toMatchObject({ code: 0 });
    for (const place of places) await expect(stat(place)).rejects.toThrow("ENOENT");
    expect(await readdir(join(home.dir, ".claude/skills"))).toEqual([]);
  });

  test("8.4 what stands there already, or was edited, is refused before anything is written", async () => {
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

  test("8.4 what somebody else put there is never deleted: not by --force, enable, or a lock", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const kept = async (skills: string) =>
      Promise.all(
        (await readdir(skills))
          .filter((name) => name.startsWith(".gaia-kept-"))
          .map((name) => readFile(join(skills, name, "SKILL.md"), "utf8")),
      );
    const put = async (place: string) => {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, "SKILL.md"), "mine");
    };
    const mine = join(home.dir, ".claude/skills");
    const copied = ["install", "wild", "--allow-experimental", "--for", "claude-code"];
    await put(join(mine, "wild"));
    await here([...copied, "--force"]);
    expect(await kept(mine)).toEqual(["mine"]);
    await here(["disable", "wild"]);
    await put(join(mine, "wild"));
    await here(["enable", "wild"]);
    expect(await kept(mine)).toEqual(["mine", "mine"]);
    await here([...copied, "--project"]);
    await rm(at(".claude/skills/wild"), { recursive: true });
    await put(at(".claude/skills/wild"));
    await here(["sync"]);
    expect(await kept(at(".claude/skills"))).toEqual(["mine"]);
    expect(await readFile(at(".claude/skills/wild/SKILL.md"), "utf8")).toContain("name: wild");
  });

  test("8.4 what was killed between the swap and its copies is finished by the next run", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await here(["install", "wild", "--allow-experimental", "--for", "claude-code"]);
    const skills = join(home.dir, "home", "skills");
    const { entry } = { entry: JSON.parse(await readFile(join(skills, "skill-lock.json"), "utf8")).skills.wild };
    const journal = { version: 1, name: "wild", staging: ".staging-wild-1", previous: ".previous-wild-1", entry };
    await rm(join(home.dir, ".claude/skills/wild"), { recursive: true });
    await writeFile(join(skills, ".pending-wild.json"), JSON.stringify(journal));
    expect((await here(["list"])).stdout).not.toContain("missing");
    expect(await filesOf(join(home.dir, ".claude/skills/wild"))).toBe(5);
    await writeFile(join(skills, ".pending-wild.json"), JSON.stringify({ version: 1, name: "wild", removed: true }));
    expect((await here(["list"])).stdout).toBe("");
    expect(await readdir(join(home.dir, ".claude/skills"))).toEqual([]);
  });
});
