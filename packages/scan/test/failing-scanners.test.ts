import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CommandResult, Run } from "../src/index.ts";
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
    });
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
    const startedAt = performance.now();
    const result = await scan({ files: FILES, requirements: REQUIREMENTS, abort: abort.signal });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(Object.values(reasons(result))).toEqual(Array(3).fill("it was stopped"));
  });

  test("an environment without the scanners", async () => {
    const result = await scan({ files: FILES, scanners: { binDir: "/nowhere/bin" } });
    expect(Object.values(reasons(result))).toEqual(Array(3).fill("the scanners' Python does not run"));
  });

  test("one that hangs is killed with its children at the deadline", async () => {
    const directory = mkdtempSync(join(tmpdir(), "hanging-scanners-"));
    const token = `89${Math.floor(Math.random() * 1e9)}`;
    const versions = '{"bandit":"1","detect-secrets":"1","pip-audit":"1","pip":"1","python":"3"}';
    mkdirSync(join(directory, "bin"));
    const script = `#!/bin/sh\ncase "$*" in *"-c "*) echo '${versions}'; exit;; esac\nsleep ${token} & sleep ${token}\n`;
    writeFileSync(join(directory, "bin", "python3"), script);
    chmodSync(join(directory, "bin", "python3"), 0o755);
    try {
      const startedAt = performance.now();
      const pending = scan({ files: FILES, scanners: { binDir: join(directory, "bin") }, timeoutMs: 1_200 });
      await expect.poll(() => processesWith(token).length, { timeout: 1_100 }).toBeGreaterThan(0);
      const result = await pending;
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      expect(reasons(result)).toEqual({
        bandit: "it ran out of time",
        "detect-secrets": "it ran out of time",
        "pip-audit": null,
      });
      await expect.poll(() => processesWith(token)).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
