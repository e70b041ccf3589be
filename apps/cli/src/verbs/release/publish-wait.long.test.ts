import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeAnswer, type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { fakeVersion, skillFiles } from "../../../test/fake-release.ts";

const hasScript = spawnSync("script", ["--version"]).error === undefined;
const described = fakeVersion({ name: "slow-one", version: "1.0.0", publisher: "ada", tier: "experimental" });
const inspecting = {
  ...described,
  status: "inspecting",
  verdict: null,
  verdict_reason: null,
  progress: {
    attempt: 1,
    scanners: [
      { name: "gaia-code", status: "completed" },
      { name: "bandit", status: "running" },
      { name: "pip-audit", status: "waiting" },
    ],
    note: null,
  },
};

describe("publish --wait", () => {
  let fake: FakeRegistry;
  let home: CliHome;
  let answer: object;

  beforeEach(async () => {
    fake = await startFakeRegistry();
    home = await cliHome(fake.url, { GAIA_TOKEN: "gsk_test" });
    answer = inspecting;
    fake.on("POST", "/api/v1/skills", { status: 201, body: inspecting });
    fake.on("GET", "/api/v1/skills/slow-one/1.0.0", (): FakeAnswer => ({ body: answer }));
    for (const { path, bytes } of skillFiles({ name: "slow-one", version: "1.0.0" })) {
      const place = join(home.dir, "slow-one", path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, bytes);
    }
  });
  afterEach(async () => {
    await fake.close();
    await home.remove();
  });

  /** Ends the inspection once the command has said something that matches. */
  const endingAfter = async (words: RegExp, end: object) => {
    const child = home.start(["publish", "slow-one", "--wait"]);
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
      if (words.test(stderr)) answer = end;
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, stdout, stderr };
  };

  test("without a terminal it says now and then, a line at a time, which scanner is at work", async () => {
    const line = /^the registry is inspecting slow-one 1\.0\.0, \d+ s: bandit at work$/m;
    const run = await endingAfter(line, described);
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(line) });
    // Nothing is written over, and standard output has what was asked for alone.
    expect(run.stderr).not.toMatch(/[\r\u001b]/);
    expect(run.stdout).toMatch(
      /^Published slow-one 1\.0\.0 as ada at http:\S+\n {2}status {3}published\n[\s\S]*verdict {2}ALLOW/,
    );
    expect(run.stdout).not.toContain("at work");
  }, 60_000);

  test.skipIf(!hasScript)(
    "on a terminal its progress is one line that is written over and taken away",
    async () => {
      // Counted from the first question: on a busy machine the command takes seconds to start.
      let isOver = 0;
      fake.on("GET", "/api/v1/skills/slow-one/1.0.0", () => {
        isOver ||= Date.now() + 2_000;
        return { body: Date.now() < isOver ? inspecting : described };
      });
      const { code, screen } = await home.onTerminal(["publish", "slow-one", "--wait"], "");
      expect(code).toBe(0);
      const shown = /\r\u001b\[2K\S the registry is inspecting slow-one 1\.0\.0, \d+ s: bandit at work/gu;
      expect([...screen.matchAll(shown)].length).toBeGreaterThan(3);
      expect(screen).toMatch(/\r\u001b\[2K {2}status {3}\S*published/);
    },
    60_000,
  );

  test("its exit code is the inspection's: 4 for quarantine, 1 when the wait ran out, and nothing is lost", async () => {
    answer = { ...described, status: "quarantined", verdict: "BLOCK", verdict_reason: "It sends secrets away." };
    expect(await home.run(["publish", "slow-one", "--wait"])).toMatchObject({
      code: 4,
      stdout: expect.stringContaining("It sends secrets away."),
    });
    answer = inspecting;
    expect(await home.run(["publish", "slow-one", "--wait", "--timeout", "1"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/still being inspected after 1 s[\s\S]*nothing is lost/),
    });
  }, 60_000);
});
