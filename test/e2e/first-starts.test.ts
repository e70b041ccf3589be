import { fileURLToPath } from "node:url";
import { migrate, openDatabase } from "@gaia/db";
import { settleRegistryKey } from "@gaia/registry";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { expect, it } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { freshDatabase } from "../harness/services.ts";

await describeWith("postgres", "first starts at once", () => {
  it("4 of several processes that start on an empty database with one key, each starts, and the key stands there once", async () => {
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
});
