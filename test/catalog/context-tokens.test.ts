import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(() => registry.close());

const cost = async (name: string, more: Record<string, string> = {}) => {
  const files = sampleFiles({ name });
  expect((await publish(registry.url, ada, zipOf({ ...files, ...more }))).status).toBe(201);
  await inspected(registry.url, name, "1.0.0", ada);
  const one = (await call(`${registry.url}/api/v1/skills/${name}/1.0.0`)).body;
  const latest = (await call(`${registry.url}/api/v1/skills/${name}`)).body;
  expect(latest.context_tokens).toEqual(one.context_tokens);
  return one.context_tokens;
};

test("what a version takes of a model's context is counted at its inspection", async () => {
  const plain = await cost("plain-notes");
  expect(plain).toMatchObject({ encoding: "o200k_base" });
  expect(plain.always).toBeGreaterThan(3);
  expect(plain.at_most).toBeGreaterThanOrEqual(plain.when_used);
  // A file that nobody names costs nothing; one that the instructions name does.
  const unread = await cost("notes-unread", { "apart.md": "Nobody reads this line.\n" });
  expect(unread.at_most).toBe(plain.at_most);
});

test("a file that the instructions lead to counts at most, and not before", async () => {
  const { "SKILL.md": manifest = "" } = sampleFiles({ name: "notes-led" }) as Record<string, string>;
  const bare = await cost("notes-bare", {
    "SKILL.md": `${manifest.replaceAll("notes-led", "notes-bare")}\nRead more.\n`,
  });
  const led = await cost("notes-led", {
    "SKILL.md": `${manifest}\nRead references/more.md.\n`,
    "references/more.md": "One line more, and another one.\n".repeat(20),
  });
  expect(led.when_used - bare.when_used).toBeLessThan(10);
  expect(led.at_most - led.when_used).toBeGreaterThan(100);
});
