import { rm } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { install as installSkills } from "../../apps/cli/src/verbs/installed/install.ts";
import { verify as verifySkill } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { command } from "../harness/operations.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";

const [first, second, third] = [0, 1, 2].map(generateSigningKey) as [string, string, string];
const idOf = (pem: string) => registrySigner(pem).publicKey.key_id;

let dataDir: string;
let registry: TestRegistry;
let home: CliHome;
let ada: string;

const boot = (key: string, form: string, port = "0") =>
  startTestRegistry({
    dataDir,
    withoutScanners: true,
    environment: { SIGNING_KEY: key, PORT: port, STATEMENTS: form },
  });
const api = (path: string) => `${registry.url}/api/v1${path}`;
const statementsOf = async (version: string) =>
  (await call(api(`/skills/mixed/${version}/attestations`))).body.attestations.map(
    ({ envelope }: { envelope: { payload: string; signatures: { keyid: string }[] } }) => envelope,
  );
const keyidsOf = async (version: string) =>
  (await statementsOf(version)).map((envelope: { signatures: { keyid: string }[] }) => envelope.signatures[0]?.keyid);
const namesOf = ({ payload }: { payload: string }) =>
  JSON.parse(Buffer.from(payload, "base64").toString()).subject.map(({ name }: { name: string }) => name);
const listType = async () => (await call(api("/revocations"))).body.envelope.payloadType;
const sshOf = async (pem: string) =>
  (await call(api("/keys"))).body.keys.find(({ key_id: id }: { key_id: string }) => id === idOf(pem)).ssh_fingerprint;

/** Stops, has the key hand over in one form, and starts again with the next key, which signs in another. */
async function change(from: string, to: string, forms: { before: string; after: string }): Promise<void> {
  const { port } = new URL(registry.url);
  await registry.close();
  const environment = { DATA_DIR: dataDir, SIGNING_KEY: from, SIGNING_KEY_NEXT: to, STATEMENTS: forms.before };
  expect(await command(["rotate-key"], environment)).toMatchObject({ code: 0 });
  registry = await boot(to, forms.after, port);
}
const inHome = (verb: Parameters<typeof endOfVerb>[1]) =>
  endOfVerb({ registry: registry.url, home: join(home.dir, "home") }, verb);
const install = (spec: string) =>
  inHome((session) => installSkills(session, { specs: [spec], allowExperimental: true, allowDowngrade: false }));
const verify = () => inHome(async (session) => expect(await verifySkill(session, { target: "mixed" })).toBe(0));

beforeAll(async () => {
  dataDir = await freshDataDir();
  registry = await boot(first, "0.1");
  ada = await account(registry.url, registry.adminToken, "ada");
  home = await cliHome(registry.url);
});
afterAll(async () => {
  await home.remove();
  await registry.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("(machines, M-6) one release with statements of both forms, and keys that hand over from one to the other, are followed", async () => {
  await publishedAtOnce(registry, { token: ada, name: "mixed", version: "1.0.0" });
  const before = await statementsOf("1.0.0");
  expect(await keyidsOf("1.0.0")).toEqual([idOf(first)]);
  expect(namesOf(before[0])).toEqual(["release", "content"]);
  expect(await listType()).toBe("application/vnd.gaia-registry.revocations+json");
  const pinned = await home.run(["trust", "add", registry.url, "--fingerprint", await sshOf(first)]);
  expect(pinned).toMatchObject({ code: 0 });
  expect(await install("mixed@1.0.0")).toMatchObject({ code: 0 });

  await change(first, second, { before: "0.1", after: "in-toto" });
  const yanked = await call(api("/skills/mixed/1.0.0/yank"), { token: ada, json: { reason: "a mistake" } });
  expect(yanked.status).toBe(200);
  await publishedAtOnce(registry, { token: ada, name: "mixed", version: "1.1.0" });
  // What was signed before stands as it was.
  expect((await statementsOf("1.0.0"))[0]).toEqual(before[0]);
  expect(await keyidsOf("1.0.0")).toEqual([idOf(first), await sshOf(second)]);
  expect(namesOf((await statementsOf("1.1.0"))[0])).toEqual([
    "release",
    "content",
    "mixed-1.1.0.tar.gz",
    "mixed-1.1.0.zip",
  ]);
  expect(await listType()).toBe("application/vnd.in-toto+json");
  expect(await install("mixed")).toMatchObject({ code: 0, said: expect.stringContaining("mixed 1.1.0") });
  expect(await verify()).toMatchObject({ code: 0 });

  await change(second, third, { before: "in-toto", after: "0.1" });
  await publishedAtOnce(registry, { token: ada, name: "mixed", version: "1.2.0" });
  expect(await keyidsOf("1.2.0")).toEqual([idOf(third)]);
  expect(await install("mixed")).toMatchObject({ code: 0, said: expect.stringContaining("mixed 1.2.0") });
  const trusted = JSON.parse((await home.run(["trust", "list", "--json"])).stdout).keys;
  expect(trusted.map(({ key_id: id, retired_at: at }: Record<string, string>) => [id, at !== undefined])).toEqual([
    [idOf(first), true],
    [idOf(second), true],
    [idOf(third), false],
  ]);
});
