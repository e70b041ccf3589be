import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemWords } from "@gaia/install/installed";
import { endOfVerb } from "../../../../../test/harness/cli-session.ts";
import { cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { type Session, sessionAt } from "../../session/session.ts";
import { leadsToLink } from "../../transport/network-of.ts";
import { install, type InstallInput } from "./install.ts";
import { sync } from "./sync.ts";
import { readConfig } from "../../session/config.ts";
import { remove } from "./remove.ts";
import { update } from "./update.ts";

let fake: FakeRegistry;
let dir: string;
const at = (...path: string[]) => join(dir, "app", ...path);
const inApp = (verb: (session: Session) => Promise<unknown>) =>
  endOfVerb({ registry: fake.url, home: join(dir, "home") }, (session) =>
    verb({ ...session, config: { ...session.config, directory: at() } }),
  );
const take = (name: string, more: Partial<InstallInput> = {}) =>
  inApp((session) => install(session, { specs: [name], allowExperimental: true, ...more }));

beforeEach(async () => {
  fake = await startFakeRegistry();
  dir = await mkdtemp(join(tmpdir(), "gaia-kept-"));
  await mkdir(at(".git"), { recursive: true });
});
afterEach(async () => {
  await fake.close();
  await rm(dir, { recursive: true, force: true });
});

describe("H-B6 links that a repository brings", () => {
  const OURS = ["skill-lock.json", ".publishers.json", ".publisher-keys.json", ".gitignore", ".later.json", ".pins"];

  test("H-B6 no file of ours in a project is a link: the caller's file keeps its bytes, and the link is named", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    await mkdir(at(".gaia/skills"), { recursive: true });
    await writeFile(join(dir, "victim"), "mine\n");
    for (const name of OURS) {
      await symlink(join(dir, "victim"), at(".gaia/skills", name));
      const refused = await take("wild", { project: true });
      expect([name, refused.code], refused.said).toEqual([name, 4]);
      expect(refused.said).toContain(`${at(".gaia/skills", name)} is a link, not a`);
      expect(await readFile(join(dir, "victim"), "utf8")).toBe("mine\n");
      expect(await readdir(at(".gaia/skills"))).toEqual([name]);
      await rm(at(".gaia/skills", name));
    }
  });

  test("H-B6 sync refuses such a link too, and restores nothing through it", async () => {
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    expect(await take("wild", { project: true })).toMatchObject({ code: 0 });
    await writeFile(join(dir, "victim"), "mine\n");
    await symlink(join(dir, "victim"), at(".gaia/skills/.later.json"));
    await rm(at(".gaia/skills/wild"), { recursive: true });
    const refused = await inApp((session) => sync(session, {}));
    expect([refused.code, refused.said]).toEqual([4, expect.stringContaining("is a link, not a file")]);
    expect(await readFile(join(dir, "victim"), "utf8")).toBe("mine\n");
    expect(await readdir(at(".gaia/skills"))).not.toContain("wild");
  });
});

describe("H-B9 update --all", () => {
  const updateAll = () => inApp((session) => update(session, { names: [], all: true, allowExperimental: true }));
  const locked = async (name: string) =>
    JSON.parse(await readFile(join(dir, "home", "skills", "skill-lock.json"), "utf8")).skills[name].version;
  const serve = async (name: string, statuses: Record<string, "published" | "yanked" | "quarantined">) => {
    const served = [];
    for (const [version, status] of Object.entries(statuses))
      served.push(await serveRelease(fake, { name, version, tier: "experimental", lies: { status } }));
    serveSkill(
      fake,
      served.map((one) => one.version),
    );
  };

  test.each(["yanked", "quarantined"] as const)(
    "H-B9 a skill with %s versions alone stays and is told with exit 4, and the others are updated",
    async (status) => {
      await serve("gone", { "1.0.0": "published" });
      await serve("calm", { "1.0.0": "published" });
      for (const name of ["gone", "calm"]) expect(await take(name)).toMatchObject({ code: 0 });
      await serve("gone", { "1.0.0": status });
      await serve("calm", { "1.0.0": "published", "1.1.0": "published" });
      const end = await updateAll();
      expect([end.code, end.said]).toEqual([4, expect.stringContaining("gone 1.0.0 stays as it is: ")]);
      expect([await locked("gone"), await locked("calm")]).toEqual(["1.0.0", "1.1.0"]);
      expect(await updateAll()).toMatchObject({ code: 4 });
    },
  );

  test("H-B9 a yanked version that is locked stays where only older ones may be taken", async () => {
    await serve("back", { "1.0.0": "published", "1.1.0": "published" });
    expect(await take("back")).toMatchObject({ code: 0 });
    await serve("back", { "1.0.0": "published", "1.1.0": "yanked" });
    const end = await updateAll();
    expect([end.code, end.said]).toEqual([4, expect.stringContaining("back 1.1.0 stays as it is: ")]);
    const named = (more: object) =>
      inApp((session) => update(session, { names: ["back"], allowExperimental: true, ...more }));
    expect(await named({})).toMatchObject({ code: 4, said: expect.stringContaining("install back@1.0.0") });
    expect(await locked("back")).toBe("1.1.0");
    expect(await named({ allowDowngrade: true })).toMatchObject({ code: 0 });
    expect(await locked("back")).toBe("1.0.0");
  });
});

