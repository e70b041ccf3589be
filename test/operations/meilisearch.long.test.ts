import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type MeilisearchServer, startMeilisearch } from "../harness/meilisearch-server.ts";
import { runProcess } from "../harness/process.ts";
import { describeScaled } from "../harness/scaled.ts";
import { sampleZip } from "../harness/samples.ts";
import { startScaled, walk } from "../harness/whole-walk.ts";

await describeWith("meilisearch", "the whole job on Meilisearch", () =>
  describeScaled("beside PostgreSQL, Redis and S3", (form) => {
    let meilisearch: MeilisearchServer;
    let registry: Awaited<ReturnType<typeof startScaled>>;
    beforeAll(async () => {
      meilisearch = await startMeilisearch();
      const search = { MEILI_URL: meilisearch.url, MEILI_API_KEY: meilisearch.apiKey, SWEEP_SECONDS: "1" };
      registry = await startScaled({ ...(await form.environment()), ...search });
    });
    afterAll(async () => {
      await registry?.close();
      await meilisearch?.stop();
    });

    const api = (path: string) => `${registry.url}/api/v1${path}`;
    const token = () => registry.adminToken;
    const find = async (words: string) => {
      const { status, body } = await call(api(`/search?q=${encodeURIComponent(words)}`));
      const names = (body.hits ?? []).map((hit: { name: string }) => hit.name);
      const counted = Object.values<number>(body.facets?.tier ?? {}).reduce((sum, count) => sum + count, 0);
      return { status, names, total: body.total, counted };
    };
    const holds = (names: string[]) => ({ status: 200, names, total: names.length, counted: names.length });
    const eventually = { timeout: 60_000, interval: 200 };

    describe("is walked", () => walk(async () => ({ ...registry, close: async () => undefined })));

    test("killed: a search is told to come later, nothing else minds; up again, it hears what it missed", async () => {
      await publish(registry.url, token(), sampleZip({ name: "lighthouse-one" }));
      await inspected(registry.url, "lighthouse-one", "1.0.0", token());
      await expect.poll(() => find("lighthouse"), eventually).toEqual(holds(["lighthouse-one"]));
      process.kill(meilisearch.pid, "SIGKILL");
      await expect.poll(async () => (await find("lighthouse one")).status, eventually).toBe(503);
      const published = await publish(registry.url, token(), sampleZip({ name: "lighthouse-two" }));
      expect(published.status).toBe(201);
      await inspected(registry.url, "lighthouse-two", "1.0.0", token());
      expect((await call(api("/skills/lighthouse-two"))).status).toBe(200);
      meilisearch = await startMeilisearch(meilisearch);
      await expect
        .poll(async () => ({ ...(await find("lighthouse")), names: [] }), eventually)
        .toEqual({ ...holds(["", ""]), names: [] });
    });

    test("it lags: what is gone is neither a hit nor counted, though the index knows it still", async () => {
      // Halted, it takes nothing in; the process goes on where it stood.
      process.kill(meilisearch.pid, "SIGSTOP");
      const yanked = await call(api("/skills/lighthouse-one/1.0.0/yank"), { token: token(), json: { reason: "old" } });
      expect(yanked.status, JSON.stringify(yanked.body)).toBe(200);
      process.kill(meilisearch.pid, "SIGCONT");
      const seen = await find("lighthouse");
      expect(seen).toEqual(holds(["lighthouse-two"]));
      await expect.poll(() => find("lighthouse"), eventually).toEqual(holds(["lighthouse-two"]));
    });

    test("its disk is lost: it finds nothing, and rebuild-search brings everything back", async () => {
      const { port, apiKey } = meilisearch;
      await meilisearch.stop();
      meilisearch = await startMeilisearch({ port, apiKey });
      await expect.poll(() => find("lighthouse"), eventually).toEqual(holds([]));
      const rebuilt = await runProcess({ args: ["rebuild-search"], env: registry.env });
      expect(rebuilt.exitCode, rebuilt.output).toBe(0);
      await expect.poll(() => find("lighthouse"), eventually).toEqual(holds(["lighthouse-two"]));
      await expect.poll(() => find("lighthuose"), eventually).toEqual(holds(["lighthouse-two"]));
    });
  }),
);
