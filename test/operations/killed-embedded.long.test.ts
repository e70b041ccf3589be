import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { runProcess, startProcess } from "../harness/process.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { pause, until } from "../harness/until.ts";

const TOKEN = "test-admin-token-of-24-characters-or-more";

test("R3 the embedded process is killed in a storm of publishes: what was answered is there whole, nothing else is seen, and no orphan stays", async () => {
  const dataDir = await freshDataDir();
  const env = { DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, SCANNER_DIR: join(dataDir, "none"), RATE_LIMIT_WRITES: "0" };
  const asAuthor = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const accepted: string[] = [];
  const tried: string[] = [];
  let author = "";
  for (const [round, lifeMs] of [700, 1_100].entries()) {
    const server = await startProcess({ env });
    if (round === 0) author = await account(server.url, TOKEN, "ada");
    const writer = async (letter: string) => {
      for (let n = 0; ; n += 1) {
        const name = `storm-${round}-${letter}-${n}`;
        tried.push(name);
        const { status } = await publish(server.url, author, sampleZip({ name }));
        expect(status).toBe(201);
        accepted.push(name);
      }
    };
    const storm = Promise.allSettled(["a", "b", "c"].map(writer));
    // The storm is on once something came through: starting takes as long as the machine lets it.
    const before = accepted.length;
    await until(async () => accepted.length > before);
    await pause(lifeMs);
    server.kill("SIGKILL");
    await server.exited;
    await storm;
  }
  expect(accepted.length).toBeGreaterThan(0);

  const collected = await runProcess({ env, args: ["collect-orphans", "--older-than-hours", "0"] });
  expect(collected.exitCode, collected.output).toBe(0);
  const server = await startProcess({ env });
  const known = new Set<string>();
  for (const name of tried) {
    const { status, body } = await call(`${server.url}/api/v1/skills/${name}/1.0.0`, { token: author });
    // What nobody was told of may or may not have been written; half of it never.
    expect(accepted.includes(name) ? [200] : [200, 404], name).toContain(status);
    if (status === 404) {
      expect((await publish(server.url, author, sampleZip({ name }))).status).toBe(201);
      continue;
    }
    for (const { archive, integrity } of body.artifacts) {
      const address = `${server.url}/api/v1/skills/${name}/1.0.0/download?archive=${archive}`;
      const bytes = Buffer.from(await (await fetch(address, asAuthor(author))).arrayBuffer());
      expect(`sha256-${createHash("sha256").update(bytes).digest("base64")}`).toBe(integrity);
      known.add(Buffer.from(integrity.slice(7), "base64").toString("hex"));
    }
    expect((await publish(server.url, author, sampleZip({ name }))).status).toBe(200);
  }
  await server.close();
  const again = await runProcess({ env, args: ["collect-orphans", "--older-than-hours", "0"] });
  expect(again.output).toContain("Removed 0 of");
  const entries = await readdir(join(dataDir, "blobs", "sha256"), { recursive: true, withFileTypes: true });
  const blobs = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  for (const digest of known) expect(blobs).toContain(digest);
  await rm(dataDir, { recursive: true, force: true });
});
