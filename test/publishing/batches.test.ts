import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeStoredTarGz, writeZip } from "@gaia/archive";
import { account, call, publish } from "../harness/api.ts";
import { narrowToken } from "../harness/narrow-token.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { type SampleFiles, sampleFiles, sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;

let refused: ReturnType<typeof refusedArchives>;

beforeAll(async () => {
  refused = refusedArchives();
  registry = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => registry.close());

interface Item {
  path: string;
  outcome: string;
  name: string | null;
  version: string | null;
  status: string | null;
  verdict: string | null;
  code: string | null;
  reason: string | null;
  errors: { code: string; severity: string; file: string; line: number | null }[];
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

/** One archive of the files of many skills, by the folder of each. */
const archiveOf = (folders: Readonly<Record<string, SampleFiles>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    writeZip(
      Object.entries(folders).flatMap(([folder, files]) =>
        Object.entries(files).map(([path, content]) => ({ path: `${folder}/${path}`, bytes: bytesOf(content) })),
      ),
    ),
  );

const send = (token: string, body: Uint8Array<ArrayBuffer>, query = "") =>
  call(`${registry.url}/api/v1/batches${query}`, { token, body, type: "application/zip" });
const batch = (token: string, id: string) => call(`${registry.url}/api/v1/batches/${id}`, { token });
const confirm = (token: string, id: string) =>
  call(`${registry.url}/api/v1/batches/${id}/publish`, { token, method: "POST" });

async function at(token: string, id: string, states: readonly string[]) {
  for (;;) {
    const { status, body } = await batch(token, id);
    expect(status).toBe(200);
    if (states.includes(body.state)) return body as { state: string; reason: string | null; items: Item[] };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function checked(token: string, archive: Uint8Array<ArrayBuffer>, query = "") {
  const opened = await send(token, archive, query);
  expect(opened.status).toBe(201);
  const { items } = await at(token, opened.body.id, ["checked"]);
  return { id: opened.body.id as string, items };
}

const auditOf = (handle: string) =>
  rowsOf(registry, `SELECT action, target FROM audit_log WHERE actor = '${handle}' ORDER BY id`);

test("one archive of many skills is a dry run first, and one word publishes what can be", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-ada");
  expect((await publish(registry.url, ada, sampleZip({ name: "batch-old" }))).status).toBe(201);
  expect((await publish(registry.url, ada, sampleZip({ name: "batch-changed" }))).status).toBe(201);
  const { id, items } = await checked(
    ada,
    archiveOf({
      "skills/one": sampleFiles({ name: "batch-one" }),
      "skills/two": sampleFiles({ name: "batch-two" }),
      "skills/old": sampleFiles({ name: "batch-old" }),
      "skills/changed": sampleFiles({ name: "batch-changed", body: "Other words." }),
      "skills/broken": { "SKILL.md": "---\nname: Batch Broken\ndescription: x\nversion: one\n---\n# x\n" },
    }),
  );
  const by = new Map(items.map((item) => [item.path, item]));
  expect(by.get("skills/one")).toMatchObject({ outcome: "new", name: "batch-one", version: "1.0.0" });
  expect(by.get("skills/two")).toMatchObject({ outcome: "new" });
  expect(by.get("skills/old")).toMatchObject({ outcome: "there" });
  expect(by.get("skills/changed")).toMatchObject({ outcome: "refused", code: "version_exists" });
  const broken = by.get("skills/broken");
  expect(broken).toMatchObject({ outcome: "refused", code: "invalid_manifest" });
  expect(broken?.errors[0]).toMatchObject({ severity: "error", file: "SKILL.md", line: expect.any(Number) });
  // Nothing was published by the dry run.
  expect((await call(`${registry.url}/api/v1/skills/batch-one`, { token: ada })).status).toBe(404);

  const begun = await confirm(ada, id);
  expect(begun.status).toBe(202);
  // Once more is the same word.
  expect((await confirm(ada, id)).status).toBe(202);
  const { items: done } = await at(ada, id, ["done"]);
  await registry.settle();
  expect(done.map(({ outcome }) => outcome).toSorted()).toEqual([
    "published",
    "published",
    "refused",
    "refused",
    "there",
  ]);
  const now = await batch(ada, id);
  const one = (now.body.items as Item[]).find(({ path }) => path === "skills/one");
  expect(one).toMatchObject({ outcome: "published", status: "published", verdict: "ALLOW" });
  const written = await auditOf("batch-ada");
  expect(written.filter(({ action }) => action === "batch.publish")).toHaveLength(1);
  expect(written.filter(({ action }) => action === "skill.publish" || action === "version.publish")).toHaveLength(4);
});

test("what is sent is what the command line would find in the folder", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-finder");
  const { items } = await checked(
    ada,
    archiveOf({
      "top/outer": {
        ...sampleFiles({ name: "batch-outer" }),
        "inner/SKILL.md": sampleFiles({ name: "batch-inner" })["SKILL.md"] ?? "",
        ".skillignore": "secret.txt\n",
        "secret.txt": "mine",
      },
      "top/node_modules/other": sampleFiles({ name: "batch-installed" }),
      "top/.hidden": sampleFiles({ name: "batch-hidden" }),
      "top/__MACOSX/x": sampleFiles({ name: "batch-system" }),
    }),
  );
  expect(items.map(({ path }) => path)).toEqual(["top/outer"]);
  const { id } = await checked(
    ada,
    archiveOf({
      a: { ...sampleFiles({ name: "batch-ignores" }), ".skillignore": "secret.txt\n", "secret.txt": "mine" },
    }),
  );
  await confirm(ada, id);
  await at(ada, id, ["done"]);
  await registry.settle();
  const { body } = await call(`${registry.url}/api/v1/skills/batch-ignores/1.0.0/files`, { token: ada });
  expect(body.files.map(({ path }: { path: string }) => path)).toEqual(["SKILL.md", "tools.py"]);
});

test("A25 a name that two skills of one archive have is taken once", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-twice");
  const { id, items } = await checked(
    ada,
    archiveOf({
      a: sampleFiles({ name: "batch-twin" }),
      b: sampleFiles({ name: "batch-twin", body: "Other words." }),
    }),
  );
  expect(items.map(({ outcome }) => outcome)).toEqual(["new", "refused"]);
  expect(items[1]).toMatchObject({ code: "version_exists", reason: expect.stringContaining("that of a too") });
  await confirm(ada, id);
  const { items: done } = await at(ada, id, ["done"]);
  await registry.settle();
  expect(done.map(({ outcome }) => outcome)).toEqual(["published", "refused"]);
});

/** Made before the first request: meanwhile the process does nothing else, and the server ends a connection that is kept so long. */
function refusedArchives() {
  const many = archiveOf(
    Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`s${at}`, { "SKILL.md": "---\nname: x\n---\n" }])),
  );
  const entries = archiveOf({
    a: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}.txt`, ""])),
  });
  // More than 100 MiB, of one byte.
  const zeros = Array.from({ length: 11 }, (_, at) => ({ path: `a/${at}`, bytes: new Uint8Array(10 * 1024 * 1024) }));
  const bomb = Uint8Array.from(gzipSync(gunzipSync(writeStoredTarGz(zeros))));
  const none = archiveOf({ a: { "readme.txt": "nothing" } });
  const plain = Buffer.from(archiveOf({ aa: sampleFiles({ name: "batch-up" }) })).toString("latin1");
  const up = Uint8Array.from(Buffer.from(plain.replaceAll("aa/", "../"), "latin1"));
  return { many, entries, bomb, none, up };
}

test("A25 an archive of too many skills, files or bytes is refused whole, in a sentence", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-mallory");
  const { many, entries, bomb, none, up } = refused;
  expect(await send(ada, many)).toMatchObject({ status: 413, body: { detail: expect.stringContaining("201 skills") } });
  expect(await send(ada, entries)).toMatchObject({ status: 413, body: { errors: [{ code: "too_many_files" }] } });
  expect(bomb.byteLength).toBeLessThan(1024 * 1024);
  expect((await send(ada, bomb)).status).toBe(413);
  expect(await send(ada, none)).toMatchObject({ status: 422, body: { detail: expect.stringContaining("No skill") } });
  expect(await send(ada, up)).toMatchObject({ status: 422, body: { code: "invalid_package" } });
});

test("one that is larger than a package may be is refused by itself", async () => {
  const noise = Buffer.concat(
    Array.from({ length: 11 * 64 }, (_, at) => Buffer.alloc(16_384, `${at} words that go on. `)),
  );
  const archive = archiveOf({
    large: { ...sampleFiles({ name: "batch-too-large" }), "words.txt": Uint8Array.from(noise) },
    small: sampleFiles({ name: "batch-small" }),
  });
  const ada = await account(registry.url, registry.adminToken, "batch-large");
  const { items } = await checked(ada, archive);
  expect(items.map(({ path, outcome, code }) => [path, outcome, code])).toEqual([
    ["large", "refused", "package_too_large"],
    ["small", "new", null],
  ]);
});

test("T5 another account neither sees nor publishes it, and a token that is for some names sends none", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-owner");
  const eve = await account(registry.url, registry.adminToken, "batch-eve");
  const { id } = await checked(ada, archiveOf({ a: sampleFiles({ name: "batch-mine" }) }));
  expect((await batch(eve, id)).status).toBe(404);
  expect((await confirm(eve, id)).status).toBe(404);
  const narrow = await narrowToken(registry, {
    handle: "batch-owner",
    scopes: ["publish"],
    namePatterns: ["batch-mine"],
  });
  const archive = archiveOf({ a: sampleFiles({ name: "batch-mine" }) });
  expect((await send(narrow, archive)).status).toBe(403);
});

test("T5 a token that is revoked on the way publishes nothing more", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-revoked");
  const made = await call(`${registry.url}/api/v1/tokens`, {
    token: ada,
    json: { name: "ci", scopes: ["publish", "read"] },
  });
  expect(made.status).toBe(201);
  const { id } = await checked(made.body.token, archiveOf({ a: sampleFiles({ name: "batch-late" }) }));
  await runSql(registry, `UPDATE batches SET retry_at = now() + interval '1 hour' WHERE id = '${id}'`);
  expect((await confirm(made.body.token, id)).status).toBe(202);
  const gone = await call(`${registry.url}/api/v1/tokens/${made.body.id}`, { token: ada, method: "DELETE" });
  expect(gone.status).toBe(200);
  await runSql(registry, `UPDATE batches SET retry_at = NULL WHERE id = '${id}'`);
  const { items } = await at(ada, id, ["done", "failed"]);
  expect(items).toMatchObject([{ outcome: "refused", code: "unauthorized" }]);
});

test("R1 a job that was killed between a publish and its note finds its own version, and publishes nothing twice", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-killed");
  const { id } = await checked(
    ada,
    archiveOf({ a: sampleFiles({ name: "batch-killed-a" }), b: sampleFiles({ name: "batch-killed-b" }) }),
  );
  await confirm(ada, id);
  await at(ada, id, ["done"]);
  await registry.settle();
  // As the rows are when the process died after the first publish.
  await runSql(
    registry,
    `UPDATE batch_items SET outcome = 'new', version_id = NULL, tries = 1 WHERE batch_id = '${id}' AND position = 0`,
  );
  await runSql(
    registry,
    `UPDATE batches SET state = 'publishing', finished_at = NULL, attempt_id = gen_random_uuid(), lease_until = now() - interval '1 s' WHERE id = '${id}'`,
  );
  const { items } = await at(ada, id, ["done"]);
  expect(items.map(({ outcome }) => outcome)).toEqual(["published", "published"]);
  const versions = await rowsOf(
    registry,
    `SELECT v.id FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name LIKE 'batch-killed-%'`,
  );
  expect(versions).toHaveLength(2);
});

test("Q5 an account has a bounded number of archives on the way", async () => {
  const ada = await account(registry.url, registry.adminToken, "batch-busy");
  const archive = archiveOf({ a: sampleFiles({ name: "batch-busy" }) });
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(ada, archive)));
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.length).toBeGreaterThan(0);
  for (const { status, headers, body } of others) {
    expect(status).toBe(429);
    expect(body.detail).toMatch(/uploads of yours are under way|archives of yours are at work/);
    if (/uploads/.test(body.detail)) expect(headers.get("retry-after")).toBe("5");
  }
});
