import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256Hex, writeZip } from "@gaia/archive";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { call } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let here: TestRegistry;

beforeAll(async () => {
  here = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => here.close());

type Files = Record<string, string>;

const skillMd = (name: string) =>
  `---\nname: ${name}\ndescription: Says hello to ${name}\n---\n\n# Hello\n\nSay hello.\n`;
const manifest = (name: string, more: object = {}) => JSON.stringify({ name, version: "3.0.0", ...more });
const HOOK = { "hooks/hooks.json": '{"hooks":{"PreToolUse":[]}}', "hooks/run.sh": "echo run\n" };

/** A hub whose packages have these files. */
async function hub(skills: Record<string, Files>): Promise<{ server: Server; url: string }> {
  const zipOf = (files: Files) =>
    writeZip(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })));
  const answer = (path: string): object | Uint8Array | null => {
    if (path === "/index.json") return { agents: Object.keys(skills).map((id) => ({ id, type: "skill" })) };
    const [, name = "", file = ""] = /^\/skills\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const files = skills[name];
    if (files === undefined) return null;
    if (file !== "manifest.json") return zipOf(files);
    return { versions: { "1.0.0": { artifact: { filename: `${name}.zip`, sha256: sha256Hex(zipOf(files)) } } } };
  };
  const server = createServer((request, response) => {
    const said = answer(request.url ?? "");
    if (said === null) response.writeHead(404).end();
    else response.end(said instanceof Uint8Array ? said : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function publisher(handle: string): Promise<string> {
  const made = await call(`${here.url}/api/v1/publishers`, { token: here.adminToken, json: { handle } });
  expect(made.status).toBe(201);
  return handle;
}

async function mirrored(asked: Record<string, unknown>) {
  const admin = (path: string, json?: object) =>
    call(`${here.url}/api/v1/admin/mirrors${path}`, { token: here.adminToken, ...(json && { json }) });
  const begun = await admin("", { only: ["p-*"], ...asked });
  expect(begun.status).toBe(201);
  for (;;) {
    const { body } = await admin(`/${begun.body.id}?limit=100`);
    if (!["listing", "taking"].includes(body.state)) {
      await here.settle();
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function pathsOf(name: string, version: string): Promise<string[]> {
  const { status, body } = await call(`${here.url}/api/v1/skills/${name}/${version}/files`, { token: here.adminToken });
  expect([name, status]).toEqual([name, 200]);
  return body.files.map(({ path }: { path: string }) => path).toSorted();
}

const PLUGINS: Record<string, Files> = {
  // At its root, with a hook and another skill beside it.
  "p-root": {
    "SKILL.md": skillMd("p-root"),
    "notes.md": "notes\n",
    ".claude-plugin/plugin.json": manifest("p-root"),
    "skills/p-unlisted/SKILL.md": skillMd("p-unlisted"),
    ...HOOK,
  },
  // In its folder, and a file of a hook among its own.
  "p-inner": {
    ".codex-plugin/plugin.json": manifest("office", { hooks: { Stop: [] } }),
    "skills/p-inner/SKILL.md": skillMd("p-inner"),
    "skills/p-inner/more.md": "more\n",
    "skills/p-other/SKILL.md": skillMd("p-other"),
    "agents/helper.md": "Help.\n",
    ...HOOK,
  },
  "p-none": { ".claude-plugin/plugin.json": manifest("p-none"), "skills/else/SKILL.md": skillMd("else"), ...HOOK },
  "p-twice": {
    ".claude-plugin/plugin.json": manifest("p-twice"),
    "skills/one/SKILL.md": skillMd("p-twice"),
    "skills/two/SKILL.md": skillMd("p-twice"),
  },
  "p-unclear": { "SKILL.md": skillMd("p-unclear"), ".claude-plugin/plugin.json": "{ not json" },
  "p-plain": { "SKILL.md": skillMd("p-plain"), ".claude-plugin/plugin.json": manifest("p-plain") },
};

test("the skill that an upstream listed is taken out of a plugin, without a hook, and the item says what was left out", async () => {
  const { server, url } = await hub(PLUGINS);
  const mirror = await mirrored({ address: url, publisher: await publisher("takers") });
  server.close();
  const items = Object.fromEntries(
    mirror.items.map(({ name, outcome, reason }: { name: string; outcome: string; reason: string | null }) => [
      name,
      [outcome, reason],
    ]),
  );
  expect(items).toEqual({
    "p-root": ["published", expect.stringMatching(/taken out of a plugin; left out: skill p-unlisted; 1 hook /)],
    "p-inner": ["published", expect.stringMatching(/left out: skill p-other; .*hooks? .*1 agent \(helper\)/)],
    "p-none": ["refused", expect.stringContaining("is a plugin, and no skill of it is called p-none")],
    "p-twice": ["refused", expect.stringContaining("more than one skill of it is called p-twice")],
    "p-unclear": ["refused", expect.stringContaining("what of it is a hook is not clear")],
    "p-plain": ["published", null],
  });
  expect(await pathsOf("p-root", "1.0.0")).toEqual(["SKILL.md", "notes.md"]);
  expect(await pathsOf("p-inner", "1.0.0")).toEqual(["SKILL.md", "more.md"]);
  expect(await pathsOf("p-plain", "1.0.0")).toEqual([".claude-plugin/plugin.json", "SKILL.md"]);
  // Only what was listed is let in: the allow-list is of names.
  for (const name of ["p-unlisted", "p-other", "else"])
    expect([name, (await call(`${here.url}/api/v1/skills/${name}`, { token: here.adminToken })).status]).toEqual([
      name,
      404,
    ]);
});

test("one that has to be called otherwise here is taken out of its plugin, too", async () => {
  const { server, url } = await hub({ "p-root": PLUGINS["p-root"] ?? {} });
  const mirror = await mirrored({ address: url, publisher: await publisher("others"), prefix: "theirs" });
  server.close();
  expect(mirror.items).toMatchObject([{ outcome: "published", skill: "theirs-p-root" }]);
  expect(await pathsOf("theirs-p-root", "1.0.0")).toEqual(["SKILL.md", "notes.md"]);
});

test("a folder of skills and plugins: each plugin is taken apart, and no hook is sent", async () => {
  const handle = await publisher("folder-takers");
  const home = await cliHome(here.url, { GAIA_TOKEN: here.adminToken });
  const put = async (files: Files, folder = ""): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      const file = join(home.dir, "all", folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  };
  await put({ "SKILL.md": skillMd("f-plain") }, "f-plain");
  await put(
    { "SKILL.md": skillMd("f-hooked"), "a.md": "a\n", ".claude-plugin/plugin.json": manifest("f-hooked"), ...HOOK },
    "f-hooked",
  );
  const line = ["admin", "mirror", "all", "--publisher", handle, "--yes", "--json"];
  const ran = await home.run(line);
  const told = JSON.parse(ran.stdout).skills.map(({ name, version, outcome }: Record<string, string>) => ({
    name,
    version,
    outcome,
  }));
  expect([ran.code, told]).toEqual([
    0,
    [
      { name: "f-hooked", version: expect.stringMatching(/^0\.0\.0-/), outcome: "published" },
      { name: "f-plain", version: expect.stringMatching(/^0\.0\.0-/), outcome: "published" },
    ],
  ]);
  await here.settle();
  expect(await pathsOf("f-hooked", told[0].version)).toEqual(["SKILL.md", "a.md"]);
  const again = await home.run(line.filter((word) => word !== "--json"));
  expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/Plugin f-hooked.*\n\s+left out: 1 hook/)]);
  // The folder itself as a plugin.
  await put({ ...PLUGINS["p-inner"], "skills/p-inner/SKILL.md": skillMd("f-inner") }, "office");
  const office = await home.run([
    "admin",
    "mirror",
    "all/office",
    "--publisher",
    handle,
    "--only",
    "p-inner",
    "--json",
  ]);
  expect([office.code, JSON.parse(office.stdout).skills]).toMatchObject([0, [{ name: "f-inner" }]]);
  await home.remove();
});
