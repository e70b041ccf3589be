import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultyEndpoint } from "../../packages/storage/test/faulty-endpoint.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { startProcess } from "../harness/process.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { rowsOf, standingOf } from "../harness/rows.ts";
import { sampleFiles, sampleZip, zipOf } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { until } from "../harness/until.ts";

/** A parameter that means nothing: no rendered page is in the cache for it. */
// What a read passes over, and what no cache has seen.
const unseen = () => `utm_content=${crypto.randomUUID()}`;

async function blobFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "blobs", "sha256"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("Blobs go bad on the disk", () => {
  test("R6 a download of damaged, cut or missing bytes answers 503, and the right bytes again once they are back", async () => {
    const registry = await startTestRegistry();
    const author = await account(registry.url, registry.adminToken, "ada");
    const published = await publish(registry.url, author, sampleZip({ name: "spoiled" }));
    await inspected(registry.url, "spoiled", "1.0.0", author);
    const files = await blobFiles(registry.dataDir);
    const originals = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
    const address = `${registry.url}/api/v1/skills/spoiled/download`;
    const good = await (await fetch(`${address}?${unseen()}`)).arrayBuffer();
    const spoil: [string, (file: string, bytes: Buffer) => Promise<void>][] = [
      [
        "a flipped bit",
        async (file, bytes) => {
          const changed = Buffer.from(bytes);
          changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
          await writeFile(file, changed);
        },
      ],
      ["a cut tail", (file, bytes) => truncate(file, bytes.length - 1)],
      ["no bytes", (file) => truncate(file, 0)],
      ["other bytes", (file) => writeFile(file, zipOf({ "SKILL.md": "---\nname: evil\n---\n" }))],
    ];
    for (const [what, act] of spoil) {
      for (const [file, bytes] of originals) await act(file, bytes);
      for (const archive of ["zip", "tgz"]) {
        const answer = await call(`${address}?archive=${archive}&${unseen()}`);
        expect(answer.status, what).toBe(503);
        expect(answer.body).toMatchObject({ code: "unavailable" });
        expect(answer.headers.get("retry-after")).not.toBeNull();
        expect(answer.headers.get("etag")).toBeNull();
        expect(JSON.stringify(answer.body)).not.toContain(registry.dataDir);
      }
      // The rest of the registry goes on.
      expect((await call(`${registry.url}/api/v1/skills/spoiled`)).status).toBe(200);
    }
    // The same publish again puts what was lost; it is no new version.
    expect((await publish(registry.url, author, sampleZip({ name: "spoiled" }))).status).toBe(200);
    for (const [file, bytes] of originals) await writeFile(file, bytes);
    const healed = await fetch(`${address}?${unseen()}`);
    expect(healed.status).toBe(200);
    expect(Buffer.from(await healed.arrayBuffer())).toEqual(Buffer.from(good));
    expect(published.body.integrity).toBe(
      `sha256-${Buffer.from((healed.headers.get("repr-digest") ?? "").slice(9, -1), "base64").toString("base64")}`,
    );
    await registry.close();
  });

  test("R6 an inspection whose package cannot be read is tried again until it can", async () => {
    const registry = await startTestRegistry({ environment: { WORKER_CONCURRENCY: "1" } });
    const author = await account(registry.url, registry.adminToken, "ada");
    // The first one keeps the only worker busy while the second one's bytes are spoiled.
    const slow = { ...sampleFiles({ name: "slow" }), "big.py": "value = [1, 2, 3]\n".repeat(4_000) };
    await publish(registry.url, author, zipOf(slow));
    const before = new Set(await blobFiles(registry.dataDir));
    await publish(registry.url, author, sampleZip({ name: "unreadable" }));
    const its = (await blobFiles(registry.dataDir)).filter((file) => !before.has(file));
    const originals = await Promise.all(its.map(async (file) => [file, await readFile(file)] as const));
    for (const [file] of originals) await writeFile(file, "not a package");
    await until(async () => {
      const [row] = await rowsOf<{ attempts: number }>(
        registry,
        "SELECT attempts FROM inspections i JOIN versions v ON v.inspection_id = i.id JOIN skills s ON s.id = v.skill_id WHERE s.name = 'unreadable'",
      );
      return (row?.attempts ?? 0) >= 1;
    });
    expect((await call(`${registry.url}/api/v1/skills/unreadable/1.0.0`)).status).toBe(404);
    for (const [file, bytes] of originals) await writeFile(file, bytes);
    expect(await inspected(registry.url, "unreadable", "1.0.0", author)).toMatchObject({
      status: "published",
      verdict: "ALLOW",
    });
    await registry.settle();
    expect(await standingOf(registry, "unreadable")).toEqual([
      expect.objectContaining({ completed: 1, verdict_statements: 1, verdict_audits: 1 }),
    ]);
    await registry.close();
  });
});

