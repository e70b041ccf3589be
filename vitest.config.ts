import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { turnOf } from "./test/harness/turn.ts";
import { TurningOrder } from "./test/harness/turning-order.ts";

/** `packages/python` is none of npm's: pytest tests it, called by `test/running/python-package.*`. */
const rooms = [
  ...["packages", "apps"].flatMap((top) => readdirSync(top).map((name) => ({ name, dir: `${top}/${name}` }))),
  ...readdirSync("packages/protocols").map((name) => ({ name: `protocol-${name}`, dir: `packages/protocols/${name}` })),
].filter(({ dir }) => existsSync(`${dir}/package.json`));

/** What takes minutes, or breaks things on purpose: `npm run test:all` runs it, `npm test` does not. */
const LONG = "**/*.long.test.ts";

/**
 * A quick file's modules are warm for the next one: what a file changes of the process it puts back, what it starts it ends.
 * A long file has a process of its own, so that one that dies takes no other with it.
 */
const WARM = { isolate: false };

/** Long ones that count time, fill the machine or take its services away: beside them nothing else runs. */
const ALONE = [
  "test/catalog/queries.long.test.ts",
  "test/inspection/{busy-machine,costly-packages,inspections-end,passing-faults,rescan-killed}.long.test.ts",
  "test/operations/{boot,connections-cut,doors,durability,growth,killed,killed-embedded,meilisearch}.long.test.ts",
  "packages/db/**/*.long.test.ts",
];

/** What a run that bounds itself does not reach, another commit's run begins with. */
const ALONE_FIRST = turnOf(process.env["TURN_BY"] ?? "", "alone") < 0.5;

export default defineConfig({
  test: {
    sequence: { sequencer: TurningOrder },
    globalSetup: ["test/harness/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default one core of two would idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A second, the default, is short for a browser on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // V8 of Node 24 aborts now and then ("Check failed: jit_page_->allocations_.erase") when it frees code of WebAssembly in a process in
    // which many databases of it come and go, as in tests alone (nodejs/node issue 64500): here it frees none.
    execArgv: ["--disable-warning=ExperimentalWarning", "--no-wasm-code-gc"],
    projects: [
      ...rooms.map(({ name, dir }) => ({
        extends: true as const,
        test: { name, include: [`${dir}/**/*.test.ts`], exclude: [LONG, "**/node_modules/**"], ...WARM },
      })),
      {
        extends: true as const,
        test: { name: "architecture", include: ["test/architecture*.test.ts", "test/threats/*.test.ts"], ...WARM },
      },
      {
        extends: true as const,
        test: {
          name: "e2e",
          ...WARM,
          include: ["test/**/*.test.ts"],
          exclude: ["test/architecture*.test.ts", "test/threats/**", LONG],
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
          runner: "./test/harness/bounded-runner.ts",
          sequence: { groupOrder: 1 },
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
          runner: "./test/harness/bounded-runner.ts",
          fileParallelism: false,
          sequence: { groupOrder: ALONE_FIRST ? 0 : 2 },
        },
      },
    ],
  },
});
