import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { type FakeReleaseInput, fakeVersion, serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { type GpgHome, gpgHome, hasGpg } from "../../../test/gpg-home.ts";

let fake: FakeRegistry;
let home: CliHome;
let ada: GpgHome;
const skills = () => join(home.dir, "home", "skills");
const lock = async () => JSON.parse(await readFile(join(skills(), "skill-lock.json"), "utf8")).skills;
const gaia = (...args: string[]) => home.run(args);

const NO_REQUIREMENTS = fakeVersion({ name: "x", version: "1.0.0", publisher: "ada", tier: "community" }).requirements;

/** Versions of one skill, each with what it needs; signed, because what comes along is never experimental. */
async function serve(
  name: string,
  versions: Record<string, Record<string, string>>,
  more: Partial<FakeReleaseInput> = {},
) {
  const served = [];
  for (const [version, needs] of Object.entries(versions))
    served.push(await serveRelease(fake, { name, version, needs, sign: ada.sign, ...more }));
  serveSkill(
    fake,
    served.map((one) => one.version),
  );
}

describe.skipIf(!hasGpg())("skills that need skills (skipped where there is no gpg)", () => {
  beforeAll(() => {
    ada = gpgHome("ada");
  });
  afterAll(() => ada.remove());
  beforeEach(async () => {
    fake = await startFakeRegistry();
    home = await cliHome(fake.url);
  });
  afterEach(async () => {
    await fake.close();
    await home.remove();
  });

  test("H-B8 what only comes along takes the place of nobody's work either", async () => {
    await serve("log", { "1.0.0": {} });
    await serve("app", { "1.0.0": { log: "*" } });
    await mkdir(join(skills(), "log"), { recursive: true });
    await writeFile(join(skills(), "log", "SKILL.md"), "mine");
    const refused = await gaia("install", "app");
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("SKILL.md was not installed")]);
    expect(await readFile(join(skills(), "log", "SKILL.md"), "utf8")).toBe("mine");
    expect(await readdir(skills())).not.toContain("app");
  });

  test("come along in the versions that fit, and the plan says so", async () => {
    await serve("log", { "1.0.0": {}, "1.4.0": {}, "2.0.0": {} });
    await serve("auth", { "1.0.0": { log: "<1.4" } });
    await serve("app", { "1.0.0": { auth: ">=1.0", log: "^1.0" } });
    const installed = await gaia("install", "app");
    expect(installed).toMatchObject({ code: 0 });
    expect(
      installed.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ").slice(1, 3).join(" ")),
    ).toEqual(["log 1.0.0", "auth 1.0.0", "app 1.0.0"]);
    expect(installed.stderr).toContain("log 1.0.0 comes along: app needs ^1.0, auth needs <1.4");
    const entries = await lock();
    expect(entries.app).toMatchObject({ requested: "*", requires: { auth: ">=1.0", log: "^1.0" } });
    expect(entries.log).toMatchObject({ requested: null, requires: {} });
    expect((await gaia("tree")).stdout).toBe(
      "app 1.0.0\n  auth 1.0.0 (>=1.0)\n    log 1.0.0 (<1.4)\n  log 1.0.0 (^1.0)\n",
    );
    expect((await gaia("why", "log")).stdout).toBe("you -> app -> log ^1.0\nyou -> app -> auth -> log <1.4\n");
    expect((await gaia("why", "app")).stdout).toBe("you -> app\n");
    expect((await gaia("why", "nobody")).code).toBe(3);
  });

  test("a conflict names who asked for what, also what is installed already, and writes nothing", async () => {
    await serve("http", { "1.0.0": {}, "2.0.0": {} });
    await serve("web", { "1.0.0": { http: "^2" } });
    await serve("mail", { "1.0.0": { http: "^1" } });
    expect((await gaia("install", "web")).code).toBe(0);
    const before = await lock();
    const refused = await gaia("install", "mail");
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("No version of http fits everything that needs it");
    expect(refused.stderr).toMatch(/^\s.*you ask for mail; mail 1\.0\.0 needs http \^1$/m);
    expect(refused.stderr).toContain("you ask for web; web 1.0.0 needs http ^2");
    expect(await lock()).toEqual(before);
    expect(await readdir(skills())).not.toContain("mail");
  });

  test("an experimental skill never comes along, and a circle is named", async () => {
    await serve("wild", { "1.0.0": {} }, { tier: "experimental" });
    await serve("app", { "1.0.0": { wild: "*" } });
    const refused = await gaia("install", "app", "--allow-experimental");
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("it is experimental, which only a skill that was asked for by name may be");
    expect((await gaia("install", "app", "wild", "--allow-experimental")).code).toBe(0);
    await serve("left", { "1.0.0": { right: "*" } });
    await serve("right", { "1.0.0": { left: "*" } });
    expect((await gaia("install", "left")).stderr).toContain("in a circle: left needs right needs left");
  });

  test("what is installed stays where it fits, moves where it must, and stands when the registry drops it", async () => {
    await serve("log", { "1.0.0": {} });
    await serve("app", { "1.0.0": { log: "^1" } });
    await gaia("install", "app");
    await serve("log", { "1.0.0": {}, "1.1.0": {} });
    await serve("other", { "1.0.0": { log: "^1" } });
    expect((await gaia("install", "other")).code).toBe(0);
    expect((await lock()).log.version).toBe("1.0.0");
    await serve("newest", { "1.0.0": { log: ">=1.1" } });
    const moved = await gaia("install", "newest");
    expect(moved.stderr).toContain("log 1.0.0 becomes 1.1.0");
    fake.on("GET", "/api/v1/skills/log", {
      status: 404,
      body: { type: "x", title: "x", status: 404, code: "not_found", request_id: "x", detail: "gone" },
    });
    await serve("apart", { "1.0.0": {} });
    expect(await gaia("install", "apart")).toMatchObject({ code: 0 });
  });

  test("what the registry says a package needs has to be what the package says: exit 5", async () => {
    await serve("log", { "1.0.0": {} });
    await serve("app", { "1.0.0": {} });
    const { version } = await serveRelease(fake, { name: "app", needs: { log: "*" }, sign: ada.sign });
    fake.on("GET", "/api/v1/skills/app/1.0.0", {
      body: { ...version, requirements: { ...version.requirements, skills: [] } },
    });
    const refused = await gaia("install", "app");
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("The registry says that app 1.0.0 needs no other skill; its manifest says log *");
    await expect(readdir(join(skills(), "app"))).rejects.toThrow("ENOENT");
  });

  test("remove refuses what another one needs, and takes along what only it needed", async () => {
    await serve("log", { "1.0.0": {} });
    await serve("kept", { "1.0.0": {} });
    await serve("app", { "1.0.0": { log: "^1", kept: "*" } });
    await gaia("install", "app", "kept");
    const refused = await gaia("remove", "log");
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("app needs log ^1");
    const removed = await gaia("remove", "app", "--json");
    expect(JSON.parse(removed.stdout)).toMatchObject({ removed: "app", along: ["log"] });
    expect(Object.keys(await lock())).toEqual(["kept"]);
  });

  test("what comes along takes the place of no skill of that name from another registry", async () => {
    const other = await startFakeRegistry();
    try {
      await serveRelease(other, { name: "log", sign: ada.sign });
      expect((await home.run(["install", "log", "--registry", other.url])).code).toBe(0);
      await serve("log", { "1.0.0": {} });
      await serve("app", { "1.0.0": { log: "*" } });
      const refused = await gaia("install", "app");
      expect(refused.code).toBe(4);
      expect(refused.stderr).toContain(`the log that is installed is another registry's: ${other.url}`);
      expect((await lock()).log.registry).toBe(other.url);
      expect((await gaia("install", "app", "log")).code).toBe(0);
    } finally {
      await other.close();
    }
  });

  test("what is optional and was left out stands in no later install's way", async () => {
    await serve("app", { "1.0.0": { gone: "*" } }, { optional: ["gone"] });
    await serve("more", { "1.0.0": {} });
    expect((await gaia("install", "app")).code).toBe(0);
    expect((await lock()).app.requires).toEqual({});
    // Nothing that is installed is asked for again: it fits as it is.
    fake.on("GET", "/api/v1/skills/app", { status: 500 });
    expect(await gaia("install", "more")).toMatchObject({ code: 0 });
  });

  test("update takes the newest in the range that was asked for, and asks only for what is more", async () => {
    const asks = { permissions: ["shell:execute"] };
    await serve("tool", { "1.0.0": {} }, asks);
    expect((await gaia("install", "tool@^1", "--yes")).code).toBe(0);
    const served = [
      await serveRelease(fake, { name: "tool", version: "1.0.0", sign: ada.sign, ...asks }),
      await serveRelease(fake, { name: "tool", version: "1.1.0", sign: ada.sign, ...asks }),
      await serveRelease(fake, {
        name: "tool",
        version: "1.2.0",
        sign: ada.sign,
        permissions: ["shell:execute", "desktop:control", "network:read:api.example.com"],
      }),
      await serveRelease(fake, { name: "tool", version: "2.0.0", sign: ada.sign }),
    ].map(({ version }) => version);
    serveSkill(fake, served.slice(0, 2));
    expect(await gaia("update", "tool")).toMatchObject({ code: 0 });
    expect((await lock()).tool).toMatchObject({ version: "1.1.0", requested: "^1" });
    expect((await gaia("update", "--all")).stdout).toContain("Up to date");
    serveSkill(fake, served);
    const [head = "", row = ""] = (await gaia("outdated")).stdout.split("\n");
    expect(row).toMatch(/^tool +1\.1\.0 +1\.2\.0 +2\.0\.0$/);
    expect([row.indexOf("1.2.0"), row.indexOf("2.0.0")]).toEqual([head.indexOf("wanted"), head.indexOf("latest")]);
    const refused = await gaia("update", "--all");
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/\+ desktop:control\n/);
    expect(refused.stderr).toMatch(/\+ network:read:api\.example\.com \(auto\)/);
    expect(refused.stderr).not.toMatch(/[+-] shell:execute/);
    expect(refused.stderr).not.toMatch(/error.*shell:execute/);
    expect((await lock()).tool.version).toBe("1.1.0");
    expect((await gaia("update", "tool", "--yes")).code).toBe(0);
    expect((await lock()).tool).toMatchObject({ version: "1.2.0", granted: ["desktop:control", "shell:execute"] });
    expect((await gaia("update", "nobody")).code).toBe(3);
    expect((await gaia("update")).code).toBe(2);
  });

  test("what is experimental has to be allowed again, and the command for that is given", async () => {
    const one = await serveRelease(fake, { name: "trial", version: "1.0.0", tier: "experimental" });
    serveSkill(fake, [one.version]);
    expect((await gaia("install", "trial", "--allow-experimental")).code).toBe(0);
    const two = await serveRelease(fake, { name: "trial", version: "1.1.0", tier: "experimental" });
    serveSkill(fake, [one.version, two.version]);
    const outdated = await gaia("outdated");
    expect(outdated.stdout).toMatch(/trial +1\.0\.0 +1\.1\.0/);
    expect(outdated.stderr).toContain("skill update trial --allow-experimental");
    for (const asked of ["--all", "trial"]) {
      const refused = await gaia("update", asked);
      expect([refused.code, refused.stderr]).toEqual([4, refused.stderr]);
      expect(refused.stderr).toContain(`skill update ${asked} --allow-experimental\``);
    }
    expect((await gaia("update", "trial", "--allow-experimental")).code).toBe(0);
    expect((await lock()).trial.version).toBe("1.1.0");
    expect((await gaia("outdated")).stderr).not.toContain("--allow-experimental");
  });

  test("what was agreed to is no refusal: with nothing newer an update is up to date", async () => {
    const one = await serveRelease(fake, { name: "trial", version: "1.1.0", tier: "experimental" });
    const older = await serveRelease(fake, { name: "trial", version: "1.0.0", tier: "community" });
    serveSkill(fake, [older.version, one.version]);
    expect((await gaia("install", "trial", "--allow-experimental")).code).toBe(0);
    expect((await lock()).trial.version).toBe("1.1.0");
    for (const asked of ["--all", "trial"])
      expect(await gaia("update", asked)).toEqual({
        code: 0,
        stdout: "Up to date: there is nothing newer\n",
        stderr: "",
      });
    // Held since, it stays and is said; a newer one that is held is passed over.
    const held = { verdict: "REVIEW", verdict_reason: "it reads like that.", held: true } as const;
    const two = await serveRelease(fake, { name: "trial", version: "1.2.0", tier: "experimental", lies: held });
    serveSkill(fake, [older.version, { ...one.version, ...held }, two.version]);
    const later = await gaia("update", "--all");
    expect([later.code, later.stdout]).toEqual([0, "Up to date: nothing newer was taken\n"]);
    expect(later.stderr).toContain("trial 1.1.0 is held for review");
    expect(later.stderr.match(/trial 1\.2\.0 is newer and was passed over/g)).toHaveLength(1);
    // A yanked one is what no update stays silent about.
    serveSkill(fake, [{ ...one.version, status: "yanked" }]);
    expect((await gaia("update", "--all")).code).toBe(4);
    expect((await lock()).trial.version).toBe("1.1.0");
  });

  test("resolve shows what an install would take, and writes nothing", async () => {
    await serve("log", { "1.0.0": {} });
    await serve("app", { "1.0.0": { log: "^1" } });
    const shown = await gaia("resolve", "app", "--json");
    expect(
      JSON.parse(shown.stdout).install.map((one: { name: string; version: string }) => `${one.name} ${one.version}`),
    ).toEqual(["log 1.0.0", "app 1.0.0"]);
    await expect(readdir(join(skills(), "app"))).rejects.toThrow("ENOENT");
  });

  test("AGENT.yaml installs what an agent needs, leaves out what is not required, and checks what it promises", async () => {
    const hungry = (need: string) => ({ lies: { requirements: { ...NO_REQUIREMENTS, model: need, context: ">=8K" } } });
    await serve("rag-search", { "1.0.0": {} }, hungry(">=7B"));
    const file = join(home.dir, "AGENT.yaml");
    const agent = (minimum: string) => `name: gaia-agent
version: 0.24.0
skills:
  - name: rag-search
    version: ">=1.0.0"
    required: true
  - name: nobody-has-it
    version: ">=1.0.0"
    required: false
model:
  default: "Qwen3.5-35B"
  minimum: "${minimum}"
  context: ">=32K"
tools:
  - name: tool_4
`;
    await writeFile(file, agent(">=3B"));
    const refused = await gaia("install", "--agent", file);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("rag-search 1.0.0 needs model >=7B; the agent promises >=3B");
    await writeFile(file, agent(">=7B"));
    const installed = await gaia("install", "--agent", file);
    expect(installed).toMatchObject({ code: 0 });
    expect(installed.stderr).toContain("The agent brings tools of its own: tool_4");
    expect(installed.stderr).toContain("nobody-has-it is optional, and left out");
    expect((await lock())["rag-search"]).toMatchObject({ requested: ">=1.0.0" });
    await writeFile(file, "skills: [{version: 1}]\n");
    const broken = await gaia("install", "--agent", file);
    expect(broken.code).toBe(4);
    expect(broken.stderr).toContain("AGENT.yaml:1");
    expect((await gaia("install", "--agent", join(home.dir, "nowhere"))).code).not.toBe(0);
    expect((await gaia("install")).code).toBe(2);
  });
});
