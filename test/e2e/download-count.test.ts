import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const [name, version] of [
    ["taken", "1.0.0"],
    ["taken", "1.1.0"],
    ["counted", "1.0.0"],
  ] as const)
    await publishedAtOnce(registry, { token: ada, name, version });
});
afterAll(() => registry.close());

async function take(path: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(api(path), { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** What is counted of a skill by now. */
async function downloads(name: string): Promise<number> {
  await registry.running.services.downloads.flush();
  return (await call(api(`/skills/${name}`), { token: ada })).body.downloads;
}

describe("downloads count once for each account or address and day", () => {
  test("T10 a hundred by one address are one, whatever version and whatever it says of itself in X-Forwarded-For", async () => {
    const paths = [
      "/skills/taken/download",
      "/skills/taken/1.0.0/download",
      "/skills/taken/1.1.0/download?archive=tgz",
    ];
    for (let n = 0; n < 100; n += 1) {
      const spoofed = {
        "x-forwarded-for": `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        "x-real-ip": `203.0.113.${n}`,
      };
      await take(paths[n % 3] ?? "", n < 10 ? {} : spoofed);
    }
    expect(await downloads("taken")).toBe(1);
  });

  test("an account counts once with all its tokens, apart from its address", async () => {
    const second = (await call(api("/tokens"), { token: ada, json: { name: "ci", scopes: ["read"] } })).body.token;
    for (const token of [ada, second, ada, second])
      await take("/skills/counted/download", { authorization: `Bearer ${token}` });
    expect(await downloads("counted")).toBe(1);
    await take("/skills/counted/download");
    await take("/skills/counted/download");
    expect(await downloads("counted")).toBe(2);
    // What is no token is nobody's: it counts by its address.
    await take("/skills/counted/download", { authorization: "Bearer gsk_nobody" });
    expect(await downloads("counted")).toBe(2);
  });
});
