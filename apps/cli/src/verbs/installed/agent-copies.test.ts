import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FORMAT_SAMPLES } from "../../../../../test/harness/format-samples.ts";
import { type CliHome, cliHome, type CliRun } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { file, serveRelease, serveSkill, skillFiles } from "../../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
const at = (...path: string[]) => join(home.dir, ...path);
const skills = (...path: string[]) => at("home", "skills", ...path);
const claude = (...path: string[]) => at(".claude", "skills", ...path);
const shared = (...path: string[]) => at(".agents", "skills", ...path);
const run = (...args: string[]) => home.run(args, { cwd: at() });
const install = (name: string, ...more: string[]) => run("install", name, "--allow-experimental", ...more);
const textOf = (path: string) => readFile(path, "utf8");
const serve = async (version = "1.0.0") => {
  const served = await serveRelease(fake, { name: "wild", version, tier: "experimental" });
  serveSkill(fake, [served.version]);
  return served;
};
const lockOf = async (path: string) => JSON.parse(await textOf(join(path, "skill-lock.json")));
const changeLock = async (path: string, change: (entry: Record<string, unknown>) => void) => {
  const lock = await lockOf(path);
  change(lock.skills.wild);
  await writeFile(join(path, "skill-lock.json"), JSON.stringify(lock));
};
const keptIn = async (path: string) => (await readdir(path)).filter((name) => name.startsWith(".kept-"));
const inOrder = async (path: string) => (await readdir(path)).toSorted();
const expectEnd = (end: CliRun, code: number, words = "") =>
  expect([end.code, end.stdout + end.stderr]).toEqual([code, expect.stringContaining(words)]);
const RECEIPTS = ["SHA256SUMS", "signature.json"];

beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("the form of a copy", () => {
  test.each(Object.entries(FORMAT_SAMPLES))(
    "(machines, M-1) a skill of the format %s has a SKILL.md for every agent, and its receipts beside",
    async (_format, sample) => {
      const { name, version } = sample;
      const files = Object.entries(sample.files).map(([path, content]) =>
        typeof content === "string" ? file(path, content) : { path, bytes: new Uint8Array(content) },
      );
      // One of them needs another skill.
      const needs: Record<string, string> = name === "goal-notes" ? { "api-client": "*" } : {};
      for (const one of Object.keys(needs)) {
        await serveRelease(fake, { name: one, tier: "experimental" });
        expectEnd(await install(one), 0);
      }
      await serveRelease(fake, { name, version, tier: "experimental", files, needs });
      expectEnd(await install(name, "--yes", "--for", "claude-code", "--for", "agents"), 0, "(portable)");
      const bytes = files.find(({ path }) => path === "SKILL.md")?.bytes;
      for (const place of [claude(), shared()]) {
        expect(await textOf(join(place, name, "SKILL.md")), place).toMatch(new RegExp(`^name: "?${name}"?$`, "m"));
        expect(await inOrder(join(place, ".gaia", name))).toEqual(RECEIPTS);
        expect(await inOrder(place)).toEqual([".gaia", name]);
        for (const receipt of RECEIPTS) expect(await readdir(join(place, name))).not.toContain(receipt);
        expectEnd(await run("verify", join(place, name)), 0, "✓ copy");
      }
      if (bytes !== undefined) expect(new Uint8Array(await readFile(claude(name, "SKILL.md")))).toEqual(bytes);
      expectEnd(await run("sync", "--check", "--home"), 0);
      expectEnd(await run("remove", name), 0);
      for (const place of [claude(), shared()]) expect(await readdir(place)).toEqual([]);
      expect(await keptIn(skills())).toEqual([]);
    },
  );

  test("(machines, M-5) .agents/skills has the portable copy, what it left out is said, and --as-published keeps the bytes", async () => {
    const { files } = await serve();
    const first = await install("wild", "--for", "agents", "--for", "claude-code", "--json");
    const { copied, installed } = JSON.parse(first.stdout);
    expect(copied).toEqual([
      expect.objectContaining({ name: "wild", agents: ["agents"], directory: shared("wild"), form: "portable" }),
      expect.objectContaining({ agents: ["claude-code"], directory: claude("wild"), form: "published", left_out: [] }),
    ]);
    expect(copied[0].left_out.length).toBeGreaterThan(0);
    expect(Object.keys(installed[0].copies)).toEqual(["agents", "claude-code"]);
    const published = files.find(({ path }) => path === "SKILL.md")?.bytes ?? new Uint8Array();
    const isPublished = async () => (await readFile(shared("wild/SKILL.md"))).equals(published);
    expect(await isPublished()).toBe(false);
    const said = await install("wild");
    for (const sentence of copied[0].left_out) expect(said.stderr).toContain(sentence);
    expectEnd(await install("wild", "--as-published"), 0);
    expect(await isPublished()).toBe(true);
    // The lock keeps it: what is enabled again has it, and what is restored.
    for (const words of [
      ["disable", "wild"],
      ["enable", "wild"],
    ])
      expectEnd(await run(...words), 0);
    expect(await isPublished()).toBe(true);
    await rm(shared("wild"), { recursive: true });
    expectEnd(await run("sync", "--home"), 0, "Restored");
    expect(await isPublished()).toBe(true);
    expectEnd(await install("wild"), 0);
    expect(await isPublished()).toBe(true);
    const undone = await install("wild", "--no-as-published", "--json");
    expectEnd(undone, 0);
    const back = JSON.parse(undone.stdout);
    expect(back.copied.map(({ form }: { form: string }) => form)).toEqual(["portable", "published"]);
    expect([await isPublished(), back.installed[0].as_published]).toEqual([false, false]);
    expectEnd(await run("sync", "--check", "--home"), 0);
  });

  test("(machines, M-5) one agent's directory has the portable copy where an agent that reads it refuses the published bytes", async () => {
    const files = skillFiles({ name: "wild", version: "1.0.0" }).map(({ path, bytes }) =>
      path === "SKILL.md" ? { path, bytes: new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]) } : { path, bytes },
    );
    await serveRelease(fake, { name: "wild", tier: "experimental", files });
    const agents = ["claude-code", "codex", "copilot", "cursor"];
    const options = agents.flatMap((agent) => ["--for", agent]);
    const formsOf = async (...more: string[]) => {
      const { copied } = JSON.parse((await install("wild", ...options, ...more, "--json")).stdout);
      return copied.map((one: { agents: string[]; form: string }) => [...one.agents, one.form]);
    };
    // Codex refuses a BOM, and so does Continue, which reads Claude Code's directory.
    expect(await formsOf()).toEqual([
      ["claude-code", "portable"],
      ["codex", "portable"],
      ["copilot", "published"],
      ["cursor", "published"],
    ]);
    expect((await textOf(claude("wild/SKILL.md"))).startsWith("---\nname: ")).toBe(true);
    expect(await formsOf("--as-published")).toEqual(agents.map((agent) => [agent, "published"]));
    expectEnd(await run("sync", "--check", "--home"), 0);
  });

  test("(machines, M-1) where no copy can be made the install says so with exit 4, and copies nothing", async () => {
    const { name, version, files } = FORMAT_SAMPLES["miaos"] ?? { name: "", version: "", files: {} };
    const all = Object.entries({ ...files, "SKILL.md/notes.txt": "mine\n" }).map(([path, content]) =>
      typeof content === "string" ? file(path, content) : { path, bytes: new Uint8Array(content) },
    );
    await serveRelease(fake, { name, version, tier: "experimental", files: all });
    const end = await install(name, "--yes", "--for", "claude-code", "--json");
    expect(end.code).toBe(4);
    expect(JSON.parse(end.stdout).copied).toEqual([
      expect.objectContaining({ form: null, reason: "A folder has the name SKILL.md." }),
    ]);
    await expect(stat(claude())).rejects.toThrow("ENOENT");
    expectEnd(await run("verify", name), 0);
    expectEnd(await run("sync", "--check", "--home"), 0);
    expectEnd(await run("list"), 0, "none can be made");
    expectEnd(
      await install(name, "--yes"),
      4,
      `${name} is not copied for claude-code: A folder has the name SKILL.md.`,
    );
    // What a person puts there is theirs.
    await mkdir(claude(name), { recursive: true });
    await writeFile(claude(name, "SKILL.md"), "mine");
    expectEnd(await install(name, "--yes"), 4, "was not installed from here");
    expectEnd(await run("remove", name), 0);
    expect(await textOf(claude(name, "SKILL.md"))).toBe("mine");
  });
});