describe("H-B8 work of one's own", () => {
  const skills = (...path: string[]) => join(dir, "home", "skills", ...path);
  const inProject = (...path: string[]) => at(".gaia/skills", ...path);
  const textOf = (path: string) => readFile(path, "utf8");
  const put = async (place: string, files: Record<string, string>) => {
    await mkdir(place, { recursive: true });
    for (const [path, text] of Object.entries(files)) await writeFile(join(place, path), text);
  };
  const keptIn = async (place: string) =>
    (await readdir(place)).filter((name) => name.startsWith(".kept-") || name.startsWith(".gaia-kept-"));
  const serve = async (name: string, ...versions: string[]) => {
    const served = [];
    for (const version of versions) served.push(await serveRelease(fake, { name, version, tier: "experimental" }));
    serveSkill(
      fake,
      served.map((one) => one.version),
    );
  };

  test.each([
    ["the home", false],
    ["a project", true],
  ])(
    "H-B8 in %s: a directory that no install made is refused with its files; --overwrite keeps it",
    async (_, project) => {
      const place = project ? inProject : skills;
      await serve("wild", "1.0.0");
      await put(place("wild"), { "SKILL.md": "mine\n", "notes.md": "mine too\n" });
      const refused = await take("wild", { project });
      expect([refused.code, refused.said]).toEqual([4, expect.stringContaining("not_ours")]);
      expect(refused.said).toContain(`${place("wild")} holds 2 files that an install would lose`);
      expect(refused.said).toContain("--overwrite");
      expect(refused.files).toEqual(["SKILL.md", "notes.md"]);
      expect(await textOf(place("wild/SKILL.md"))).toBe("mine\n");
      expect(await take("wild", { project, dryRun: true })).toMatchObject({ code: 4 });
      const taken = await take("wild", { project, overwrite: true });
      expect([taken.code, await textOf(place("wild/SKILL.md"))]).toEqual([0, expect.stringContaining("name: wild")]);
      const [kept = ""] = await keptIn(place());
      expect(taken.said).toContain(place(kept));
      expect(await textOf(place(kept, "notes.md"))).toBe("mine too\n");
    },
  );

  test("H-B8 edits of an installed skill: install and update refuse, update --all goes on with the others", async () => {
    await serve("wild", "1.0.0");
    await serve("calm", "1.0.0");
    for (const name of ["wild", "calm"]) expect(await take(name)).toMatchObject({ code: 0 });
    await put(skills("wild"), { "tools.py": "edited\n", "notes.md": "mine\n" });
    const updated = (more: object) =>
      inApp((session) => update(session, { names: ["wild"], allowExperimental: true, ...more }));
    // Nothing newer: nothing to lose.
    expect(await updated({ names: [], all: true })).toMatchObject({ code: 0 });
    await serve("wild", "1.0.0", "1.1.0");
    await serve("calm", "1.0.0", "1.1.0");
    for (const end of [await take("wild"), await updated({})]) {
      expect([end.code, end.said]).toEqual([4, expect.stringContaining("was edited since it was installed")]);
      expect(end.files).toEqual(["notes.md", "tools.py"]);
    }
    const all = await updated({ names: [], all: true });
    expect([all.code, all.said]).toEqual([4, expect.stringContaining("wild 1.0.0 stays as it is: ")]);
    expect(all.said).toContain("tools.py was changed");
    expect(await textOf(skills("calm/SKILL.md"))).toContain("version: 1.1.0");
    expect(await textOf(skills("wild/tools.py"))).toBe("edited\n");
    expect(await updated({ names: [], all: true, overwrite: true })).toMatchObject({ code: 0 });
    expect(await textOf(skills("wild/SKILL.md"))).toContain("version: 1.1.0");
    const [kept = ""] = await keptIn(skills());
    expect(await textOf(skills(kept, "tools.py"))).toBe("edited\n");
  });

  test("H-B8 an edited requirements.txt that an install wrote is work; one as it was written is none", async () => {
    const release = (version: string) =>
      serveRelease(fake, { name: "wild", version, tier: "experimental", dependencies: ["requests>=2.31"] });
    await release("1.0.0");
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(await take("wild")).toMatchObject({ code: 0 });
    const written = await textOf(skills("wild/requirements.txt"));
    await writeFile(skills("wild/requirements.txt"), `${written}flask\n`);
    expect(await take("wild")).toMatchObject({ code: 4, files: ["requirements.txt"] });
    expect(await textOf(skills("wild/requirements.txt"))).toContain("flask");
  });

  test("H-B8 what nobody wrote is no work: files that are missing, caches, and files that are the release's own", async () => {
    await serve("wild", "1.0.0");
    expect(await take("wild")).toMatchObject({ code: 0 });
    await rm(skills("wild/tools.py"));
    await put(skills("wild/lib/__pycache__"), { "words.cpython-312.pyc": "x" });
    expect(await take("wild")).toMatchObject({ code: 0 });
    await rm(skills("skill-lock.json"));
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(await keptIn(skills())).toEqual([]);
  });

  test("H-B8 sync leaves what was edited and restores the rest; another release that is whole is nobody's edit", async () => {
    await serve("wild", "1.0.0");
    await serve("calm", "1.0.0");
    for (const name of ["wild", "calm"]) expect(await take(name, { project: true })).toMatchObject({ code: 0 });
    await put(inProject("wild"), { "tools.py": "edited\n" });
    await rm(inProject("calm"), { recursive: true });
    const synced = (more = {}) => inApp((session) => sync(session, more));
    const left = await synced();
    expect([left.code, left.said]).toEqual([4, expect.stringContaining("tools.py was changed")]);
    expect(left.said).toContain("--overwrite");
    expect(await textOf(inProject("wild/tools.py"))).toBe("edited\n");
    expect(await readdir(inProject())).toContain("calm");
    expect(await synced({ overwrite: true })).toMatchObject({ code: 0 });
    const [kept = ""] = await keptIn(inProject());
    expect(await textOf(inProject(kept, "tools.py"))).toBe("edited\n");
    // What a colleague's commit does: the lock names a newer release than the one that lies here.
    await rename(inProject("wild"), at("old"));
    await serve("wild", "1.0.0", "1.1.0");
    expect(await take("wild", { project: true })).toMatchObject({ code: 0 });
    await rm(inProject("wild"), { recursive: true });
    await rename(at("old"), inProject("wild"));
    expect(await synced()).toMatchObject({ code: 0 });
    expect(await textOf(inProject("wild/SKILL.md"))).toContain("version: 1.1.0");
    expect(await keptIn(inProject())).toEqual([kept]);
  });

  test("H-B8 remove keeps aside what was edited or never installed, and says where", async () => {
    await serve("wild", "1.0.0");
    expect(await take("wild")).toMatchObject({ code: 0 });
    await put(skills("wild"), { "notes.md": "mine\n" });
    await put(skills("own"), { "SKILL.md": "mine\n" });
    for (const [name, file] of [
      ["wild", "notes.md"],
      ["own", "SKILL.md"],
    ] as const) {
      const removed = await inApp((session) => remove(session, { name }));
      const [kept = ""] = (await keptIn(skills())).filter((one) => one.startsWith(`.kept-${name}-`));
      expect([removed.code, removed.said]).toEqual([0, expect.stringContaining(skills(kept))]);
      expect(await textOf(skills(kept, file))).toBe("mine\n");
    }
    expect(await readdir(skills())).not.toContain("own");
  });

  test("H-B8 a copy for an agent that was edited is kept when sync or --force puts another in its place", async () => {
    await serve("wild", "1.0.0");
    const copied = { project: true, for: ["claude-code"] };
    expect(await take("wild", copied)).toMatchObject({ code: 0 });
    for (const again of [() => inApp((session) => sync(session, {})), () => take("wild", { ...copied, force: true })]) {
      await put(at(".claude/skills/wild"), { "tools.py": "edited\n" });
      expect(await again()).toMatchObject({ code: 0 });
    }
    expect(await keptIn(at(".claude/skills"))).toEqual([]);
    const kept = await keptIn(inProject());
    expect(kept).toHaveLength(2);
    for (const one of kept) expect(await textOf(inProject(one, "tools.py"))).toBe("edited\n");
  });

  test("H-B8 a run that is killed while it overwrites loses no copy", async () => {
    await serve("wild", "1.0.0");
    expect(await take("wild")).toMatchObject({ code: 0 });
    const { wild: entry } = JSON.parse(await textOf(skills("skill-lock.json"))).skills;
    const journal = { version: 1, name: "wild", staging: ".staging-wild-1", previous: ".kept-wild-1", entry };
    await put(skills(".kept-wild-1"), { "SKILL.md": "mine\n" });
    await writeFile(skills(".pending-wild.json"), JSON.stringify(journal));
    expect(await take("wild")).toMatchObject({ code: 0 });
    expect(await textOf(skills(".kept-wild-1/SKILL.md"))).toBe("mine\n");
    await rm(skills("wild"), { recursive: true });
    await writeFile(skills(".pending-wild.json"), JSON.stringify(journal));
    expect(await take("wild")).toMatchObject({ code: 4 });
    expect(await textOf(skills("wild/SKILL.md"))).toBe("mine\n");
  });
});

