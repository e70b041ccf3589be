import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pin, ResolvePins } from "@gaia/install";
import { isRecord } from "@gaia/install/installed";

const TIMEOUT_MS = 120_000;
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/**
 * Pins by this machine's own pip, upon an index: a dry run over wheels alone, which builds, runs and installs nothing, and reports what it
 * would take with its digests (pip 22.2 and newer). `env` is the user's: certificates and proxies are theirs.
 */
export const pipPins =
  (index: string, env: NodeJS.ProcessEnv): ResolvePins =>
  async (requirements) => {
    const directory = await mkdtemp(join(tmpdir(), "gaia-pins-"));
    try {
      const file = join(directory, "requirements.txt");
      await writeFile(file, `${requirements.join("\n")}\n`);
      const quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir", "--retries", "1"];
      const dry = ["--dry-run", "--ignore-installed", "--only-binary", ":all:", "--report", "-"];
      const args = ["-I", "-m", "pip", "install", ...quiet, ...dry, "-r", file];
      // Its address may hold a password: it is on no command line.
      return await run(args, { env: { ...env, PIP_INDEX_URL: index }, cwd: directory });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

function run(args: string[], options: { env: NodeJS.ProcessEnv; cwd: string }): Promise<readonly Pin[] | string> {
  const limits = { ...options, timeout: TIMEOUT_MS, maxBuffer: MAX_REPORT_BYTES };
  return new Promise((resolve) => {
    execFile("python3", args, limits, (error, printed, said) => {
      if (error === null) return resolve(readReport(printed));
      const lines = said.trim().split("\n");
      const why = lines.findLast((line) => line.startsWith("ERROR:")) ?? lines.at(-1) ?? "";
      resolve(`pip cannot resolve them: ${why.replace(/^ERROR: /, "").slice(0, 300) || error.message.split("\n")[0]}`);
    });
  });
}

/** PyPA installation report, version 1. */
function readReport(text: string): readonly Pin[] | string {
  const report = parse(text);
  const rows = isRecord(report) && Array.isArray(report["install"]) ? report["install"] : null;
  if (rows === null) return "pip reports nothing that can be read";
  const pins = rows.map(toPin);
  return pins.every((pin) => pin !== null) ? pins : "the index gives no SHA-256 of something that is needed";
}

function toPin(row: unknown): Pin | null {
  const metadata = isRecord(row) ? row["metadata"] : null;
  const info = isRecord(row) ? row["download_info"] : null;
  const archive = isRecord(info) ? info["archive_info"] : null;
  const hashes = isRecord(archive) ? archive["hashes"] : null;
  if (!isRecord(metadata) || !isRecord(hashes)) return null;
  const { name, version } = metadata;
  const { sha256 } = hashes;
  const isPlain = (value: unknown, form: RegExp): value is string => typeof value === "string" && form.test(value);
  if (!isPlain(name, /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/) || !isPlain(version, /^[A-Za-z0-9.+!_-]{1,100}$/))
    return null;
  return isPlain(sha256, /^[0-9a-f]{64}$/) ? { name, version, sha256 } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
