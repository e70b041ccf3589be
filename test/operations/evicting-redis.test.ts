import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey } from "@gaia/trust";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startRedis } from "../harness/redis-server.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { freshDatabase, service } from "../harness/services.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { until } from "../harness/until.ts";

const postgres = await service("postgres");

await describeWith("redis", "a Redis that drops keys is a warning in every role (first week, B8)", () => {
  test.skipIf(!postgres.available)("all, api and worker start, and say what is lost and how it is mended", async () => {
    const redis = await startRedis(undefined, "allkeys-lru");
    onTestFinished(() => redis.stop());
    const environment = {
      DATABASE_URL: await freshDatabase(),
      REDIS_URL: redis.url,
      SIGNING_KEY: generateSigningKey(),
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      LOG_LEVEL: "warn",
    };
    // The first one migrates.
    for (const ROLE of ["all", "api", "worker"]) {
      const dataDir = await freshDataDir();
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const logFile = join(dataDir, "registry.log");
      const registry = await startTestRegistry({
        environment: { ...environment, ROLE },
        dataDir,
        logFile,
        withoutScanners: true,
      });
      onTestFinished(() => registry.close());
      const warnings = async () =>
        (await readFile(logFile, "utf8")).split("\n").filter((line) => line.includes('"event":"redis_evicts"'));
      await until(async () => (await warnings()).length > 0, 10_000);
      expect((await warnings()).map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { level: "warn", policy: "allkeys-lru", msg: expect.stringMatching(/jobs that wait .* CONFIG SET/) },
      ]);
      expect((await call(`${registry.url}/readyz`)).status, ROLE).toBe(200);
    }
  });
});