describe("H-B12 where a lock leads", () => {
  test.each([
    [["169.254.169.254"], 4],
    [["93.184.216.34", "fe80::1"], 4],
    [["::ffff:169.254.169.254"], 4],
    [["93.184.216.34"], 0],
    [["10.1.2.3"], 0],
    [[], 0],
  ])("H-B12 a registry's name with the addresses %j ends with %i", async (addresses, code) => {
    const fakeLookup = async () => addresses.map((address) => ({ address }));
    const end = await inApp((session) =>
      sessionAt(session, "https://skills.example", (host) => leadsToLink(host, fakeLookup)).then(() => 0),
    );
    expect([end.code, end.said]).toEqual([
      code,
      code === 0 ? "" : expect.stringContaining("an address of this very cable"),
    ]);
  });
});

describe("where the home is", () => {
  test.each([
    ["an empty HOME", { HOME: "" }, "HOME is empty"],
    ["an empty HOME beside a GAIA_HOME", { HOME: "", GAIA_HOME: "/srv/gaia" }, "HOME is empty"],
    ["a HOME that is no absolute path", { HOME: "ada" }, "HOME is no absolute path: ada"],
    ["a GAIA_HOME in quotes", { HOME: "/home/ada", GAIA_HOME: "~/x" }, "GAIA_HOME begins with ~"],
    ["a GAIA_HOME of another user", { HOME: "/home/ada", GAIA_HOME: "~bob" }, "GAIA_HOME begins with ~"],
  ])("%s is refused in words, and nothing goes to the current directory", (_what, env, said) => {
    expect(() => readConfig(undefined, undefined, env)).toThrow(said);
  });

  // Nobody makes directories there, not root either.
  test.skipIf(process.platform !== "linux")(
    "a home that cannot be written is a sentence, also of a dry run",
    async () => {
      await serveRelease(fake, { name: "wild", tier: "experimental" });
      const home = await cliHome(fake.url, { GAIA_HOME: "/sys/gaia-home" });
      try {
        for (const more of [["--dry-run"], []]) {
          const end = await home.run(["install", "wild", "--allow-experimental", ...more]);
          expect([end.code, end.stderr]).toEqual([
            1,
            expect.stringMatching(/^gaia: \/sys\/gaia-home\S* (may not|lies on)/m),
          ]);
          expect(end.stderr).not.toMatch(/E(ACCES|PERM|ROFS)/);
        }
      } finally {
        await home.remove();
      }
    },
  );

  test.each([
    ["ENOSPC", "The disk is full: /home/ada/.gaia/x could not be written"],
    ["EACCES", "/home/ada/.gaia/x may not be read or written by this user"],
    ["EROFS", "/home/ada/.gaia/x lies on a file system that is read-only"],
  ])("%s is told in words", (code, said) => {
    const error = Object.assign(new Error(`${code}: no`), { code, syscall: "open", path: "/home/ada/.gaia/x" });
    expect(systemWords(error)?.message).toBe(said);
    expect(systemWords(new Error(code))).toBeNull();
  });

  test("without a HOME the system says where it is, and an absolute home is taken as it stands", () => {
    expect(readConfig(undefined, undefined, { HOME: "/home/ada" }).home).toBe("/home/ada/.gaia");
    expect(readConfig(undefined, undefined, { HOME: "/home/ada", GAIA_HOME: "/srv/x" }).home).toBe("/srv/x");
    expect(readConfig(undefined, undefined, {}).home).toMatch(/^\/.*\.gaia$/);
  });
});
