import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

// Four times as many processes want to run as there are cores.

let registry: TestRegistry;
let author: string;
const hogs: ChildProcess[] = [];
/** They end by themselves should nobody end them. */
const HOG = "const end = Date.now() + 150_000; while (Date.now() < end);";

beforeAll(async () => {
  registry = await startTestRegistry({ scansAnew: true });
  author = await account(registry.url, registry.adminToken, "ada");
  for (let count = 0; count < 4 * availableParallelism(); count += 1)
    hogs.push(spawn(process.execPath, ["-e", HOG], { stdio: "ignore" }));
});
afterAll(async () => {
  for (const hog of hogs) hog.kill("SIGKILL");
  await registry.close();
});

/** Some hundred kilobytes of code and prose, as the largest published skills have. */
function largeSkill(name: string) {
  const unit = (n: number): string =>
    `def convert_${n}(value: float, unit: str = "m") -> dict:\n    factors = {"m": 1.0, "km": 1000.0, "ft": 0.3048}\n    if unit not in factors:\n        return {"error": f"unknown unit {unit}"}\n    return {"value": round(value * factors[unit], ${n % 7})}\n`;
  const library = Array.from({ length: 20 }, (_, file) => [
    `lib/part_${file}.py`,
    Array.from({ length: 60 }, (_each, at) => unit(file * 100 + at)).join("\n\n"),
  ]);
  const line = "Read the table first, then say in one sentence what changed since the last one, with its date.\n";
  return { ...sampleFiles({ name }), ...Object.fromEntries(library), "references/guide.md": line.repeat(1_500) };
}

test("on a busy machine nothing is unscanned for want of time", async () => {
  const names = ["large-and-busy", "small-and-busy"];
  const [large, small] = names as [string, string]; // two of them
  expect((await publish(registry.url, author, zipOf(largeSkill(large)))).status).toBe(201);
  expect((await publish(registry.url, author, zipOf(sampleFiles({ name: small })))).status).toBe(201);
  for (const name of names) {
    await inspected(registry.url, name, "1.0.0", author, 240_000);
    const { body } = await call(`${registry.url}/api/v1/skills/${name}/1.0.0/scan`, { token: author });
    const unscanned = body.scanners.filter(({ status }: { status: string }) => status === "unscanned");
    expect({ name, unscanned }).toEqual({ name, unscanned: [] });
  }
}, 300_000);
