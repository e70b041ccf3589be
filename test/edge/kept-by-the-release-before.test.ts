import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let ada: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishedAtOnce(registry, { token: ada, name: "withdrawn", version: "1.0.0" });
  await registry.settle();
});
afterAll(() => registry.close());

// docs/operations.md: old processes run on while new ones start, and going back one release needs no step in the database. Until 0058 what
// `skill_changed` says was the name alone, and a process of that release forgets what it keeps of the skill of exactly that name.
test("a process of the release before hears of a quarantine, too: the name alone is among what is told", async () => {
  const heard: string[] = [];
  const stop = await registry.running.services.database.listen(
    "skill_changed",
    (said) => void heard.push(said),
    () => {},
  );
  const answer = await call(`${registry.url}/api/v1/admin/skills/withdrawn/1.0.0/quarantine`, {
    token: registry.adminToken,
    json: { reason: "it harms" },
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => heard.some((said) => said.includes("withdrawn"))).toBe(true);
  await stop();
  expect(heard).toContain("withdrawn");
});
