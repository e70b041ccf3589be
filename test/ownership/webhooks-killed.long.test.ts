import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { hookReceiver, type Received } from "../harness/hook-receiver.ts";
import { startProcess } from "../harness/process.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { pause, until } from "../harness/until.ts";

const TOKEN = "test-admin-token-of-24-characters-or-more";
/** Longer than a lease of docs/architecture/webhooks.md. */
const AFTER_LEASE_MS = 121_000;

test("a process is killed between a message and its note: after the lease it is sent once more, with the same id, and what came meanwhile follows", async () => {
  const dataDir = await freshDataDir();
  const receiver = await hookReceiver();
  // The first message arrives, and its answer does not.
  receiver.answer(() => undefined);
  const environment = { WEBHOOK_HOSTS: receiver.url };
  const killed = await startProcess({
    env: { ...environment, DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, SCANNER_DIR: join(dataDir, "none") },
  });
  const ada = await account(killed.url, TOKEN, "ada");
  const hooks = "/api/v1/publishers/ada/webhooks";
  const json = { address: `${receiver.url}/killed` };
  const { body: hook } = await call(`${killed.url}${hooks}`, { token: ada, json });
  await call(`${killed.url}${hooks}/${hook.id}/test`, { method: "POST", token: ada });
  await until(async () => receiver.received.length === 1);
  // A decision that waits for its fan-out, or has just had it, is not lost either.
  expect((await publish(killed.url, ada, sampleZip({ name: "after-the-kill" }))).status).toBe(201);
  killed.kill("SIGKILL");
  await killed.exited;

  receiver.answer((response) => response.writeHead(204).end());
  const registry = await startTestRegistry({ dataDir, withoutScanners: true, environment });
  const log = async () =>
    (await call(`${registry.url}${hooks}/${hook.id}/deliveries`, { token: ada })).body.items as {
      type: string;
      state: string;
      webhook_id: string;
      attempts: { status: number }[];
    }[];
  // Whoever holds the lease may still be sending.
  await pause(5_000);
  expect(receiver.received).toHaveLength(1);
  registry.running.services.registry.now = () => new Date(Date.now() + AFTER_LEASE_MS);
  const typesOf = (messages: Received[]) => messages.map(({ json: { type } }) => type);
  await until(async () => typesOf(receiver.received).includes("version.published"), 60_000);
  await until(async () => (await log()).every(({ state }) => state === "delivered"));
  const tests = receiver.received.filter(({ json: { type } }) => type === "webhook.test");
  expect(tests).toHaveLength(2);
  expect(new Set(tests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  // Each try has a time and a signature of its own; nothing else came twice.
  for (const { headers, body } of tests) {
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(hook.secret).sign(String(headers["webhook-id"]), sentAt, body);
    expect(headers["webhook-signature"]).toBe(signature);
  }
  const others = receiver.received.filter(({ json: { type } }) => type !== "webhook.test");
  expect(typesOf(others).toSorted()).toEqual(["version.published", "version.verdict"]);
  // The try of the process that was killed was noted by nobody.
  expect((await log()).find(({ type }) => type === "webhook.test")?.attempts).toMatchObject([{ status: 204 }]);
  await registry.close();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});
