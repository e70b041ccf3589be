import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate, openDatabase } from "@gaia/db";
import { settleRegistryKey } from "@gaia/registry";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { expect, it } from "vitest";
import { account, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";

await describeWith("postgres", "first starts at once", () => {
  it("of several processes that start on an empty database with one key, each starts, and the key stands there once", async () => {
    const url = await freshDatabase();
    const database = await openDatabase({ url, dataDir: "unused" });
    try {
      await migrate(database, fileURLToPath(new URL("../../migrations", import.meta.url)));
      const signer = registrySigner(generateSigningKey());
      const ctx = { db: database.db, signer, now: () => new Date(), warn: () => {} } as unknown as Parameters<
        typeof settleRegistryKey
      >[0];
      await Promise.all(Array.from({ length: 8 }, () => settleRegistryKey(ctx)));
      const rows = await database.withSession((session) => session.query("SELECT key_id, state FROM registry_keys"));
      expect(rows).toEqual([{ key_id: signer.publicKey.key_id, state: "current" }]);
    } finally {
      await database.close();
    }
  });

  it("a second process that was given no key does not take the first one's place with a key of its own", async () => {
    const environment = { DATABASE_URL: await freshDatabase() };
    const first = await startTestRegistry({ environment, withoutScanners: true });
    const dataDir = await mkdtemp(join(tmpdir(), "second-"));
    const second = () => startTestRegistry({ environment, dataDir, withoutScanners: true });
    try {
      // Twice: a key that the first try left behind would be one that was given.
      await expect(second()).rejects.toThrow("Set SIGNING_KEY to that key");
      await expect(second()).rejects.toThrow("Set SIGNING_KEY to that key");
      const author = await account(first.url, first.adminToken, "ada");
      expect((await publish(first.url, author, sampleZip({ name: "still-signed" }))).status).toBe(201);
    } finally {
      await first.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
