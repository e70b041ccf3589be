import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CommandResult, Run } from "@gaia/findings";
import { COMPLETED, file, reason, reasons, run, scan, scanners } from "./scanning.ts";

const FILES = [file("run.py", "x = 1\n"), file("SKILL.md", "# A skill\n")];
const REQUIREMENTS = [{ text: "idna==3.10", origin: "SKILL.md" }];

/** What each module really answered, so that a failure of one needs no new run of the others. */
const answers = new Map<string, CommandResult>();

/** The real answers (of one real scan), with that of one module replaced. */
function replacing(module: string, answer: Partial<CommandResult>): Run {
  return async (command) => {
    const real = answers.get(moduleOf(command.argv));
    if (real === undefined) throw new Error(`no answer of ${moduleOf(command.argv)}`);
    return command.argv.includes(module) ? { ...real, ...answer } : real;
  };
}

function moduleOf(argv: string[]): string {
  return argv[argv.indexOf("-m") + 1] ?? "";
}

beforeAll(async () => {
  if (scanners === null) return;
  const result = await scan({
    files: FILES,
    requirements: REQUIREMENTS,
    run: async (command, abort) => {
      const answer = await run(command, abort);
      answers.set(moduleOf(command.argv), answer);
      return answer;
    },
  });
  expect(reasons(result)).toEqual(COMPLETED);
});

function processesWith(token: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(token);
      } catch {
        return false;
      }
    });
}

