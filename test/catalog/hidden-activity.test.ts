import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { describeForms } from "../harness/scaled.ts";
import { sampleZip } from "../harness/samples.ts";
import { pause } from "../harness/until.ts";

const LISTS = ["/api/v1/skills", "/api/v1/skills?publisher=ada", "/api/v1/search?q=of-ada"];
const OF_ADA = ["/api/v1/skills/of-ada", "/api/v1/skills/of-ada/1.0.0"];
const PATHS = [...OF_ADA, "/api/v1/skills/of-eve", ...LISTS];

await describeForms("what strangers see of hidden work", (form) => {
  let registry: TestRegistry;
  let ada: string;
  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: await form.environment() });
    ada = await account(registry.url, registry.adminToken, "ada");
    const eve = await account(registry.url, registry.adminToken, "eve");
    await publishedAtOnce(registry, { token: ada, name: "of-ada", version: "1.0.0" });
    await publishedAtOnce(registry, { token: eve, name: "of-eve", version: "1.0.0" });
    await registry.settle();
  });
  afterAll(() => registry?.close());

  const kept = () => PATHS.filter((path) => registry.running.services.pages.find(path) !== undefined);
  /** Kept, and kept still when what a publish sets off is over. */
  const keptAtRest = () =>
    expect
      .poll(
        async () => {
          for (const path of PATHS) expect((await call(`${registry.url}${path}`)).status).toBe(200);
          await pause(1_500);
          return kept();
        },
        { timeout: 40_000 },
      )
      .toEqual(PATHS);
  /** What the database says until `work` is done, without plain names. */
  async function said(work: () => Promise<void>): Promise<unknown[]> {
    const heard: string[] = [];
    const stop = await registry.running.services.database.listen(
      "skill_changed",
      (text) => void heard.push(text),
      () => {},
    );
    await work();
    await pause(500);
    await stop();
    return [...new Set(heard)].filter((text) => text.startsWith("{")).map((text) => JSON.parse(text) as unknown);
  }
  const settings = async (name: string, json: unknown) =>
    expect(
      (await call(`${registry.url}/api/v1/skills/${name}/settings`, { token: ada, json, method: "PATCH" })).status,
    ).toBe(200);

  test("Q4 what a publisher does with a skill that strangers may not see leaves everything that is kept of others", async () => {
    await keptAtRest();
    const changes = await said(async () => {
      const zip = sampleZip({ name: "secret-plan" });
      expect((await publish(registry.url, ada, zip, "?publisher=ada&visibility=private")).status).toBe(201);
      await registry.settle();
      await pause(500);
      const yank = `${registry.url}/api/v1/skills/secret-plan/1.0.0/yank`;
      expect((await call(yank, { token: ada, json: { reason: "not so secret" } })).status).toBe(200);
      await registry.settle();
    });
    expect(changes).toEqual([{ skill: "secret-plan", publishers: [], collections: [], catalog: false }]);
    expect(kept()).toEqual(PATHS);
  });

  test("a skill that is hidden is gone from all that is kept, and one that is shown again is there", async () => {
    const change = { skill: "of-ada", publishers: ["ada"], collections: [], catalog: true };
    for (const visibility of ["private", "public"]) {
      expect(await said(() => settings("of-ada", { visibility })), visibility).toContainEqual(change);
      expect(kept().filter((path) => !path.includes("of-eve"))).toEqual([]);
      const status = visibility === "public" ? 200 : 404;
      for (const path of OF_ADA) expect((await call(`${registry.url}${path}`)).status).toBe(status);
      const { body } = await call(`${registry.url}/api/v1/skills`);
      expect(body.items.some(({ name }: { name: string }) => name === "of-ada")).toBe(visibility === "public");
    }
  });
});
