import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { pause } from "../harness/until.ts";

let registry: TestRegistry;
let ada: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  const eve = await account(registry.url, registry.adminToken, "eve");
  await publishedAtOnce(registry, { token: ada, name: "of-ada", version: "1.0.0" });
  await publishedAtOnce(registry, { token: eve, name: "of-eve", version: "1.0.0" });
  await registry.settle();
});
afterAll(() => registry.close());

const PATHS = ["/api/v1/skills/of-ada", "/api/v1/skills/of-eve", "/api/v1/skills/of-ada/1.0.0"];
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

test("T7 what a publisher does with a skill that strangers may not see leaves what is kept of its other skills", async () => {
  await keptAtRest();
  const zip = sampleZip({ name: "secret-plan" });
  expect((await publish(registry.url, ada, zip, "?publisher=ada&visibility=private")).status).toBe(201);
  await registry.settle();
  await pause(500);
  expect(kept()).toEqual(PATHS);
});