describe.skipIf(scanners === null)(`S8 a scanner that fails is unscanned [${reason ?? "scanners found"}]`, () => {
  const cases = [
    ["bandit", "bandit"],
    ["detect_secrets", "detect-secrets"],
    ["pip_audit", "pip-audit"],
  ] as const;

  describe.each(cases)("%s", (module, name) => {
    test.for([
      ["a crash", { stdout: "", stderr: "Traceback (most recent call last)", exitCode: 1 }],
      ["no output, exit code 0", { stdout: "", exitCode: 0 }],
      ["text", { stdout: "all is well\n", exitCode: 0 }],
      ["half a report", { stdout: '{"results": {', exitCode: 0 }],
      [
        "a report of another shape",
        { stdout: '{"results":1,"errors":[],"metrics":[],"dependencies":{}}', exitCode: 0 },
      ],
      ["an empty object", { stdout: "{}", exitCode: 0 }],
      ["null", { stdout: "null", exitCode: 0 }],
      ["the deadline", { timedOut: true, exitCode: null }],
      ["too much output", { truncated: true, exitCode: null }],
    ] as const)("%s", async ([, answer]) => {
      const result = await scan({ files: FILES, requirements: REQUIREMENTS, run: replacing(module, answer) });
      expect(reasons(result)).toEqual({ ...COMPLETED, [name]: expect.stringMatching(/^it (crashed|ran out|printed)/) });
      expect(result.scanners.map(({ retryable }) => retryable)).toEqual(cases.map((each) => each[1] === name));
      expect(result.findings).toEqual([]);
      // Which scanner it was, and with which rules, is told all the same.
      for (const { version, rules_digest: digest } of result.scanners) {
        expect([version, digest]).toEqual([expect.stringMatching(/^\d/), expect.stringMatching(/^sha256:/)]);
      }
    });
  });

  test("what was found before it failed stays", async () => {
    let audits = 0;
    const answer = (await scan({ requirements: [{ text: "requests==2.30.0", origin: "SKILL.md" }] })).findings;
    expect(answer.length).toBeGreaterThan(0);
    const result = await scan({
      requirements: [
        { text: "requests==2.30.0", origin: "SKILL.md" },
        { text: "idna==3.10; python_version < '3'", origin: "SKILL.md" },
      ],
      run: async (command, abort) => {
        const real = await run(command, abort);
        if (command.argv.includes("pip_audit")) audits += 1;
        return audits === 2 ? { ...real, stdout: "" } : real;
      },
    });
    expect(audits).toBe(2);
    expect(reasons(result)["pip-audit"]).toMatch(/crashed|did not answer/);
    expect(result.findings.map(({ rule }) => rule)).toEqual(answer.map(({ rule }) => rule));
  });

  test("its versions are asked for once for a revision of an installation, and each time without one", async () => {
    const asked = async (revision?: string) => {
      const { commands } = await scan({
        files: FILES,
        scanners: { ...scanners, binDir: scanners?.binDir ?? "", revision },
      });
      return commands.filter(({ argv }) => argv.includes("-c")).length;
    };
    const revision = `test-${Math.random()}`;
    expect([await asked(revision), await asked(revision), await asked(`${revision}-later`), await asked()]).toEqual([
      1, 0, 1, 1,
    ]);
  });

  test("a report that leaves a file or a package out", async () => {
    const bandit = JSON.stringify({ errors: [], results: [], metrics: { _totals: {} } });
    const left = await scan({ files: FILES, run: replacing("bandit", { stdout: bandit }) });
    expect(reasons(left)["bandit"]).toBe("could not read run.py: not looked at");
    const audit = JSON.stringify({ dependencies: [{ name: "idna", skip_reason: "why not" }], fixes: [] });
    const skipped = await scan({ requirements: REQUIREMENTS, run: replacing("pip_audit", { stdout: audit }) });
    expect(reasons(skipped)["pip-audit"]).toBe("it gave no answer for idna");
  });

  test("a report about files that are not the package's", async () => {
    const results = { "/etc/passwd": [{ type: "x", line_number: 1, hashed_secret: "00" }] };
    const stdout = JSON.stringify({ version: "1", plugins_used: [], filters_used: [], results });
    const result = await scan({ files: FILES, run: replacing("detect_secrets", { stdout }) });
    expect(reasons(result)["detect-secrets"]).toBe("a part of its report could not be read");
    expect(result.findings).toEqual([]);
  });

  test("a sandbox that rejects, and words of the machine stay inside", async () => {
    const result = await scan({
      files: FILES,
      run: async () => {
        throw new Error("EACCES: /some/path/of/this/machine");
      },
    });
    expect(Object.values(reasons(result))).toEqual(Array(3).fill("it could not be run"));
  });

  test("an abort ends the scan at once", async () => {
    const abort = new AbortController();
    abort.abort();
    const result = await scan({ files: FILES, requirements: REQUIREMENTS, abort: abort.signal });
    expect(Object.values(reasons(result))).toEqual(Array(3).fill("it was stopped"));
  });

  test("an environment without the scanners", async () => {
    const result = await scan({ files: FILES, scanners: { binDir: "/nowhere/bin" } });
    expect(Object.values(reasons(result))).toEqual(Array(3).fill("the scanners' Python does not run"));
  });

  test.for([
    ["a crash", "kill -SEGV $$", "it crashed: no readable report"],
    ["an end in the middle", `printf '{"results": {'; kill -KILL $$`, "it crashed: no readable report"],
    ["a hang", "sleep TOKEN & sleep TOKEN", "it ran out of time"],
    ["a hang that hears no signal", "trap '' TERM INT HUP; while :; do sleep TOKEN; done", "it ran out of time"],
    ["a fork bomb", "f() { sleep TOKEN & f & }; f; sleep TOKEN", "it ran out of time"],
    ["output without end", "yes TOKEN", "it printed more than it may"],
    [
      "more memory than there is",
      `exec ${"PYTHON"} -I -c "bytearray(3 << 30)" TOKEN`,
      "it crashed: no readable report",
    ],
    ["a file without end", "head -c 10000000000 /dev/zero > big; rm big; exit 1", "it crashed: no readable report"],
  ] as const)("%s ends as unscanned, and with all that it started", { timeout: 60_000 }, async ([, worst, why]) => {
    const directory = mkdtempSync(join(tmpdir(), "failing-scanners-"));
    const token = `89${Math.floor(Math.random() * 1e9)}`;
    const versions = '{"bandit":"1","detect-secrets":"1","pip-audit":"1","pip":"1","python":"3"}';
    mkdirSync(join(directory, "bin"));
    const body = worst.replaceAll("TOKEN", token).replaceAll("PYTHON", "/usr/bin/python3");
    const script = `#!/bin/sh\ncase "$*" in *platform*) echo '${versions}'; exit;; esac\n${body}\n`;
    writeFileSync(join(directory, "bin", "python3"), script);
    chmodSync(join(directory, "bin", "python3"), 0o755);
    try {
      const result = await scan({ files: FILES, scanners: { binDir: join(directory, "bin") }, timeoutMs: 2_500 });
      expect(reasons(result)).toEqual({ bandit: why, "detect-secrets": why, "pip-audit": null });
      expect(result.scanners.map(({ retryable }) => retryable)).toEqual([true, true, false]);
      await expect.poll(() => processesWith(token), { timeout: 5_000 }).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