describe("copies by their digests", () => {
  test("(machines, M-5) an edited copy is found, refused and kept; what a program left in it is neither", async () => {
    await serve();
    await install("wild", "--for", "agents");
    await mkdir(shared("wild/__pycache__"));
    await writeFile(shared("wild/__pycache__/tools.pyc"), "made");
    expectEnd(await install("wild"), 0);
    expect(await readdir(shared("wild"))).not.toContain("__pycache__");
    await writeFile(shared("wild/SKILL.md"), "mine");
    expectEnd(await run("sync", "--check", "--home"), 4, `${shared("wild")} is changed`);
    expectEnd(await run("verify", shared("wild")), 5, "the portable copy was changed since it was made");
    expectEnd(await install("wild"), 4, "was edited since it was installed");
    expectEnd(await run("remove", "wild"), 0, `is kept: ${skills(".kept-wild-")}`);
    const [kept = ""] = await keptIn(skills());
    expect(await textOf(skills(kept, "SKILL.md"))).toBe("mine");
    expect(await readdir(shared())).toEqual([]);
  });

  test("(machines, M-5) receipts that are gone are drift, and sync puts them back", async () => {
    await serve();
    await install("wild", "--for", "agents");
    await rm(shared(".gaia"), { recursive: true });
    expectEnd(await run("sync", "--check", "--home"), 4, `the receipts of ${shared("wild")} are missing`);
    expectEnd(await run("sync", "--home"), 0, "Restored");
    expect(await inOrder(shared(".gaia/wild"))).toEqual(RECEIPTS);
    // A person's own file among them is kept with them.
    await writeFile(shared(".gaia/wild/notes.md"), "mine");
    expectEnd(await run("remove", "wild"), 0, "is kept");
    const [kept = ""] = await keptIn(skills());
    expect(await textOf(skills(kept, "notes.md"))).toBe("mine");
  });

  test("(machines, M-5) a published copy is verified by its receipts where no lock names it", async () => {
    await serve();
    await install("wild", "--for", "claude-code");
    const other = await cliHome(fake.url);
    try {
      expect(await other.run(["verify", claude("wild")])).toMatchObject({ code: 0 });
      await writeFile(claude("wild/tools.py"), "edited");
      expectEnd(await other.run(["verify", claude("wild")]), 5, "tools.py was changed");
    } finally {
      await other.remove();
    }
  });
});

/** Makes of a copy what an earlier release left: its receipts in it, and no word of it in the lock. */
async function asBefore(place: string): Promise<void> {
  await rm(join(place, "wild"), { recursive: true });
  await cp(skills("wild"), join(place, "wild"), { recursive: true });
  await rm(join(place, ".gaia"), { recursive: true });
  await changeLock(skills(), (entry) => {
    delete entry["copies"];
    delete entry["as_published"];
  });
}

describe("copies of an earlier release", () => {
  test("(machines, M-5) they are known by the receipts in them, and replaced with the next change", async () => {
    await serve();
    await install("wild", "--for", "agents");
    await asBefore(shared());
    expectEnd(await run("sync", "--check", "--home"), 0);
    expectEnd(await run("list"), 0, `agents: ${shared("wild")}`);
    await serve("1.1.0");
    expectEnd(await run("update", "--all", "--allow-experimental"), 0, "Installed wild 1.1.0");
    expect(await inOrder(shared())).toEqual([".gaia", "wild"]);
    expect(await readdir(shared("wild"))).not.toContain("SHA256SUMS");
    expect(await keptIn(skills())).toEqual([]);
    await asBefore(shared());
    expectEnd(await run("remove", "wild"), 0);
    expect(await readdir(shared())).toEqual([]);
    expect(await keptIn(skills())).toEqual([]);
  });

  test("(machines, M-5) one that was edited is refused, and a lock that lost its word of copies knows what this release made", async () => {
    await serve();
    await install("wild", "--for", "agents");
    await changeLock(skills(), (entry) => {
      delete entry["copies"];
    });
    expectEnd(await run("sync", "--check", "--home"), 0);
    expectEnd(await install("wild"), 0);
    expect(await keptIn(skills())).toEqual([]);
    await asBefore(shared());
    await writeFile(shared("wild/tools.py"), "mine");
    expectEnd(await run("sync", "--check", "--home"), 4, "is changed");
    expectEnd(await install("wild"), 4, "was edited since it was installed");
    expect(await textOf(shared("wild/tools.py"))).toBe("mine");
  });

  test("(machines, M-5) what it put aside below an agent's directory is moved out of there, told, and never deleted", async () => {
    await serve();
    await install("wild", "--for", "agents");
    const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const put = async (name: string, text: string) => {
      await mkdir(shared(name));
      await writeFile(shared(name, "SKILL.md"), text);
    };
    await put(`.gaia-kept-wild-${id}`, "kept");
    await put(`.gaia-old-calm-${id}`, "saved meanwhile");
    await cp(skills("wild"), shared(`.gaia-old-wild-${id}`), { recursive: true });
    await symlink(at(), shared(`.gaia-kept-link-${id}`));
    await put(".gaia-kept-own", "called so by a person");
    const told = await install("wild");
    const kept = await keptIn(skills());
    expect(kept).toHaveLength(2);
    for (const one of kept) expect(told.stderr).toContain(skills(one));
    const texts = await Promise.all(kept.map((one) => textOf(skills(one, "SKILL.md"))));
    expect(texts.toSorted()).toEqual(["kept", "saved meanwhile"]);
    expect(await inOrder(shared())).toEqual([".gaia", ".gaia-kept-link-" + id, ".gaia-kept-own", "wild"]);
  });
});

