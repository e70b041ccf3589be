import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const LOG = new URL("./log.ts", import.meta.url).href;

/** Runs a script that has `log`, and gives the events it wrote. */
function eventsOf(script: string): { events: string[]; status: number | null } {
  const source = `import { createLogger } from ${JSON.stringify(LOG)};\nconst log = createLogger("info");\n${script}`;
  const argv = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", source];
  const { stdout, status } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split("\n").filter(Boolean);
  return { events: lines.map((line) => JSON.parse(line).event), status };
}

const many = Array.from({ length: 5_000 }, (_, number) => `event-${number}`);
const writeMany = "for (let i = 0; i < 5000; i += 1) log.info({ event: `event-${i}` }, 'a line');";

test("every line is there, whole and in order, when the process ends by itself", () => {
  expect(eventsOf(writeMany).events).toEqual(many);
});

test("every line is there when the process exits on the spot", () => {
  expect(eventsOf(`${writeMany} process.exit(0);`).events).toEqual(many);
});

test("every line before a crash is there", () => {
  const { events, status } = eventsOf(`${writeMany} throw new Error("crash");`);
  expect(status).not.toBe(0);
  expect(events).toEqual(many);
});

test("a line alone is written without waiting for others", () => {
  const { events } = eventsOf(
    "log.info({ event: 'alone' }); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);",
  );
  expect(events).toEqual(["alone"]);
});

test("a flush that was asked for says when it is done, not before", () => {
  // More than a pipe holds: most of it is still to be written when the flush is asked for.
  const { events } = eventsOf(`${writeMany} log.flush(() => process.kill(process.pid, 'SIGKILL'));`);
  expect(events).toEqual(many);
});

test("a flush with nothing to write, and one after another, say that they are done", () => {
  const kill = "process.kill(process.pid, 'SIGKILL')";
  const script = `log.flush(() => { log.info({ event: 'last' }); log.flush(() => log.flush(() => ${kill})); });`;
  const { events } = eventsOf(`${script} setTimeout(() => {}, 3_600_000);`);
  expect(events).toEqual(["last"]);
});

test("secrets are not written, wherever they were put", () => {
  const source = `import { createLogger } from ${JSON.stringify(LOG)};
    createLogger("info").info({ token: "gsk_one", request: { authorization: "Bearer gsk_two", path: "/a" } }, "line");`;
  const argv = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", source];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect(stdout).not.toContain("gsk_");
  expect(JSON.parse(stdout)).toMatchObject({ token: "(secret)", request: { authorization: "(secret)", path: "/a" } });
});
