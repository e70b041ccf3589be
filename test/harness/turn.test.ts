import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runsInAnyCase, turnOf } from "./turn.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILES = Array.from({ length: 200 }, (_, n) => `test/some/file-${n}.long.test.ts`);
const COMMITS = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(40, "0"));

test("one in ten of the long files runs in any case, first in its order, and each file's turn comes", () => {
  for (const commit of COMMITS) {
    const turns = new Map(FILES.map((path) => [path, turnOf(commit, path)]));
    const order = FILES.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    const chosen = FILES.filter((path) => runsInAnyCase(commit, path));
    expect(chosen.length).toBeGreaterThan(5);
    expect(chosen.length).toBeLessThan(50);
    expect(new Set(order.slice(0, chosen.length))).toEqual(new Set(chosen));
  }
  // In forty commits one file in seventy, at most, was never chosen.
  const never = FILES.filter((path) => !COMMITS.some((commit) => runsInAnyCase(commit, path)));
  expect(never.length).toBeLessThan(20);
});

test("a file that is not reached in time is a skipped test of its name; without a time each is run", async () => {
  const dir = await mkdtemp(join(ROOT, "node_modules/.cache/turn-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const config = { test: { include: ["*.check.ts"], runner: join(ROOT, "test/harness/bounded-runner.ts") } };
  await writeFile(join(dir, "vitest.config.ts"), `export default ${JSON.stringify(config)};`);
  await writeFile(join(dir, "one.check.ts"), `import { test } from "vitest"; test("was run", () => undefined);`);
  const run = async (environment: Record<string, string>) => {
    const report = join(dir, "report.json");
    const child = spawn("npx", ["vitest", "run", "--root", dir, "--reporter=json", `--outputFile=${report}`], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: "ignore",
    });
    await once(child, "close");
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(await readFile(report, "utf8"));
    return [numPassedTests, numPendingTests, testResults[0].assertionResults[0].title];
  };
  // A commit that does not choose this file.
  const path = join(dir, "one.check.ts").slice(ROOT.length);
  const commit = COMMITS.find((one) => !runsInAnyCase(one, path)) ?? "";
  const chosen = COMMITS.find((one) => runsInAnyCase(one, path)) ?? "";
  expect(await run({ BEGIN_UNTIL: "1", TURN_BY: commit })).toEqual([0, 1, `${path} was not reached in time`]);
  expect(await run({ BEGIN_UNTIL: "1", TURN_BY: chosen })).toEqual([1, 0, "was run"]);
  expect(await run({})).toEqual([1, 0, "was run"]);
});
