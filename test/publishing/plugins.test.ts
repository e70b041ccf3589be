import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type SampleFiles, sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
let home: CliHome;
let tokens: { ada: string; eve: string };
const at = (path: string) => `${registry.url}/api/v1${path}`;
const place = (...path: string[]) => join(home.dir, ...path);
const run = (args: string[], token = tokens.ada) => home.run(args, { env: { GAIA_TOKEN: token } });
const told = async (args: string[], token = tokens.ada) => {
  const { code, stdout } = await run([...args, "--yes", "--json"], token);
  return { code, ...JSON.parse(stdout) };
};
/** What anybody is shown, once all of it was inspected. */
async function skillsOf(collection: string): Promise<unknown> {
  await registry.settle();
  return (await call(at(`/collections/${collection}`))).body["skills"];
}
const pathsOf = async (name: string, version = "1.0.0") =>
  (await call(at(`/skills/${name}/${version}/files`), { token: tokens.ada })).body["files"].map(
    ({ path }: { path: string }) => path,
  );

async function put(folder: string, files: SampleFiles): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(place(folder, path)), { recursive: true });
    await writeFile(place(folder, path), content);
  }
  return place(folder);
}

const below = (folder: string, files: SampleFiles): SampleFiles =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
const plain = (name: string, version?: string): SampleFiles => ({
  "SKILL.md": `---\nname: ${name}\ndescription: Says hello as ${name}\n${version === undefined ? "" : `version: ${version}\n`}---\n\n# Hello\n`,
});
const manifest = (name: string, more: object = {}): SampleFiles => ({
  ".claude-plugin/plugin.json": JSON.stringify({ name, version: "2.3.0", ...more }),
});
const BESIDE: SampleFiles = {
  "hooks/hooks.json": JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "x" }] }] } }),
  "hooks/before.sh": "#!/bin/sh\necho the-hook-ran\n",
  ".mcp.json": JSON.stringify({ mcpServers: { github: { command: "x" } } }),
  "agents/reviewer.md": "# Reviewer\n",
  "commands/deploy.md": "# Deploy\n",
};

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  home = await cliHome(registry.url);
  tokens = {
    ada: await account(registry.url, registry.adminToken, "ada"),
    eve: await account(registry.url, registry.adminToken, "eve"),
  };
});
afterAll(async () => {
  await home.remove();
  await registry.close();
});

