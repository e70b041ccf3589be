import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Revocation } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { verify } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { freePort } from "../../packages/log/test/foreign-programs.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type PassingAnswer, type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { rowsOf } from "../harness/rows.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let dataDir: string;
const environment: Record<string, string> = {};

const start = async () => {
  registry = await startTestRegistry({ withoutScanners: true, dataDir, environment });
};
const inHome = (verb: Parameters<typeof endOfVerb>[1]) =>
  endOfVerb({ registry: proxy.url, home: join(home.dir, "home") }, verb);
const asAdmin = async (release: string, verb: string) => {
  const path = `${registry.url}/api/v1/admin/skills/${release}/${verb}`;
  const { status, body } = await call(path, { token: registry.adminToken, json: { reason: "a report" } });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
};
const list = async () => (await call(`${registry.url}/api/v1/revocations`)).body;
const statusesOf = async () =>
  Object.fromEntries((await list()).entries.map(({ name, status }: Revocation) => [name, status]));
const sequenceOf = (body: { envelope: { payload: string } }): number =>
  JSON.parse(Buffer.from(body.envelope.payload, "base64").toString()).predicate.sequence;

/** Every leaf is in a tree that storage has. */
async function logged(): Promise<void> {
  await until(async () => {
    const [row] = await rowsOf<{ rest: number }>(
      registry,
      "SELECT count(*) - coalesce((SELECT max(size) FROM log_checkpoints), 0) AS rest FROM log_leaves",
    );
    return Number(row?.rest) === 0;
  });
}

/** `verify`, as if the list had been fetched a while ago. */
async function verifyLater(target: string) {
  const directory = join(home.dir, "home/revocations");
  for (const file of await readdir(directory)) {
    const kept = JSON.parse(await readFile(join(directory, file), "utf8"));
    const before = new Date(Date.now() - 60_000);
    await writeFile(join(directory, file), JSON.stringify({ ...kept, fetched_at: before }));
  }
  return inHome((session) => verify(session, { target }));
}

async function putBack(...parts: string[]): Promise<void> {
  await registry.close();
  for (const part of parts) {
    await rm(join(dataDir, part), { recursive: true });
    await cp(join(`${dataDir}-backup`, part), join(dataDir, part), { recursive: true });
  }
  await start();
}

beforeAll(async () => {
  dataDir = await freshDataDir();
  environment["PORT"] = String(await freePort());
  await start();
  proxy = await startRewritingProxy(registry.url);
  home = await cliHome(proxy.url);
});
afterAll(async () => {
  await proxy.close();
  await registry.close();
  await home.remove();
  for (const each of [dataDir, `${dataDir}-backup`]) await rm(each, { recursive: true, force: true });
});

test("G9 a registry whose database was restored heals for who saw more, forgets nothing that was taken back, and a replayed list stays exit 5", async () => {
  const ada = await account(registry.url, registry.adminToken, "ada");
  const publish = (name: string) => publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
  expect(await inHome((session) => addTrust(session, { registry: proxy.url, fingerprint }))).toMatchObject({ code: 0 });
  for (const name of ["kept", "bad"]) await publish(name);
  let former: PassingAnswer | undefined;
  proxy.rewrite = (path, answer) => {
    if (path === "/revocations") former ??= structuredClone(answer);
    return answer;
  };
  const installed = await inHome((session) => install(session, { specs: ["kept", "bad"], allowExperimental: true }));
  expect(installed).toMatchObject({ code: 0 });
  await logged();
  await registry.close();
  await cp(dataDir, `${dataDir}-backup`, { recursive: true });
  await start();

  await publish("later");
  for (const name of ["bad", "later"]) await asAdmin(`${name}/1.0.0`, "quarantine");
  await until(async () => Object.keys(await statusesOf()).length === 2);
  expect(await verifyLater("bad")).toMatchObject({ code: 5, said: expect.stringContaining("quarantined") });
  const seen = sequenceOf(await list());
  await logged();

  await putBack("db");
  expect((await call(`${registry.url}/api/v1/skills/later`)).status).toBe(404);
  await until(async () => sequenceOf(await list()) > seen);
  expect(await verifyLater("kept")).toMatchObject({ code: 0, said: expect.stringContaining("not revoked") });
  // The database has it as published, and the log knows better; so of one that the database never heard of.
  expect((await call(`${registry.url}/api/v1/skills/bad/1.0.0`)).body.status).toBe("published");
  expect(await statusesOf()).toEqual({ bad: "quarantined", later: "quarantined" });
  expect(await verifyLater("bad")).toMatchObject({ code: 5, said: expect.stringContaining("quarantined") });
  await asAdmin("bad/1.0.0", "quarantine");
  await asAdmin("bad/1.0.0", "release");
  await until(async () => !("bad" in (await statusesOf())));
  expect(await verifyLater("bad")).toMatchObject({ code: 0 });

  proxy.rewrite = (path, answer) => (path === "/revocations" ? (former ?? answer) : answer);
  const older = { code: 5, said: expect.stringContaining("older than one that this machine has seen") };
  expect(await verifyLater("kept")).toMatchObject(older);
  proxy.rewrite = null;
  await logged();
  const healed = sequenceOf(await list());

  // The same backup once more: numbers that were given since the first restore are passed, too.
  await putBack("db");
  await until(async () => sequenceOf(await list()) > healed);
  expect(await verifyLater("kept")).toMatchObject({ code: 0 });
  // Whoever puts back the log as well has nothing to heal by.
  await putBack("db", "blobs");
  expect(await verifyLater("kept")).toMatchObject(older);
});
