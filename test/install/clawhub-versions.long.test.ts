import { appendFile, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { type ClawhubClient, clawhubClient } from "../harness/clawhub-client.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, type SampleFiles, sampleZip } from "../harness/samples.ts";
import { describeForms } from "../harness/scaled.ts";
import { service } from "../harness/services.ts";

const found = await service("clawhub");
const VERSIONS = ["0.23.3", "0.20.0", "0.8.0"];
const MINUTES = { timeout: 300_000 };

/** Paths that stand in another order by bytes, in English and in Danish. */
const oddFiles = (version: string): SampleFiles => ({
  ...sampleFiles({ name: "oddly-sorted", version }),
  ...Object.fromEntries(["_x", "10", "2", "a-b", "a_b", "aa", "é", "z"].map((name) => [`docs/${name}.md`, name])),
  "assets/logo.bin": new Uint8Array([0, 255, 1]),
});

/** A skill as most are written: without a version. */
const plainSkill = (name: string) => ({
  "SKILL.md": `---\nname: ${name}\ndescription: Says hello to whoever asks for ${name}\n---\n\n# Hello\n\nSay hello.\n`,
});

const suite = found.available ? describeForms : skipped;
async function skipped(title: string): Promise<void> {
  describe.skip(`${title} [no clawhub]`, () => test("needs clawhub", () => {}));
}

await suite("clawhub 0.23.3, 0.20.0 and 0.8.0", ({ name: form, environment }) => {
  let registry: TestRegistry;
  let ada: string;
  let token: string;
  const opened: ClawhubClient[] = [];

  async function client(version: string): Promise<ClawhubClient> {
    const clients = found.available ? found.url : "";
    const made = await clawhubClient(clients, { version, site: registry.url });
    opened.push(made);
    return made;
  }

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: await environment() });
    ada = await account(registry.url, registry.adminToken, "ada");
    token = await narrowToken(registry, { handle: "ada", scopes: ["read", "publish", "yank"] });
    for (const version of ["1.0.0", "1.1.0"])
      await publishedAtOnce(registry, { token: ada, name: "oddly-sorted", version, files: oddFiles(version) });
    expect((await publish(registry.url, ada, heldZip({ name: "waiting" }))).status).toBe(201);
    await inspected(registry.url, "waiting", "1.0.0", ada);
    expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush", "1.0.0", ada);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await registry.close();
  });

  test.each(VERSIONS)(
    "clawhub %s finds, installs and updates, and never over what was changed by hand",
    MINUTES,
    async (version) => {
      const own = await client(version);
      const file = join(own.workdir, "skills/oddly-sorted/SKILL.md");
      expect(await own.run(["explore"])).toEqual({ code: 0, out: expect.stringContaining("oddly-sorted") });
      expect(await own.run(["search", "oddly"])).toEqual({ code: 0, out: expect.stringContaining("oddly-sorted") });
      expect(await own.run(["inspect", "oddly-sorted", "--versions", "--files"])).toMatchObject({ code: 0 });
      expect(await own.run(["install", "oddly-sorted", "--version", "1.0.0"])).toMatchObject({ code: 0 });
      const updated = await own.run(["update", "--all"]);
      expect([version, updated.code, updated.out]).toEqual([version, 0, expect.stringContaining("1.1.0")]);
      expect(await readFile(file, "utf8")).toBe(oddFiles("1.1.0")["SKILL.md"]);
      for (const LC_ALL of ["en_US.UTF-8", "da_DK.UTF-8"]) {
        await rm(join(own.workdir, "skills/oddly-sorted/.clawhub"), { recursive: true, force: true });
        const again = await own.run(["update", "--all"], { LC_ALL });
        expect([LC_ALL, again.code, again.out]).toEqual([LC_ALL, 0, expect.stringMatching(/up to date/i)]);
      }
      await appendFile(file, "mine\n");
      expect((await own.run(["update", "oddly-sorted"])).out).toMatch(/local changes/i);
      expect(await readFile(file, "utf8")).toMatch(/mine\n$/);
      for (const [name, why] of [
        ["hush", /not found/i],
        ["waiting", /held|suspicious|flagged/i],
      ] as const) {
        const refused = await own.run(["install", name]);
        expect([name, refused.code, refused.out]).toEqual([name, 1, expect.stringMatching(why)]);
        await expect(readFile(join(own.workdir, `skills/${name}/SKILL.md`))).rejects.toThrow("ENOENT");
      }
    },
  );

  test.each(VERSIONS)("clawhub %s publishes, gives its star, takes back and gives again", MINUTES, async (version) => {
    const own = await client(version);
    const name = `by-${version.replaceAll(".", "-")}`;
    expect(await own.login(token)).toEqual({ code: 0, out: expect.stringContaining("ada") });
    const files = { ...sampleFiles({ name }), "assets/deep/note one.txt": "nested\n" };
    const args = ["publish", await own.folder(name, files), "--slug", name, "--name", "By it", "--version", "1.0.0"];
    expect(await own.run(args)).toMatchObject({ code: 0 });
    await inspected(registry.url, name, "1.0.0", ada);
    const listed = await call(`${registry.url}/clawhub/api/v1/skills/${name}/versions/1.0.0`);
    expect(listed.body.version.files.map(({ path }: { path: string }) => path)).toContain("assets/deep/note one.txt");

    expect((await own.run(["star", name, "--yes"])).out).toMatch(/Starred/);
    expect((await own.run(["star", name, "--yes"])).out).toMatch(/already starred/);
    expect((await call(`${registry.url}/api/v1/skills/${name}`)).body.stars).toBe(1);
    expect((await own.run(["unstar", name, "--yes"])).out).toMatch(/Unstarred/);

    const download = async () => (await call(`${registry.url}/clawhub/api/v1/download?slug=${name}`)).status;
    expect(await own.run(["delete", name, "--yes"])).toMatchObject({ code: 0 });
    expect(await download()).toBe(410);
    expect(await own.run(["undelete", name, "--yes"])).toMatchObject({ code: 0 });
    expect(await download()).toBe(200);
    if (version !== "0.8.0") {
      const renamed = await own.run(["skill", "rename", name, `${name}-x`, "--yes"]);
      expect([renamed.code, renamed.out]).toEqual([1, expect.stringContaining("A skill keeps its name here")]);
    }
  });

  test.each(VERSIONS)(
    "clawhub %s syncs a folder of skills: new ones, then those that changed, then nothing",
    MINUTES,
    async (version) => {
      const own = await client(version);
      expect(await own.login(token)).toMatchObject({ code: 0 });
      const names = ["one", "two"].map((each) => `sync-${each}-${version.replaceAll(".", "-")}`);
      const folders = await Promise.all(names.map((name) => own.folder(`synced/${name}`, plainSkill(name))));
      const [first = ""] = folders;
      const json = version === "0.8.0" ? [] : ["--json"];
      // Its reports of what is installed are answered, too.
      const telemetry = { CLAWHUB_DISABLE_TELEMETRY: "" };
      const sync = () => own.run(["sync", "--root", dirname(first), "--all", "--bump", "minor", ...json], telemetry);
      const came = await sync();
      expect([version, came.code, came.out]).toEqual([version, 0, expect.stringContaining(names[0] ?? "")]);
      for (const name of names) await inspected(registry.url, name, "1.0.0", ada);
      await appendFile(join(first, "SKILL.md"), "\nSay it twice.\n");
      const changed = await sync();
      expect([version, changed.code, changed.out]).toEqual([version, 0, expect.stringContaining("1.1.0")]);
      await inspected(registry.url, names[0] ?? "", "1.1.0", ada);
      expect((await call(`${registry.url}/api/v1/skills/${names[1]}`)).body.latest_version).toBe("1.0.0");
      const nothing = await sync();
      expect([version, nothing.code]).toEqual([version, 0]);
      expect((await call(`${registry.url}/api/v1/skills/${names[0]}`)).body.versions).toHaveLength(2);
      if (json.length > 0) expect(() => JSON.parse(nothing.out)).not.toThrow();
      expect(form).toMatch(/embedded|scaled/);
    },
  );
});