describe("a run that is killed between copies", () => {
  test("(machines, M-5) the next run knows the former copy by its digest, and keeps nothing of it aside", async () => {
    await serve();
    await install("wild", "--for", "agents", "--for", "claude-code");
    const before = (await lockOf(skills())).skills.wild;
    for (const [place, to] of [
      [shared(), "shared"],
      [claude(), "claude"],
    ] as const)
      await cp(join(place, "wild"), at("former", to), { recursive: true });
    await serve("1.1.0");
    await install("wild");
    const { wild: entry } = (await lockOf(skills())).skills;
    // As it was when the skill had taken its place, and one copy had not.
    await rm(shared("wild"), { recursive: true });
    await rename(at("former/shared"), shared("wild"));
    await rename(
      at("former/claude"),
      skills(`.previous-wild-${before.copies["claude-code"].digest.slice(7)}-${"0".repeat(8)}-${"1".repeat(27)}`),
    );
    const journal = { version: 1, name: "wild", staging: ".staging-wild-1", previous: ".previous-wild-1", entry };
    await writeFile(skills(".pending-wild.json"), JSON.stringify({ ...journal, copied: before.copies }));
    expectEnd(await run("list"), 0);
    expectEnd(await run("sync", "--check", "--home"), 0);
    expect((await readdir(skills())).filter((name) => /^\.(kept|previous|staging|pending)-/.test(name))).toEqual([]);
    expect((await lockOf(skills())).skills.wild).toEqual(entry);
  });

  test("(machines, M-5) a disable and a removal are finished, and what was saved in a copy that was put aside is kept", async () => {
    await serve();
    await install("wild", "--for", "agents");
    const { wild: before } = (await lockOf(skills())).skills;
    await changeLock(skills(), (entry) => Object.assign(entry, { enabled: false, copies: {} }));
    const journal = { version: 1, name: "wild", gone: ["agents"], copied: before.copies };
    await writeFile(skills(".pending-wild.json"), JSON.stringify(journal));
    expectEnd(await run("list"), 0, "disabled");
    expect(await readdir(shared())).toEqual([]);
    expect(await keptIn(skills())).toEqual([]);
    expectEnd(await run("enable", "wild"), 0);
    const aside = `.previous-wild-${before.copies.agents.digest.slice(7)}-${"0".repeat(8)}-${"1".repeat(27)}`;
    await rename(shared("wild"), skills(aside));
    await writeFile(skills(aside, "notes.md"), "mine");
    await writeFile(skills(".pending-wild.json"), JSON.stringify({ version: 1, name: "wild", removed: true }));
    expectEnd(await run("list"), 0);
    const [kept = ""] = await keptIn(skills());
    expect(await textOf(skills(kept, "notes.md"))).toBe("mine");
    expect(await readdir(shared())).toEqual([]);
  });
});

