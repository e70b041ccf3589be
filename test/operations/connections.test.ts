import { expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { documentedConnections, watchConnections } from "../harness/connections.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { describeScaled } from "../harness/scaled.ts";
import { pause, until } from "../harness/until.ts";

const documented = documentedConnections();

await describeScaled("connections of a process", ({ environment }) => {
  test.each([
    ["without DATABASE_DIRECT_URL", false],
    ["with it", true],
  ])("%s: as many as docs/operations.md says, and no more (first week, B8)", async (_, isDirect) => {
    const services = await environment();
    const databaseUrl = services["DATABASE_URL"] ?? "";
    const watch = await watchConnections(databaseUrl);
    const direct: Record<string, string> = isDirect ? { DATABASE_DIRECT_URL: databaseUrl } : {};
    const registry = await startTestRegistry({ withoutScanners: true, environment: { ...services, ...direct } });
    const { byName, lookingTwice } = documented;
    const atStart = watch.peaks();
    expect(atStart).toMatchObject({
      "gaia-start": isDirect ? lookingTwice : byName["gaia-start"],
      "gaia-migrate": byName["gaia-migrate"],
    });

    const token = await account(registry.url, registry.adminToken, "ada");
    const published = await publish(registry.url, token, sampleZip({ name: "weather" }));
    expect(published.status).toBe(201);
    // Every read that comes now waits in the database, so that the pool is as large as it gets.
    const lock = await watch.lock("skills");
    const reads = Array.from({ length: 40 }, (__, at) => call(`${registry.url}/api/v1/search?q=weather-${at}`));
    await until(async () => ((await watch.now())["gaia"] ?? 0) >= (byName["gaia"] ?? 0));
    await pause(500);
    await lock.release();
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    const { gaia, "gaia-listen": listening, all } = watch.peaks();
    expect({ gaia, listening }).toEqual({ gaia: byName["gaia"], listening: byName["gaia-listen"] });
    expect(all).toBe((byName["gaia"] ?? 0) + (byName["gaia-listen"] ?? 0));
    await registry.close();
    await until(async () => (await watch.now()).all === 0);
    await watch.close();
  });
});