describe("publish of a plugin's folder", () => {
  test("publishes each of its skills, says what is left out, and keeps them together; the same again changes nothing", async () => {
    const folder = await put("office", {
      ...manifest("office"),
      ...BESIDE,
      ...below("skills/write-letters", sampleFiles({ name: "write-letters" })),
      ...below("skills/book-rooms", plain("book-rooms", "1.5.0")),
      ...below("skills/plan-days", plain("plan-days")),
    });
    const dry = await told(["publish", folder, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, would_be_published: 3, plugin: { name: "office", collection: null } });
    const shown = await run(["publish", folder, "--yes"]);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/3 skills: 3 published/)]);
    for (const line of [
      "Plugin office 2.3.0: 3 skills",
      "left out: 1 hook (PreToolUse)",
      "left out: 1 server (github)",
      "left out: 1 agent (reviewer)",
      "left out: 1 command (deploy)",
      "a collection office will keep its skills together",
    ])
      expect(shown.stderr).toContain(line);
    expect(shown.stdout).toContain("Collection ada/office: book-rooms, plan-days, write-letters");
    // Its own version, the plugin's where it says none.
    for (const [name, version] of [
      ["write-letters", "1.0.0"],
      ["book-rooms", "1.5.0"],
      ["plan-days", "2.3.0"],
    ])
      expect([name, (await call(at(`/skills/${name}/${version}`), { token: tokens.ada })).status]).toEqual([name, 200]);
    expect(await skillsOf("ada/office")).toEqual(["book-rooms", "plan-days", "write-letters"]);
    const again = await told(["publish", folder]);
    expect(again).toMatchObject({ code: 0, published: 0, already_there: 3, plugin: { error: null } });
    expect(again.plugin.left_out).toContainEqual({ kind: "hook", names: ["PreToolUse"], count: 1 });
  });

  test("no file of a hook is in any version, also of a skill at the plugin's root", async () => {
    const folder = await put("rooted", {
      ...manifest("rooted"),
      ...BESIDE,
      ...sampleFiles({ name: "at-the-root" }),
      ...below("skills/beside-it", sampleFiles({ name: "beside-it" })),
    });
    expect(await told(["publish", folder])).toMatchObject({ code: 0, published: 2 });
    expect((await pathsOf("at-the-root")).toSorted()).toEqual(
      [
        ...Object.keys(sampleFiles({ name: "at-the-root" })),
        ".mcp.json",
        "agents/reviewer.md",
        "commands/deploy.md",
      ].toSorted(),
    );
    expect(await pathsOf("beside-it")).toEqual(Object.keys(sampleFiles({ name: "beside-it" })).toSorted());
  });

  test("T3 a skill with the name of another publisher's is refused, stops no other, and comes into no collection", async () => {
    const theirs = sampleFiles({ name: "of-eve" });
    expect((await publish(registry.url, tokens.eve, zipOf(theirs))).status).toBe(201);
    const folder = await put("squat", {
      ...manifest("squat"),
      ...below("skills/of-eve", theirs),
      ...below("skills/of-ada", sampleFiles({ name: "of-ada" })),
    });
    const ran = await told(["publish", folder]);
    expect(ran).toMatchObject({ code: 4, published: 1, refused: 1 });
    expect(ran.skills.find(({ error }: { error: unknown }) => error !== null)).toMatchObject({
      error: { code: "name_taken" },
    });
    expect(await skillsOf("ada/squat")).toEqual(["of-ada"]);
  });

  test("of two skills of one name the second is refused, whatever its version", async () => {
    const folder = await put("twice", {
      ...manifest("twice"),
      ...below("skills/a", plain("same-name", "1.0.0")),
      ...below("skills/b", plain("same-name", "2.0.0")),
    });
    for (const outcome of ["published", "already_there"]) {
      const ran = await told(["publish", folder]);
      expect(ran).toMatchObject({ code: 4, [outcome]: 1, refused: 1 });
      expect(ran.skills[1].error).toMatchObject({ code: "name_taken", message: expect.stringContaining("skills/a") });
    }
    expect((await call(at("/skills/same-name/2.0.0"), { token: tokens.ada })).status).toBe(404);
  });

  test("a plugin inside it and what links lead to are left out, with their paths; a link in a skill refuses that skill", async () => {
    const folder = await put("nested", {
      ...manifest("nested"),
      ...below("skills/outer-one", sampleFiles({ name: "outer-one" })),
      ...below("skills/linked", sampleFiles({ name: "linked" })),
      ...below("vendor/inner", {
        ...manifest("inner"),
        ...below("skills/inner-one", sampleFiles({ name: "inner-one" })),
      }),
    });
    const elsewhere = await put("elsewhere", sampleFiles({ name: "from-elsewhere" }));
    await symlink(elsewhere, join(folder, "skills", "from-elsewhere"));
    await symlink("/etc/hostname", join(folder, "skills", "linked", "host.txt"));
    const ran = await told(["publish", folder]);
    expect(ran).toMatchObject({ code: 4, published: 1, refused: 1 });
    expect(ran.plugin.left_out).toEqual([
      { kind: "plugin", names: ["vendor/inner"], count: 1 },
      { kind: "link", names: ["skills/from-elsewhere"], count: 1 },
    ]);
    expect(await skillsOf("ada/nested")).toEqual(["outer-one"]);
    for (const name of ["inner-one", "from-elsewhere", "linked"])
      expect([name, (await call(at(`/skills/${name}`), { token: tokens.ada })).status]).toEqual([name, 404]);
  });
});

