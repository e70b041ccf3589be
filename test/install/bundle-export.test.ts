import { readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBytes, openBundle, type OpenBundle } from "@gaia/bundle";
import { generateSigningKey, registrySigner, verifyBundle } from "@gaia/trust";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let home: CliHome;
let ada: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;

async function exported(json: unknown, token = registry.adminToken): Promise<OpenBundle> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(api("/admin/bundles"), { method: "POST", headers, body: JSON.stringify(json) });
  expect(
    response.status,
    await response
      .clone()
      .text()
      .then((text) => text.slice(0, 300)),
  ).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/x-tar");
  const bundle = await openBundle(fromBytes(new Uint8Array(await response.arrayBuffer())));
  await bundle.checkAll();
  return bundle;
}

const named = (...names: string[]) => ({ skills: names.map((name) => ({ name })) });
const textOf = async (bundle: OpenBundle, path: string) => Buffer.from((await bundle.read(path)) ?? []).toString();

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  home = await cliHome(registry.url);
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token: ada, name: "carried", version });
});
afterAll(async () => {
  await home.remove();
  await registry.close();
});

describe("a bundle that a registry exports", () => {
  test("has the newest version with all that vouches for it, and the registry's key signed its index", async () => {
    const bundle = await exported(named("carried"));
    const { keys } = (await call(api("/keys"))).body as unknown as { keys: { key_id: string; public_key: string }[] };
    expect(verifyBundle(bundle.signature, keys)).toMatchObject({
      ok: true,
      indexSha256: bundle.indexSha256,
      head: { registry: bundle.index.registry, issued_at: bundle.index.created_at, releases: 1 },
    });
    expect(bundle.index.releases).toMatchObject([{ name: "carried", version: "1.1.0", publisher: "ada" }]);
    const below = "skills/carried/1.1.0/";
    const files = bundle.index.files.map(({ path }) => path);
    for (const file of [
      "SHA256SUMS",
      "attestations.json",
      "package.zip",
      "signatures.json",
      "tlog-proof",
      "version.json",
    ])
      expect(files).toContain(`${below}${file}`);
    for (const file of ["keys.json", "revocations.json", "advisories.json", "log/checkpoint", "log/tile/0/000.p/"])
      expect(files.some((path) => path.startsWith(file))).toBe(true);
    expect(await textOf(bundle, `${below}SHA256SUMS`)).toBe(
      await (await fetch(api("/skills/carried/1.1.0/sums"))).text(),
    );
    const version = JSON.parse(await textOf(bundle, `${below}version.json`));
    expect(version).toEqual((await call(api("/skills/carried/1.1.0"))).body);
    expect(bundle.index.left_out).toEqual([]);
  });

  test("has exactly the version that is named, and everything public of `everything`", async () => {
    const one = await exported({ skills: [{ name: "carried", version: "1.0.0" }] });
    expect(one.index.releases.map(({ version }) => version)).toEqual(["1.0.0"]);
    const both = await exported({ skills: [{ name: "carried", version: "1.0.0" }], everything: true });
    expect(both.index.releases.filter(({ name }) => name === "carried").map(({ version }) => version)).toEqual([
      "1.0.0",
      "1.1.0",
    ]);
  });

  test("leaves out by name what is held, yanked, quarantined or not there", async () => {
    for (const name of ["is-held", "is-yanked", "is-quarantined"])
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    await call(api("/skills/is-yanked/1.0.0/yank"), { token: ada, json: { reason: "leaks memory" } });
    const reason = { reason: "a report" };
    const path = "/admin/skills/is-quarantined/1.0.0/quarantine";
    await call(api(path), { token: registry.adminToken, json: reason });
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.hold', 'skill:is-held@1.0.0');
       UPDATE versions SET verdict = 'REVIEW' WHERE skill_id = (SELECT id FROM skills WHERE name = 'is-held'); COMMIT;`,
    );
    const wanted = ["is-held", "is-yanked", "is-quarantined"].map((name) => ({ name, version: "1.0.0" }));
    const bundle = await exported({ skills: [...wanted, { name: "nobodys" }, { name: "carried" }] });
    expect(bundle.index.releases.map(({ name }) => name)).toEqual(["carried"]);
    expect(bundle.index.left_out).toEqual([
      { name: "is-held", version: "1.0.0", reason: "it is held for review" },
      { name: "is-yanked", version: "1.0.0", reason: "it is yanked" },
      { name: "is-quarantined", version: "1.0.0", reason: "it is quarantined" },
      { name: "nobodys", version: null, reason: "there is no published version of nobodys here" },
    ]);
    const nothing = await call(api("/admin/bundles"), { token: registry.adminToken, json: named("nobodys") });
    expect([nothing.status, nothing.body["code"]]).toEqual([400, "invalid_request"]);
  });

  test("Q4 has a private skill where it is named, and not where everything public is asked for", async () => {
    const sent = await publish(registry.url, ada, sampleZip({ name: "hushed" }), "?visibility=private");
    expect(sent.status).toBe(201);
    await registry.settle();
    expect((await exported(named("hushed"))).index.releases).toMatchObject([{ name: "hushed" }]);
    const set = { title: "Both", skills: ["hushed", "carried"], visibility: "organisation" };
    const made = await call(api("/collections/ada/both"), { method: "PUT", token: ada, json: set });
    expect(made.status).toBe(201);
    const together = await exported({ collection: { publisher: "ada", name: "both" } });
    expect(together.index.releases.map(({ name }) => name)).toEqual(["carried"]);
    // Whoever has the bundle learns nothing of a private member; the admin's audit log names it.
    expect(JSON.stringify(together.index)).not.toContain("hushed");
    const { body } = await call(api("/admin/audit?action=bundle.export"), { token: registry.adminToken });
    expect(body["items"][0].detail).toMatchObject({ not_public: ["hushed"], left_out: 0 });
    const all = await exported({ everything: true });
    expect(JSON.stringify(all.index)).not.toContain("hushed");
  });

  test("what a skill needs comes along, or the index says that it cannot", async () => {
    await publishedAtOnce(registry, { token: ada, name: "needed-one", version: "2.0.0" });
    const needs = { "needed-one": "^2.0.0" };
    await publishedAtOnce(registry, { token: ada, name: "needs-one", version: "1.0.0", needs });
    const alone = await exported(named("needs-one"));
    expect(alone.index.releases.map(({ name }) => name)).toEqual(["needs-one"]);
    expect(alone.index.left_out).toMatchObject([
      { name: "needed-one", version: null, reason: expect.stringContaining("needs-one 1.0.0 needs it") },
    ]);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:needed-one@2.0.0');
       UPDATE versions SET tier = 'community' WHERE skill_id = (SELECT id FROM skills WHERE name = 'needed-one'); COMMIT;`,
    );
    const both = await exported(named("needs-one"));
    expect(both.index.releases.map(({ name }) => name)).toEqual(["needed-one", "needs-one"]);
    expect(both.index.left_out).toEqual([]);
  });

  test("Q4 of a private skill that is needed, it says no more than of one that is not there", async () => {
    for (const name of ["whispered", "deeper"]) {
      const needs = name === "whispered" ? { needs: { deeper: "^1.0.0" } } : {};
      const sent = await publish(registry.url, ada, sampleZip({ name, ...needs }), "?visibility=private");
      expect(sent.status).toBe(201);
    }
    await registry.settle();
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:whispered@1.0.0');
       UPDATE versions SET tier = 'community' WHERE skill_id IN (SELECT id FROM skills WHERE name IN ('whispered', 'deeper')); COMMIT;`,
    );
    await publishedAtOnce(registry, {
      token: ada,
      name: "says-its-need",
      version: "1.0.0",
      needs: { whispered: "^1.0.0" },
    });
    const alone = await exported(named("says-its-need"));
    expect(alone.index.releases.map(({ name }) => name)).toEqual(["says-its-need"]);
    expect(alone.index.left_out).toMatchObject([{ name: "whispered", version: null }]);
    expect(JSON.stringify(alone.index)).not.toContain("deeper");
    const needs = { "never-there": "^1.0.0" };
    await publishedAtOnce(registry, { token: ada, name: "says-no-need", version: "1.0.0", needs });
    const absent = await exported(named("says-no-need"));
    const asAbsent = (reason = "") => reason.replaceAll("whispered", "never-there").replaceAll("its-need", "no-need");
    expect(absent.index.left_out.map(({ reason }) => reason)).toEqual(
      alone.index.left_out.map(({ reason }) => asAbsent(reason)),
    );
    const all = await exported(named("says-its-need", "whispered", "deeper"));
    expect(all.index.releases.map(({ name }) => name)).toEqual(["deeper", "says-its-need", "whispered"]);
    expect(all.index.left_out).toEqual([]);
  });

  test("what is in it is not left out of it, and a skill called a is called so", async () => {
    const wanted = [{ name: "carried" }, { name: "carried", version: "9.0.0" }, { name: "a", version: "1.0.0" }];
    const bundle = await exported({ skills: wanted, everything: true });
    expect(bundle.index.left_out).toContainEqual({ name: "a", version: "1.0.0", reason: "there is no a 1.0.0 here" });
    const inside = new Set(bundle.index.releases.map(({ name, version }) => `${name}@${version}`));
    for (const { name, version } of bundle.index.left_out) expect(inside).not.toContain(`${name}@${version}`);
  });

  test("T3 is an admin's to ask for, with the scope that changes the registry, and leaves an audit row", async () => {
    const narrow = await narrowToken(registry, { handle: "admin", scopes: ["read", "review", "publish"] });
    for (const token of [ada, narrow, undefined]) {
      const { status } = await call(api("/admin/bundles"), { json: named("carried"), ...(token && { token }) });
      expect(status).toBe(token === undefined ? 401 : 403);
    }
    const { indexSha256 } = await exported(named("carried"));
    const { body } = await call(api("/admin/audit?action=bundle.export"), { token: registry.adminToken });
    const rows = (body as unknown as { items: { actor: string; target: string; detail: unknown }[] }).items;
    expect(rows[0]).toMatchObject({ actor: "admin", target: `bundle:${indexSha256}`, detail: { releases: 1 } });
  });
});

test("export-bundle writes the file whole or not at all", async () => {
  const file = join(home.dir, "skills.tar");
  const run = (args: string[]) =>
    home.run(["admin", "export-bundle", ...args], {
      env: { GAIA_TOKEN: registry.adminToken, GAIA_REGISTRY: registry.url },
    });
  const done = await run(["carried@1.0.0", "nobodys", "--output", file, "--json"]);
  expect([done.code, done.stdout]).toEqual([0, expect.anything()]);
  expect(JSON.parse(done.stdout)).toMatchObject({
    file,
    releases: [{ name: "carried", version: "1.0.0" }],
    left_out: [{ name: "nobodys" }],
  });
  const bundle = await openBundle(fromBytes(new Uint8Array(await readFile(file))));
  await bundle.checkAll();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await rm(file);
  // A link in its place is replaced, and what it leads to stays.
  await writeFile(`${file}.other`, "x");
  await symlink(`${file}.other`, file);
  const set = await run(["--collection", "ada/both", "--output", file]);
  expect([set.code, set.stderr]).toEqual([0, expect.stringContaining("hushed is left out: it is not public")]);
  expect(set.stdout).toContain("signed by");
  expect(await readFile(`${file}.other`, "utf8")).toBe("x");
  await rm(file);
  const failed = await run(["nobodys", "--output", file]);
  expect(failed.code).toBe(4);
  await expect(readFile(file)).rejects.toThrow();
  expect((await readdir(home.dir)).filter((name) => name.endsWith(".part"))).toEqual([]);
  expect((await run(["--output", file])).code).toBe(2);
  // Not the registry whose key is pinned.
  await writeFile(join(home.dir, "another.pem"), registrySigner(generateSigningKey()).publicKey.public_key);
  const pinned = await home.run(["trust", "add", registry.url, "--key", join(home.dir, "another.pem")]);
  expect([pinned.code, pinned.stderr]).toEqual([0, expect.anything()]);
  const foreign = await run(["carried@1.0.0", "--output", file]);
  expect([foreign.code, foreign.stdout]).toEqual([5, expect.not.stringContaining("signed by")]);
  await expect(readFile(file)).rejects.toThrow();
});
