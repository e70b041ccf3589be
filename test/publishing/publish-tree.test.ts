import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldFiles, sampleFiles } from "../harness/samples.ts";

describe("publish of a folder of skills (first week, A1)", () => {
  let registry: TestRegistry;
  let ada: string;
  let home: CliHome;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    ada = await account(registry.url, registry.adminToken, "ada");
    home = await cliHome(registry.url, { GAIA_TOKEN: ada });
  });
  afterAll(async () => {
    await home.remove();
    await registry.close();
  });

  const put = async (folder: string, files: Record<string, string | Uint8Array>) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(home.dir, folder, path)), { recursive: true });
      await writeFile(join(home.dir, folder, path), content);
    }
  };
  const tree = async (folder: string, names: readonly string[]) => {
    for (const name of names) await put(`${folder}/${name}`, sampleFiles({ name }));
  };
  const json = async (...args: string[]) => {
    const run = await home.run([...args, "--json"]);
    return { code: run.code, ...JSON.parse(run.stdout) };
  };
  const outcomes = ({ skills }: { skills: { path: string; outcome: string }[] }) =>
    skills.map(({ path, outcome }) => `${path.slice(path.lastIndexOf("/") + 1)} ${outcome}`);
  const there = async (name: string) =>
    (await call(`${registry.url}/api/v1/skills/${name}/1.0.0`, { token: ada })).status === 200;

  test("each is published by itself; one that is refused stops no other, and the next run sends only what is new", async () => {
    await tree("first", ["tree-a", "tree-c"]);
    await put("first/deep/tree-d", sampleFiles({ name: "tree-d" }));
    await put("first/tree-b", { "SKILL.md": "---\nname: tree-b\n---\n" });
    const run = await home.run(["publish", "first"]);
    expect(run.code).toBe(4);
    for (const name of ["tree-a", "tree-c", "tree-d"]) {
      expect(run.stdout).toContain(`published ${name} 1.0.0\n`);
      expect(await there(name)).toBe(true);
    }
    expect(run.stdout).toMatch(/4 skills: 3 published, 1 refused \(http/);
    expect(run.stderr).toMatch(/Some agents refuse or change 3 of them: `.*validate first` says which\./);
    expect(run.stdout).toMatch(/first\/tree-b: invalid_manifest .*\n.*`.*validate .*first\/tree-b` lists them/);
    const again = await json("publish", "first");
    expect(again).toMatchObject({ code: 4, published: 0, already_there: 3, refused: 1, not_tried: 0, ended_by: null });
    expect(again.skills.find(({ outcome }: { outcome: string }) => outcome === "refused").error).toMatchObject({
      code: "invalid_manifest",
      errors: expect.arrayContaining([expect.objectContaining({ code: "SK3020" })]),
    });
    await put("first/tree-b", sampleFiles({ name: "tree-b" }));
    expect(outcomes(await json("publish", "first"))).toEqual([
      "tree-d already_there",
      "tree-a already_there",
      "tree-b published",
      "tree-c already_there",
    ]);
    const last = await home.run(["publish", "first"]);
    expect(last).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Some agents") });
  });

  test("the summary says who sees the new ones: once where it is the same, else of each", async () => {
    await tree("unseen", ["hidden-a", "hidden-b"]);
    const hidden = await home.run(["publish", "unseen", "--visibility", "private"]);
    expect(hidden.code, hidden.stderr).toBe(0);
    expect(hidden.stdout.match(/seen by.*/g)).toEqual(["seen by  ada alone, and the registry's admins (private)"]);
    await tree("unseen", ["shown-c"]);
    await put("unseen/hidden-a", sampleFiles({ name: "hidden-a", version: "1.1.0" }));
    const mixed = await home.run(["publish", "unseen"]);
    expect(mixed.code, mixed.stderr).toBe(0);
    expect(mixed.stdout.match(/\S+ is seen by.*/g)).toEqual([
      "hidden-a is seen by ada alone, and the registry's admins (private)",
      "shown-c is seen by everybody who reads this registry (public)",
    ]);
  });

  test("what the folder's own rules leave out, and what others wrote, is not published", async () => {
    await tree("ruled", ["mine", "mine-too"]);
    await put("ruled/drafts/not-done", sampleFiles({ name: "not-done" }));
    await put("ruled/venv/lib/theirs", sampleFiles({ name: "theirs" }));
    await put("ruled/lib/site-packages/theirs-too", sampleFiles({ name: "theirs-too" }));
    await put("ruled", { ".gitignore": "drafts/\n" });
    expect(outcomes(await json("publish", "ruled"))).toEqual(["mine published", "mine-too published"]);
    for (const name of ["not-done", "theirs", "theirs-too"]) expect(await there(name)).toBe(false);
  });

  test("where some say no version, the summary says once what gives them one", async () => {
    for (const name of ["plain-a", "plain-b"])
      await put(`plain/${name}`, { "SKILL.md": `---\nname: ${name}\ndescription: Does it.\n---\n\nDo it.\n` });
    for (const more of [[], ["--dry-run"]]) {
      const { code, stderr } = await home.run(["publish", "plain", ...more]);
      expect([code, stderr]).toEqual([
        4,
        expect.stringContaining("2 of them say no version: `--default-version 0.1.0`"),
      ]);
    }
    expect(await json("publish", "plain", "--default-version", "0.1.0")).toMatchObject({ code: 0, published: 2 });
  });

  test("one cause of several refusals is said once, with their paths", async () => {
    for (const name of ["bare-a", "bare-b", "bare-c"]) await put(`bare/${name}`, { "SKILL.md": "No manifest.\n" });
    for (const more of [[], ["--dry-run"]]) {
      const { stdout } = await home.run(["publish", "bare", ...more]);
      expect(stdout.match(/^ {2}\S.*$/gm), stdout).toEqual([expect.stringMatching(/^ {2}3 skills: \w+ /)]);
      for (const name of ["bare-a", "bare-b", "bare-c"])
        expect(stdout).toMatch(new RegExp(`^ {4}\\S*/bare/${name}$`, "m"));
    }
  });

  test("what is held is counted apart, with its reason and what to do; what is being inspected is said", async () => {
    await tree("doubted", ["clear-a", "clear-b"]);
    await put("doubted/murky-a", heldFiles({ name: "murky-a" }));
    const releases = ["clear-a", "clear-b", "murky-a"].map((name) => registry.holdInspection(name));
    const sent = await home.run(["publish", "doubted"]);
    for (const release of releases) release();
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("3 skills: 3 published (") });
    expect(sent.stderr).toContain("3 of them are being inspected");
    expect(sent.stderr).toContain("the same command with `--wait` says what comes of it");
    const waited = await home.run(["publish", "doubted", "--wait"]);
    expect(waited).toMatchObject({ code: 0 });
    expect(waited.stdout).toContain("3 skills: 2 already there, 1 held for review (");
    const { verdict_reason: reason } = (await call(`${registry.url}/api/v1/skills/murky-a/1.0.0`, { token: ada })).body;
    const [, said = ""] = /\n {2}murky-a 1\.0\.0 held: (.+)\n/.exec(waited.stdout) ?? [];
    expect(said).not.toBe("");
    expect(reason).toContain(said.replace(/[.]$/, ""));
    expect(waited.stderr).toContain("info murky-a@1.0.0` says what would change it");
    expect(waited.stderr).toContain("contest murky-a@1.0.0 --reason TEXT`");
    expect(waited.stderr).not.toContain("being inspected");
    const told = await json("publish", "doubted");
    expect(told).toMatchObject({ published: 0, already_there: 3 });
    expect(told.skills.map(({ held }: { held: string | null }) => held)).toEqual([null, null, said]);
  });

  test("other content under a number that is taken, and somebody else's name, are refused with the reason", async () => {
    await tree("taken", ["taken-a", "taken-b"]);
    expect(await home.run(["publish", "taken"])).toMatchObject({ code: 0 });
    await put("taken/taken-a", sampleFiles({ name: "taken-a", body: "Changed." }));
    const eve = await account(registry.url, registry.adminToken, "eve");
    const changed = await json("publish", "taken");
    expect(changed).toMatchObject({ code: 4, already_there: 1, refused: 1 });
    expect(changed.skills[0].error).toMatchObject({
      code: "version_exists",
      hint: expect.stringContaining("raise the version"),
    });
    const run = await home.run(["publish", "taken", "--json"], { env: { GAIA_TOKEN: eve } });
    expect(run.code).toBe(4);
    expect(JSON.parse(run.stdout).skills.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      "name_taken",
      "name_taken",
    ]);
  });

  test("--dry-run stores nothing and says what each would be", async () => {
    await tree("dry", ["dry-a", "dry-b", "dry-c"]);
    await home.run(["publish", "dry/dry-a"]);
    await put("dry/dry-c", { "SKILL.md": "---\nname: dry-c\n---\n" });
    const run = await json("publish", "dry", "--dry-run");
    expect(run).toMatchObject({ code: 4, published: 0, would_be_published: 1 });
    expect(outcomes(run)).toEqual(["dry-a already_there", "dry-b would_be_published", "dry-c refused"]);
    expect(await there("dry-b")).toBe(false);
  });

  test("stage stages each, publish says what waits, and --wait waits for all", async () => {
    await tree("staged", ["staged-a", "staged-b"]);
    const staged = await json("stage", "staged", "--wait");
    expect(staged).toMatchObject({ code: 0, staged: 2 });
    expect(staged.skills.map(({ status }: { status: string }) => status)).toEqual(["staged", "staged"]);
    expect(await json("stage", "staged")).toMatchObject({ code: 0, already_there: 2 });
    const published = await json("publish", "staged");
    expect(published).toMatchObject({ code: 4, refused: 2 });
    expect(published.skills[0].error).toMatchObject({ code: "staged" });
    await tree("waited", ["waited-a", "waited-b"]);
    const waited = await json("publish", "waited", "--wait");
    expect(waited.skills.map(({ status, verdict }: Record<string, string>) => [status, verdict])).toEqual([
      ["published", "ALLOW"],
      ["published", "ALLOW"],
    ]);
  });

  test("a version is for one, --default-version for those without; one skill below is published as one", async () => {
    await tree("versions", ["versions-a"]);
    await put("versions/versions-b", {
      "SKILL.md": "---\nname: versions-b\ndescription: Does it.\nlicense: MIT\n---\n# B\n",
    });
    expect(await home.run(["publish", "versions", "--version", "2.0.0"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--version is for one skill"),
    });
    await tree("lonely", ["lonely-a"]);
    expect(await json("publish", "lonely")).toMatchObject({ code: 0, name: "lonely-a", version: "1.0.0" });
    await tree("gaps", ["gaps-a"]);
    await put("gaps/gaps-b", { "SKILL.md": "---\nname: gaps-b\ndescription: Does it.\nlicense: MIT\n---\n# B\n" });
    const gaps = await json("publish", "gaps", "--default-version", "0.3.0");
    expect(gaps.skills.map(({ version }: { version: string }) => version)).toEqual(["1.0.0", "0.3.0"]);
  });

  test("a person is asked once, with how many and where; no sends nothing, and --yes does not ask", async () => {
    await tree("asked", ["asked-a", "asked-b"]);
    const no = await home.onTerminal(["publish", "asked"], "n\n");
    expect(no.screen).toMatch(/Publish 2 skills below asked to http\S+\? \[y\/N\]/);
    expect(no.code).toBe(4);
    expect(await there("asked-a")).toBe(false);
    const yes = await home.onTerminal(["publish", "asked", "--yes"], "");
    expect(yes.code).toBe(0);
    expect(yes.screen).not.toContain("[y/N]");
    expect(yes.screen).toMatch(/\[#{12}\.{12}\] 1\/2 /);
    expect(await there("asked-b")).toBe(true);
  });

  test("a token that is not taken ends the run at once, and says so", async () => {
    await tree("ended", ["ended-a", "ended-b"]);
    const run = await home.run(["publish", "ended", "--json"], { env: { GAIA_TOKEN: `gsk_${"x".repeat(40)}` } });
    expect(run.code).toBe(4);
    expect(JSON.parse(run.stdout)).toMatchObject({ not_tried: 2, refused: 0, ended_by: { code: "unauthorized" } });
  });
});
