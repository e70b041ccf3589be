import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

// An advisory service that is away for a while, in place of the one that the harness starts.

let registry: TestRegistry;
let author: string;
let service: Server;
let failures = 0;
let asked = 0;

beforeAll(async () => {
  service = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end();
    } else response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  // As in ordinary running: the sweep would ring what waits for its turn.
  registry = await startTestRegistry({ environment: { OSV_URL: url, SWEEP_SECONDS: "60" } });
  author = await account(registry.url, registry.adminToken, "ada");
});
afterAll(async () => {
  await registry.close();
  service.close();
});

async function inspectionOf(name: string) {
  const files = { ...sampleFiles({ name }), "requirements.txt": "idna==3.10\n" };
  expect((await publish(registry.url, author, zipOf(files))).status).toBe(201);
  await inspected(registry.url, name, "1.0.0", author, 100_000);
  const { body } = await call(`${registry.url}/api/v1/skills/${name}/1.0.0/scan`, { token: author });
  const [row] = await rowsOf<{ attempts: number }>(
    registry,
    `SELECT attempts FROM inspections i JOIN versions v ON v.inspection_id = i.id JOIN skills s ON s.id = v.skill_id WHERE s.name = '${name}'`,
  );
  return { verdict: body.verdict, reason: body.reason, attempts: row?.attempts };
}

test("S8 a fault that passes costs an inspection a second attempt, and no more", async () => {
  failures = 1;
  const { verdict, attempts } = await inspectionOf("passing-fault");
  expect({ verdict, attempts }).toEqual({ verdict: "ALLOW", attempts: 2 });
});

test("S8 a fault that stays ends as unscanned after three attempts, each later than the one before", async () => {
  failures = Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  const { verdict, reason, attempts } = await inspectionOf("lasting-fault");
  expect({ verdict, attempts }).toEqual({ verdict: "REVIEW", attempts: 3 });
  expect(reason).toMatch(
    /unscanned: pip-audit could not scan it: the advisory service (?:did not answer|cannot be reached)/,
  );
  // 4 s after the first, 8 s after the second.
  expect(performance.now() - startedAt).toBeGreaterThan(11_000);
  expect(asked).toBeGreaterThanOrEqual(3);
});
