import { readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publish } from "../harness/api.ts";
import { startTestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";

/** Ends a line, begins one of its own, and steers a terminal that shows it. */
const FORGED = `x\r\n{"level":30,"msg":"forged by a request"}\n\u001b]0;forged\u0007\u001b[31m\u009b2J\u2028`;

test("X7 X9 what a request brings begins no line of the log, ends none and steers no terminal that shows it", async () => {
  const dir = await mkdtemp(join(tmpdir(), "log-lines-"));
  const logFile = join(dir, "registry.log");
  const registry = await startTestRegistry({ logFile, withoutScanners: true, environment: { LOG_LEVEL: "debug" } });
  const { url, adminToken } = registry;
  const sent = encodeURIComponent(FORGED);
  for (const path of [
    `/api/v1/skills/${sent}`,
    `/api/v1/search?q=${sent}&sort=${sent}`,
    `/${sent}`,
    `/login?back=${sent}`,
  ])
    await fetch(`${url}${path}`, { headers: { "user-agent": `a\tb "${encodeURI(FORGED)}"`, "x-request-id": sent } });
  const json = { email: `${FORGED}@example.org`, password: FORGED };
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  await fetch(`${url}/auth/sign-in`, { method: "POST", headers, body: JSON.stringify(json) });
  await publish(url, adminToken, sampleZip({ name: "forged", description: FORGED }));
  const last = await fetch(`${url}/api/v1/skills/last-of-all`);
  const lines = async () => (await readFile(logFile, "utf8")).split("\n").filter((line) => line !== "");
  await until(async () => (await lines()).some((line) => line.includes("last-of-all")), 20_000);
  await registry.close();
  const all = await lines();
  expect([last.status, all.length > 6]).toEqual([404, true]);
  for (const line of all) {
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    const event = JSON.parse(line) as Record<string, unknown>;
    expect(event["msg"]).not.toBe("forged by a request");
  }
  await rm(dir, { recursive: true });
});