describe("the collection of a plugin", () => {
  test("keeps title, visibility and the skills that a person put into it, behind the plugin's", async () => {
    const set = { title: "By hand", visibility: "organisation", skills: ["by-hand"] };
    expect((await publish(registry.url, tokens.ada, sampleZip({ name: "by-hand" }))).status).toBe(201);
    await registry.settle();
    expect((await call(at("/collections/ada/mine"), { method: "PUT", token: tokens.ada, json: set })).status).toBe(201);
    const folder = await put("mine", { ...manifest("mine"), ...below("skills/x", sampleFiles({ name: "in-mine" })) });
    expect((await told(["publish", folder])).plugin.collection).toEqual({
      publisher: "ada",
      name: "mine",
      ...set,
      skills: ["in-mine", "by-hand"],
    });
  });

  test("has 50 skills at most, and says which did not fit", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `full-${String(n).padStart(2, "0")}`);
    const parts = names.map((name) => below(`skills/${name}`, plain(name)));
    const folder = await put("full", Object.assign({}, manifest("full"), ...parts));
    const set = { title: "By hand", skills: ["in-mine"] };
    expect((await call(at("/collections/ada/full"), { method: "PUT", token: tokens.ada, json: set })).status).toBe(201);
    const ran = await run(["publish", folder, "--yes"]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("full is without in-mine")]);
  });

  test("is for members where a skill of it is not public, and is not made by --no-collection or stage", async () => {
    const folder = await put("quiet", {
      ...manifest("quiet"),
      ...below("skills/x", sampleFiles({ name: "in-quiet" })),
    });
    expect(await told(["stage", folder])).toMatchObject({ code: 0, staged: 1, plugin: { collection: null } });
    const loud = await put("loud", { ...manifest("loud"), ...below("skills/x", sampleFiles({ name: "in-loud" })) });
    expect((await told(["publish", loud, "--visibility", "private", "--no-collection"])).plugin.collection).toBeNull();
    expect((await call(at("/collections/ada/loud"), { token: tokens.ada })).status).toBe(404);
    expect((await told(["publish", loud])).plugin.collection).toMatchObject({ visibility: "organisation" });
    expect((await call(at("/collections/ada/loud"))).status).toBe(404);
  });

  test("where it cannot be, the skills stand all the same and it is said (exit 4)", async () => {
    const folder = await put("named", {
      ...manifest("Übersicht Tools"),
      ...below("skills/x", sampleFiles({ name: "in-named" })),
    });
    const ran = await told(["publish", folder]);
    expect(ran).toMatchObject({ code: 4, published: 1, plugin: { error: { code: "no_collection_name" } } });
  });

  test("a plugin without a skill is refused, and --version too, before anything is sent", async () => {
    const none = await put("none", { ...manifest("none"), ...BESIDE });
    const ran = await run(["publish", none]);
    expect([ran.code, ran.stderr]).toEqual([4, expect.stringContaining("is a plugin without a skill")]);
    const one = await put("one", { ...manifest("one"), ...below("skills/x", sampleFiles({ name: "in-one" })) });
    expect((await run(["publish", one, "--version", "1.0.0"])).code).toBe(2);
  });
});

