import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { startCost } from "../harness/cost.ts";
import { sampleZip } from "../harness/samples.ts";
import { HOSTILE_PACKAGES } from "./hostile-packages.ts";
import type { HostilePackage } from "../harness/hostile/hostile-package.ts";

const MIB = 1024 * 1024;
/** One package may cost this process so many plain readings beside the threads that read it, whatever it holds. */
const MOST_COST = 3_000;

let registry: TestRegistry;
let author: string;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  author = await account(registry.url, registry.adminToken, "mallory");
});
afterAll(() => registry.close());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function residentMib(): number {
  collectGarbage();
  return process.memoryUsage().rss / MIB;
}

async function send({ build, contentType, query }: HostilePackage) {
  const cost = startCost();
  const answer = await call(`${registry.url}/api/v1/skills${query ?? ""}`, {
    token: author,
    body: build() as Uint8Array<ArrayBuffer>,
    type: contentType,
  });
  return { ...answer, cost: cost() };
}

const verdictOf = (status: number, body: { errors?: { code: string; severity: string }[] }, wanted: string | null) => {
  const codes = (body.errors ?? []).filter(({ severity }) => severity === "error").map(({ code }) => code);
  // One package can be wrong in more than one way; its own code must be among them.
  return { status, code: wanted === null || codes.includes(wanted) ? wanted : codes.join(" ") };
};

const batches = Map.groupBy(HOSTILE_PACKAGES, ({ id }) => id.split("-", 1)[0] ?? id);

test("there are at least 200 of them, each with a name of its own", () => {
  expect(HOSTILE_PACKAGES.filter(({ expect: { status } }) => status !== 201).length).toBeGreaterThanOrEqual(200);
  expect(new Set(HOSTILE_PACKAGES.map(({ id }) => id)).size).toBe(HOSTILE_PACKAGES.length);
  const bytesTwice = HOSTILE_PACKAGES.filter((_, n) => n % 20 === 0).map(({ build }) => [build(), build()]);
  for (const [first, second] of bytesTwice) expect(first).toEqual(second);
});

test.each([...batches])("%s: each is answered with its own code, and the next publish works", async (attack, batch) => {
  const before = residentMib();
  const answers = [];
  for (const hostile of batch) {
    const { status, body, cost } = await send(hostile);
    answers.push({ id: hostile.id, ...verdictOf(status, body, hostile.expect.code) });
    expect(cost, hostile.id).toBeLessThan(MOST_COST);
    if (status === 201) expect({ id: hostile.id, tier: body.security_tier }).toMatchObject({ tier: "experimental" });
  }
  expect(answers).toEqual(batch.map(({ id, expect: expected }) => ({ id, ...expected })));
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  const next = await publish(registry.url, author, sampleZip({ name: `after-${attack.toLowerCase()}` }));
  expect(next.status).toBe(201);
  expect(residentMib() - before).toBeLessThan(256);
});

test("nothing of what was refused is there, and the memory is as it was", async () => {
  const warm = residentMib();
  const large = HOSTILE_PACKAGES.filter(({ id }) => /^(?:A1[5-9]|Y8)/.test(id));
  for (const hostile of [...large, ...large]) await send(hostile);
  expect(residentMib() - warm).toBeLessThan(128);
  const listed = await call(`${registry.url}/api/v1/skills?limit=100`, { token: author });
  const names = listed.body.items.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => name.startsWith("hostile-"))).toEqual([]);
  const found = await call(`${registry.url}/api/v1/skills/hostile-manifest`, { token: author });
  expect(found.status).toBe(404);
});
