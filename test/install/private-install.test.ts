import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { info } from "../../apps/cli/src/verbs/catalog/info.ts";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { verify } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let home: CliHome;
let ada: string;
const run = (verb: Parameters<typeof endOfVerb>[1], token?: string) =>
  endOfVerb({ registry: registry.url, home: join(home.dir, "home"), ...(token && { token }) }, verb);

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { LOG_ORIGIN: "skills.example/log" } });
  home = await cliHome(registry.url);
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token: ada, name: "ours", version: "1.0.0" });
  const settings = { method: "PATCH", token: ada, json: { visibility: "private" } };
  expect((await call(`${registry.url}/api/v1/skills/ours/settings`, settings)).status).toBe(200);
  const yank = { token: ada, json: { reason: "to have a hidden decision" } };
  expect((await call(`${registry.url}/api/v1/skills/ours/1.0.0/yank`, yank)).status).toBe(200);
  expect((await call(`${registry.url}/api/v1/skills/ours/1.0.0/unyank`, { ...yank, json: {} })).status).toBe(200);
  const { keys } = (await call(`${registry.url}/api/v1/keys`)).body;
  const pins = { registry: registry.url, fingerprint: keys[0].fingerprint };
  expect((await run((session) => addTrust(session, pins))).code).toBe(0);
});
afterAll(async () => {
  await registry.close();
  await home.remove();
});

test("Q4 a token installs a private skill with its hidden entry in the log, and verify checks that offline; without one it is not there", async () => {
  const spec = { specs: ["ours"], allowExperimental: true };
  expect(await run((session) => install(session, spec))).toMatchObject({ code: 3 });
  const installed = await run((session) => install(session, spec), ada);
  expect([installed.code, installed.said]).toEqual([0, installed.said]);
  const proof = await readFile(join(home.dir, "home/skills/ours/.tlog-proof"), "utf8");
  const extra = Buffer.from(/^extra (.+)$/m.exec(proof)?.[1] ?? "", "base64").toString();
  expect(extra).toMatch(/^private: sha256:/m);
  expect(extra).not.toContain("ours");
  const bill = JSON.parse(await readFile(join(home.dir, "home/skills/ours/bom.cdx.json"), "utf8"));
  expect(bill.metadata.component).toMatchObject({ name: "ours", version: "1.0.0" });
  const verified = await run((session) => verify(session, { target: "ours", offline: true }));
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining("of the log skills.example/log")]);
  expect((await run((session) => info(session, { spec: "ours" }), ada)).code).toBe(0);
  expect((await run((session) => info(session, { spec: "ours" }))).code).toBe(3);
});