describe("an archive of a plugin", () => {
  const files = (name: string): SampleFiles => ({
    [`.codex-plugin/plugin.json`]: JSON.stringify({ name }),
    ...BESIDE,
    ...below("skills/one", sampleFiles({ name: `${name}-one` })),
    ...below("skills/two", sampleFiles({ name: `${name}-two` })),
  });

  test("is published by the command line as its folder is", async () => {
    const archive = place("packed.zip");
    await mkdir(home.dir, { recursive: true });
    await writeFile(archive, zipOf(below("packed-1.0", files("packed"))));
    expect(await told(["publish", archive])).toMatchObject({
      code: 0,
      published: 2,
      plugin: { collection: { name: "packed", skills: ["packed-one", "packed-two"] } },
    });
    expect(await pathsOf("packed-one")).toEqual(Object.keys(sampleFiles({ name: "packed-one" })).toSorted());
    await rm(archive);
  });

  test("no hook is served: over HTTP a plugin is 422 with what to do instead, in every form, and nothing is stored", async () => {
    const rooted = { ...manifest("r"), ...sampleFiles({ name: "hooked" }), "hooks/hooks.json": "{}" };
    const inline = { ...manifest("r", { hooks: { Stop: [] } }), ...sampleFiles({ name: "hooked" }) };
    for (const each of [files("sent"), below("sent-1.0", files("sent")), rooted, below("hooked", rooted), inline]) {
      for (const path of ["/skills", "/staged-versions"]) {
        const body = zipOf(each) as Uint8Array<ArrayBuffer>;
        const answer = await call(at(path), { token: tokens.ada, body, type: "application/zip" });
        expect([answer.status, answer.body["code"]]).toEqual([422, "invalid_manifest"]);
        expect(answer.body["detail"]).toContain("gaia-skill publish");
        expect(answer.body["errors"]).toMatchObject([{ code: "SK1026", severity: "error" }]);
      }
    }
    for (const name of ["sent-one", "hooked"])
      expect((await call(at(`/skills/${name}`), { token: tokens.ada })).status).toBe(404);
  });

  test("no hook is served: a skill beside a manifest that may name hooks is refused, and by the command line sent without them or not at all", async () => {
    const skill = (name: string, text: string, more: SampleFiles = {}, at = ".claude-plugin/plugin.json") => ({
      ...sampleFiles({ name }),
      [at]: text,
      "q/evil.json": "{}",
      ...more,
    });
    const named = (hooks: unknown) => JSON.stringify({ name: "x", hooks });
    const parted = {
      "in-a-list": skill("in-a-list", named([{ SessionStart: [] }, "./q/evil.json"])),
      "the-51st": skill("the-51st", named([...Array(50).keys()].map((n) => `./${n}.json`).concat("./q/evil.json"))),
      "by-its-root": skill("by-its-root", named("${CLAUDE_PLUGIN_ROOT}/q/evil.json")),
      "by-dots": skill("by-dots", named("./x/../q/evil.json")),
      "other-case": skill("other-case", named("./q/evil.json"), { "Hooks/a.sh": "" }, ".Claude-Plugin/Plugin.json"),
    };
    const unread = {
      "too-large": skill("too-large", `{"pad": "${"x".repeat(300_000)}", "hooks": "./q/evil.json"}`),
      "with-comments": skill("with-comments", '{"name": "x", /* y */ "hooks": "./q/evil.json"}'),
      "a-comma": skill("a-comma", '{"name": "x", "hooks": "./q/evil.json",}'),
      "in-a-list-of-plugins": skill(
        "in-a-list-of-plugins",
        JSON.stringify({ plugins: [{ name: "x", source: "./", hooks: "./q/evil.json" }] }),
        {},
        ".claude-plugin/marketplace.json",
      ),
    };
    for (const [name, files] of Object.entries({ ...parted, ...unread })) {
      const body = zipOf(files) as Uint8Array<ArrayBuffer>;
      const answer = await call(at("/skills"), { token: tokens.ada, body, type: "application/zip" });
      expect([name, answer.status]).toEqual([name, 422]);
      expect(answer.body["errors"]).toMatchObject([{ code: "SK1026" }]);
    }
    for (const [name, files] of Object.entries(parted)) {
      const ran = await told(["publish", await put(name, files), "--no-collection"]);
      expect([name, ran.code, ran.plugin?.left_out[0]?.kind]).toEqual([name, 0, "hook"]);
      expect(await pathsOf(name)).toEqual(Object.keys(sampleFiles({ name })).toSorted());
    }
    for (const [name, files] of Object.entries(unread)) {
      const ran = await run(["publish", await put(name, files), "--yes"]);
      expect([name, ran.code, ran.stderr]).toEqual([name, 4, expect.stringContaining("what of it is a hook")]);
      expect((await call(at(`/skills/${name}`), { token: tokens.ada })).status).toBe(404);
    }
  });

  test("a skill with a plugin's manifest and no hook is published as it is", async () => {
    const alone = { ...manifest("alone"), ...sampleFiles({ name: "alone" }), "agents/openai.yaml": "interface: {}\n" };
    expect((await publish(registry.url, tokens.ada, zipOf(alone))).status).toBe(201);
    expect(await pathsOf("alone")).toContain(".claude-plugin/plugin.json");
    const folder = await put("alone", alone);
    expect((await run(["publish", folder])).stdout).toContain("Already published:");
  });
});
