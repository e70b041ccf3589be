import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { sharedScanners } from "../harness/scanners.ts";
import type { Judged, Outcome } from "./detectors.ts";
import type { Sample } from "./sample.ts";

const run = promisify(execFile);
const OPTIONS = { maxBuffer: 512 * 1024 * 1024, timeout: 600_000 };

interface BanditAnswer {
  errors: { filename: string; reason: string }[];
  results: { filename: string; test_id: string; issue_severity: string }[];
}
interface SecretsAnswer {
  version: string;
  results: Record<string, { type: string }[]>;
}

/**
 * Bandit (medium or worse) and detect-secrets (anything), each run once over a directory with all samples. They read files
 * and run nothing. Verification is off: detect-secrets would ask the providers.
 */
export async function judgeWithOutsideScanners(samples: readonly Sample[]): Promise<Judged> {
  const { binDir } = await sharedScanners();
  const python = join(binDir, "python3");
  const root = mkdtempSync(join(tmpdir(), "detection-"));
  try {
    writeSamples(root, samples);
    const [bandit, secrets] = await Promise.all([runBandit(python, root), runDetectSecrets(python, root)]);
    const outcomes = samples.map((): Outcome => ({
      flagged: false,
      error: null,
      rules: [],
      verdict: "ALLOW",
      reason: "",
      spent: null,
    }));
    const of = (path: string): Outcome | undefined => outcomes[Number(relative(root, join(root, path)).split("/")[0])];
    for (const { filename, test_id: test } of bandit.results) hold(of(relative(root, filename)), `bandit/${test}`);
    for (const { filename, reason } of bandit.errors) {
      const outcome = of(relative(root, filename));
      if (outcome !== undefined) outcome.error = `bandit: ${reason}`;
    }
    for (const [path, found] of Object.entries(secrets.results))
      for (const { type } of found) hold(of(path), `detect-secrets/${type}`);
    const { stdout } = await run(python, ["-I", "-m", "bandit", "--version"], OPTIONS);
    return {
      name: "Bandit (>= medium) + detect-secrets",
      outcomes,
      made: [
        { name: "bandit", of: /\d[\d.]*/.exec(stdout)?.[0] ?? "unknown" },
        { name: "detect-secrets", of: secrets.version },
      ],
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeSamples(root: string, samples: readonly Sample[]): void {
  for (const [index, sample] of samples.entries())
    for (const { path, bytes } of sample.files) {
      const target = join(root, String(index), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
}

async function runBandit(python: string, root: string): Promise<BanditAnswer> {
  const args = ["-I", "-m", "bandit", "-q", "-r", root, "-f", "json", "-ll", "--ignore-nosec", "--ini", "/dev/null"];
  // Exit code 1 means findings.
  const { stdout } = await run(python, args, OPTIONS).catch((error: { code?: unknown; stdout: string }) => {
    if (error.code === 1) return error;
    throw error;
  });
  return JSON.parse(stdout.slice(stdout.indexOf("{"))) as BanditAnswer;
}

async function runDetectSecrets(python: string, root: string): Promise<SecretsAnswer> {
  const args = ["-I", "-m", "detect_secrets", "scan", "--all-files", "--no-verify", "."];
  const { stdout } = await run(python, args, { ...OPTIONS, cwd: root });
  return JSON.parse(stdout) as SecretsAnswer;
}

function hold(outcome: Outcome | undefined, rule: string): void {
  if (outcome === undefined) return;
  outcome.flagged = true;
  outcome.verdict = "REVIEW";
  if (!outcome.rules.includes(rule)) outcome.rules.push(rule);
}
