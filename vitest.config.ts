import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** `packages/python` is none of npm's: pytest tests it, called by `test/e2e/python-package.*`. */
const rooms = ["packages", "apps"]
  .flatMap((top) => readdirSync(top).map((name) => ({ name, dir: `${top}/${name}` })))
  .filter(({ dir }) => existsSync(`${dir}/package.json`));

/** What takes minutes, or breaks things on purpose: `npm run test:all` runs it, `npm test` does not. */
const LONG = "**/*.long.test.ts";

/** Long ones that count time, fill the machine or take its services away: beside them nothing else runs. */
const ALONE = [
  "test/faults/**/*.long.test.ts",
  "test/attacks/{costly-packages,doors,durability,queries}.long.test.ts",
  "test/e2e/{boot,busy-machine,growth,inspections-end}.long.test.ts",
  "packages/db/**/*.long.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["test/harness/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default one core of two would idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A second, the default, is short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    projects: [
      ...rooms.map(({ name, dir }) => ({
        extends: true as const,
        test: { name, include: [`${dir}/**/*.test.ts`], exclude: [LONG, "**/node_modules/**"] },
      })),
      {
        extends: true as const,
        test: { name: "architecture", include: ["test/architecture.test.ts"] },
      },
      {
        extends: true as const,
        test: {
          name: "e2e",
          include: ["test/**/*.test.ts"],
          exclude: ["test/architecture.test.ts", LONG],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: "long",
          include: ["{apps,packages,test}/**/*.long.test.ts"],
          exclude: [...ALONE, "**/node_modules/**"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: "alone",
          include: ALONE,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
