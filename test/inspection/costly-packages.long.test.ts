import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { COSTLY_PACKAGES } from "./costly/costly-packages.ts";
import type { ReadingCost } from "./costly/reading-cost.ts";

const program = fileURLToPath(new URL("costly/reading-cost.ts", import.meta.url));

/** CPU time and memory of a whole process, whose only work is to read these packages one after the other. */
function measured(): ReadingCost[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", program], {
    encoding: "utf8",
    timeout: 300_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining("Error") });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReadingCost);
}

/** The bound is looked at every 25 ms, by a thread that has to wait for its turn where others keep the machine busy. */
const LOOK_MS = 800;

test.skipIf(!existsSync("/proc/self/clear_refs"))(
  "one package costs at most 2 s of CPU time, 0.4 s for each MiB of files, and 128 MiB, whatever it holds (skipped where there is no /proc)",
  () => {
    const costs = measured();
    expect(costs.map(({ id }) => id)).toEqual(COSTLY_PACKAGES.map(({ id }) => id));
    const beyond = costs.filter(
      ({ cpuMs, unpackedMib, peakMib }) => cpuMs > 2_000 + 400 * unpackedMib + LOOK_MS || peakMib > 128,
    );
    expect(beyond).toEqual([]);
    // What an honest package may hold, too: 10 MiB that no packer makes smaller.
    const noise = costs.filter(({ id }) => id === "noise" || id === "noise-tgz");
    expect(noise.map(({ outcome }) => outcome)).toEqual(["read", "read"]);
    // Some were stopped, so the bounds were reached; the others came to an end of their own.
    const stopped = costs.filter(({ outcome }) => outcome === "too_long" || outcome === "too_large");
    expect(stopped.length).toBeGreaterThan(0);
    expect(costs.filter(({ outcome }) => outcome === "read").length).toBeGreaterThan(20);
    // What one thread keeps of all of them together, beyond what the first left.
    expect(Math.max(...costs.map(({ sinceStartMib }) => sinceStartMib))).toBeLessThan(256);
  },
  300_000,
);
