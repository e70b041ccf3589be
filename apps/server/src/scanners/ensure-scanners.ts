import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { installScanners } from "./install-scanners.ts";
import { machineNetwork } from "./machine-pip.ts";
import { runProgram } from "./run-program.ts";
import { ScannersNotReady } from "./scanners-not-ready.ts";

const LOCK_FILE = new URL("requirements.lock", import.meta.url);
const PROGRAMS = ["bandit", "detect-secrets", "pip-audit", "pip", "packaging"];

/** Where the scanners are, and what a sandbox must let them see. */
export interface ScannerEnvironment {
  /** Holds `python3`, which has the scanners as modules: `python3 -I -m bandit`. */
  binDir: string;
  /** Absolute paths to let in: the environment, certificates that the machine's configuration names. */
  readable: string[];
  /** Variables for commands that reach the package index or the advisories, from the machine's own configuration. */
  networkEnv: Record<string, string>;
}

export interface EnsureScanners {
  dataDir: string;
  /** A ready-made environment (its root or its bin directory), used as it is; null: one is installed in `dataDir`. */
  scannerDir: string | null;
  /** Replaces the package index of the machine's configuration. */
  pipIndexUrl: string | null;
  log(event: string, fields: Record<string, unknown>): void;
  /** A line for a person who waits. */
  onProgress(text: string): void;
}

const running = new Map<string, Promise<ScannerEnvironment>>();

/**
 * The scanners, installed on first use into `dataDir/scanners/<digest of the lock file>`: pinned, every wheel checked
 * against its hash, nothing built. Callers in one process share one installation; processes wait for each other.
 * Throws `ScannersNotReady` saying why; the next call tries again.
 */
export async function ensureScanners(input: EnsureScanners): Promise<ScannerEnvironment> {
  const key = `${resolve(input.dataDir)}\0${input.scannerDir ?? ""}`;
  let pending = running.get(key);
  if (pending === undefined) {
    pending = findOrInstall(input).finally(() => running.delete(key));
    running.set(key, pending);
  }
  return pending;
}

async function findOrInstall(input: EnsureScanners): Promise<ScannerEnvironment> {
  try {
    const binDir = input.scannerDir === null ? await installedBinDir(input) : readyMadeBinDir(input.scannerDir);
    const missing = await missingPrograms(binDir);
    if (missing.length > 0) {
      throw new ScannersNotReady("incomplete", `${binDir} has no ${missing.join(", ")}`);
    }
    const machine = await machineNetwork(binDir);
    return {
      binDir,
      readable: [join(binDir, ".."), ...machine.readable],
      networkEnv: {
        ...machine.env,
        ...(input.pipIndexUrl === null ? {} : { PIP_INDEX_URL: input.pipIndexUrl }),
      },
    };
  } catch (error) {
    const problem = asNotReady(error);
    input.log("scanners.not_ready", { code: problem.code, reason: problem.message });
    throw problem;
  }
}

function asNotReady(error: unknown): ScannersNotReady {
  if (error instanceof ScannersNotReady) return error;
  return new ScannersNotReady("install_failed", error instanceof Error ? error.message : String(error));
}

function readyMadeBinDir(scannerDir: string): string {
  const root = resolve(scannerDir);
  const binDir = [join(root, "bin"), root].find((each) => existsSync(join(each, "python3")));
  if (binDir === undefined) {
    throw new ScannersNotReady("incomplete", `SCANNER_DIR ${root} has neither bin/python3 nor python3`);
  }
  return binDir;
}

async function installedBinDir(input: EnsureScanners): Promise<string> {
  const lock = await readFile(LOCK_FILE, "utf8");
  const digest = createHash("sha256").update(lock).digest("hex").slice(0, 16);
  const parent = join(resolve(input.dataDir), "scanners");
  const target = join(parent, digest);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const binDir = join(target, "bin");
  if (existsSync(target) && (await missingPrograms(binDir)).length > 0) {
    // Its Python was removed or upgraded under it: an environment is cheap to make again.
    input.log("scanners.broken", { directory: target });
    await rm(target, { recursive: true, force: true });
  }
  if (!existsSync(target)) {
    const { log, onProgress, pipIndexUrl } = input;
    await installScanners({ lock, parent, target, log, onProgress, pipIndexUrl });
  }
  return binDir;
}

/** The programs that the environment lacks, found without importing them. */
async function missingPrograms(binDir: string): Promise<string[]> {
  const question = [
    "import json, importlib.metadata as m",
    "names = {d.metadata['Name'].lower().replace('_', '-') for d in m.distributions()}",
    `print(json.dumps([n for n in ${JSON.stringify(PROGRAMS)} if n not in names]))`,
  ].join("\n");
  const { exitCode, stdout } = await runProgram({
    argv: [join(binDir, "python3"), "-I", "-c", question],
    timeoutMs: 30_000,
  });
  if (exitCode !== 0) return ["working python3"];
  return JSON.parse(stdout) as string[];
}