describe("a directory of agents on another file system", () => {
  test("(machines, M-5) a copy goes there and is taken away, and what a person changed comes back whole", async ({
    skip,
  }) => {
    const other = await mkdtemp("/dev/shm/gaia-").catch(() => null);
    if (other === null || (await stat(other)).dev === (await stat(at())).dev)
      return skip("/dev/shm is no other file system");
    try {
      await serve();
      const env = { CLAUDE_CONFIG_DIR: other };
      const there = (...args: string[]) => home.run(args, { env });
      const words = ["install", "wild", "--allow-experimental", "--for", "claude-code"];
      expectEnd(await there(...words), 0);
      expect(await inOrder(join(other, "skills"))).toEqual([".gaia", "wild"]);
      expectEnd(await there("sync", "--check", "--home"), 0);
      await writeFile(join(other, "skills/wild/SKILL.md"), "mine");
      await symlink(at("nowhere"), join(other, "skills/wild/link"));
      expectEnd(await there(...words, "--force"), 0);
      const [kept = ""] = await keptIn(skills());
      expect(await textOf(skills(kept, "SKILL.md"))).toBe("mine");
      expect(await readdir(skills(kept))).toContain("link");
      expectEnd(await there("sync", "--check", "--home"), 0);
      expectEnd(await there("remove", "wild"), 0);
      expect(await readdir(join(other, "skills"))).toEqual([]);
      expect(await readdir(other)).toEqual(["skills"]);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});

describe("H-B6 copies in a repository that somebody else wrote", () => {
  const app = (...path: string[]) => at("app", ...path);
  const here = (...args: string[]) => home.run(args, { cwd: app() });
  const added = ["install", "wild", "--project", "--allow-experimental", "--for", "agents"];
  beforeEach(async () => {
    await serve();
    await mkdir(app(".git"), { recursive: true });
  });

  test("H-B6 (machines, M-5) a lock that calls another copy its own is found out, and sync makes the right one", async () => {
    expectEnd(await here(...added), 0);
    expectEnd(await here("sync", "--check"), 0);
    expectEnd(await here("verify", app(".agents/skills/wild"), "--project"), 0, "✓ copy");
    // The repository's own words for a copy with the digest of the lock.
    await here("install", "wild", "--project", "--allow-experimental", "--for", "claude-code");
    const entry = (await lockOf(app(".gaia/skills"))).skills.wild;
    await rm(app(".agents/skills/wild"), { recursive: true });
    await cp(app(".claude/skills/wild"), app(".agents/skills/wild"), { recursive: true });
    const digest = entry.copies["claude-code"].digest;
    await changeLock(app(".gaia/skills"), (one) =>
      Object.assign(one, { copies: { ...entry.copies, agents: { form: "portable", digest } } }),
    );
    const words = "is not the copy that is made here of the installed files";
    expectEnd(await here("sync", "--check"), 4, `${app(".agents/skills/wild")} ${words}`);
    expectEnd(await here("verify", app(".agents/skills/wild"), "--project"), 5, "it is not the copy");
    await changeLock(app(".gaia/skills"), (one) => Object.assign(one, { copies: {} }));
    expectEnd(await here("sync", "--check"), 4, words);
    expectEnd(await here("sync", "--yes"), 0, "Restored");
    expect((await lockOf(app(".gaia/skills"))).skills.wild.copies).toEqual(entry.copies);
    expectEnd(await here("sync", "--check"), 0);
  });

  test("H-B6 (machines, M-5) no link is followed to receipts, and a lock or a journal leads to no other place", async () => {
    const outside = at("outside");
    await mkdir(join(outside, "wild"), { recursive: true });
    await writeFile(join(outside, "wild", "SHA256SUMS"), "mine");
    for (const link of [".agents/skills/.gaia", ".agents/skills/.gaia/wild"]) {
      await mkdir(join(app(link), ".."), { recursive: true });
      await symlink(link.endsWith("wild") ? join(outside, "wild") : outside, app(link));
      expectEnd(await here(...added), 4, "something other than a directory");
      await rm(app(".agents"), { recursive: true });
    }
    expectEnd(await here(...added), 0);
    await rm(app(".agents/skills/.gaia"), { recursive: true });
    await symlink(outside, app(".agents/skills/.gaia"));
    expectEnd(await here("sync", "--check"), 4, "receipts");
    expect((await here("remove", "wild", "--project")).code).not.toBe(0);
    expect(await textOf(join(outside, "wild", "SHA256SUMS"))).toBe("mine");
    await rm(app(".agents/skills/.gaia"));
    const copied = { "../../outside": { form: "portable", digest: "x" }, agents: { form: "other", digest: "../x" } };
    await changeLock(app(".gaia/skills"), (one) => Object.assign(one, { copies: copied }));
    const journal = { version: 1, name: "wild", gone: ["agents", "../outside"], copied };
    await writeFile(app(".gaia/skills/.pending-wild.json"), JSON.stringify(journal));
    await here("list", "--project");
    expect(await readdir(join(outside, "wild"))).toEqual(["SHA256SUMS"]);
  });
});

test("(machines, M-5) nothing is nested: a second SKILL.md of a package keeps its folder, under another name", async () => {
  const files = [...skillFiles({ name: "wild", version: "1.0.0" }), file("assets/SKILL.md", "# A template\n")];
  await serveRelease(fake, { name: "wild", tier: "experimental", files });
  expectEnd(await install("wild", "--for", "agents"), 0, "assets/SKILL.md");
  const found = (await readdir(shared(), { recursive: true })).filter((path) => path.endsWith("SKILL.md"));
  expect(found).toEqual(["wild/SKILL.md"]);
});