await describeScaled("The bucket misbehaves", (form) => {
  test("R6 whatever S3 answers, a download is right or 503, and a publish is whole or nothing", async () => {
    const environment = await form.environment();
    const endpoint = await faultyEndpoint(environment["S3_ENDPOINT"] ?? "");
    const registry = await startTestRegistry({
      environment: { ...environment, S3_ENDPOINT: endpoint.url },
    });
    const author = await account(registry.url, registry.adminToken, "ada");
    await publish(registry.url, author, sampleZip({ name: "steady" }));
    await inspected(registry.url, "steady", "1.0.0", author);
    await registry.settle();
    const address = `${registry.url}/api/v1/skills/steady/1.0.0/download`;
    const good = Buffer.from(await (await fetch(`${address}?${unseen()}`)).arrayBuffer());
    for (const fault of ["answer-500", "answer-404-html", "flip-bit", "drop-tail"] as const) {
      endpoint.always(fault);
      const answer = await fetch(`${address}?${unseen()}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([200, 503], fault).toContain(answer.status);
      if (answer.status === 200) expect(bytes.equals(good), fault).toBe(true);
      if (fault === "answer-500") {
        const refused = await publish(registry.url, author, sampleZip({ name: `during-${fault}` }));
        expect(refused.status, fault).toBe(503);
        expect(refused.body.code).toBe("unavailable");
        expect((await call(`${registry.url}/api/v1/skills/during-${fault}`, { token: author })).status).toBe(404);
        expect((await call(`${registry.url}/readyz`)).status, fault).toBe(503);
      }
      endpoint.always(null);
      if (fault === "answer-500") {
        expect((await publish(registry.url, author, sampleZip({ name: `during-${fault}` }))).status).toBe(201);
      }
    }
    expect(Buffer.from(await (await fetch(`${address}?${unseen()}`)).arrayBuffer()).equals(good)).toBe(true);
    expect((await call(`${registry.url}/readyz`)).status).toBe(200);
    await registry.settle();
    await registry.close();
    await endpoint.close();
  });
});

await describeWith("bubblewrap", "The disk is full", (bwrap) => {
  test("R9 a publish that finds no room answers 503 and leaves nothing, and the server lives on", async () => {
    const dataDir = await freshDataDir();
    // The blobs alone lie on a disk of one MiB.
    const room = [
      "--bind",
      "/",
      "/",
      "--dev-bind",
      "/dev",
      "/dev",
      "--size",
      String(1024 * 1024),
      "--tmpfs",
      join(dataDir, "blobs"),
    ];
    const adminToken = "test-admin-token-of-24-characters-or-more";
    const server = await startProcess({
      wrapper: [bwrap.url, ...room, "--die-with-parent"],
      env: { DATA_DIR: dataDir, ADMIN_TOKEN: adminToken, SCANNER_DIR: join(dataDir, "none") },
    });
    const author = await account(server.url, adminToken, "ada");
    expect((await publish(server.url, author, sampleZip({ name: "fits" }))).status).toBe(201);
    // Twice what does not compress, as zip and as tar, is more than the disk holds.
    const noise = randomBytes(700_000);
    for (let round = 0; round < 3; round += 1) {
      const big = zipOf({ ...sampleFiles({ name: "too-big", body: `Round ${round}` }), "noise.bin": noise });
      const refused = await publish(server.url, author, big);
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject({ code: "unavailable" });
      expect((await call(`${server.url}/api/v1/skills/too-big`, { token: author })).status).toBe(404);
    }
    expect((await call(`${server.url}/healthz`)).status).toBe(200);
    expect((await call(`${server.url}/api/v1/skills/fits/1.0.0`, { token: author })).status).toBe(200);
    const download = await fetch(`${server.url}/api/v1/skills/fits/1.0.0/download`, {
      headers: { authorization: `Bearer ${author}` },
    });
    expect(download.status).toBe(200);
    // Small ones find room again: nothing of the refused ones was left behind half written.
    for (let n = 0; n < 5; n += 1) {
      expect((await publish(server.url, author, sampleZip({ name: `later-${n}` }))).status).toBe(201);
    }
    expect((await call(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
