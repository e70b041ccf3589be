import { existsSync } from "node:fs";
import { mkdtemp, open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPython } from "./find-python.ts";
import { runProgram } from "./run-program.ts";
import { ScannersNotReady } from "./scanners-not-ready.ts";

interface Install {
  /** The text of the lock file. */
  lock: string;
  /** Directory of all environments; `target` is in it. */
  parent: string;
  target: string;
  pipIndexUrl: string | null;
  log(event: string, fields: Record<string, unknown>): void;
  onProgress(text: string): void;
}

const PIP_INSTALL = [
  "-I",
  "-m",
  "pip",
  "install",
  "--require-hashes",
  "--no-deps",
  "--only-binary=:all:",
  "--no-input",
  "--disable-pip-version-check",
  "--progress-bar=off",
];
const INSTALL_TIMEOUT_MS = 10 * 60_000;
const HEARTBEAT_MS = 2_000;
/** A turn whose owner has not been heard of for so long is taken over. */
const STALE_MS = 20_000;
const PREFIX = "installing-";

/**
 * Makes the environment under another name and renames it to `target` when it is whole: what is at `target` is complete,
 * also after a kill. (`python3 -m …` finds its packages wherever the directory is; only console scripts would not.)
 * Of several processes one installs and the others wait; should two ever install, the second finds the name taken.
 */
export async function installScanners(input: Install): Promise<void> {
  const turn = join(input.parent, `${PREFIX}turn`);
  while (!(await takeTurn(turn))) {
    input.onProgress("another process is installing them");
    await sleep(500);
    if (existsSync(input.target)) return;
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(turn, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    if (!existsSync(input.target)) await install(input);
  } finally {
    clearInterval(heartbeat);
    await rm(turn, { force: true });
  }
}

async function takeTurn(turn: string): Promise<boolean> {
  try {
    await (await open(turn, "wx", 0o600)).close();
    return true;
  } catch {
    const since = await stat(turn).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > STALE_MS) await rm(turn, { force: true });
    return false;
  }
}

async function install(input: Install): Promise<void> {
  const startedAt = performance.now();
  input.log("scanners.installing", { target: input.target });
  await removeLeftovers(input.parent);
  const python = await findPython();
  const directory = await mkdtemp(join(input.parent, PREFIX));
  try {
    input.onProgress(`making a Python environment with ${python}`);
    await mustSucceed("environment_failed", {
      argv: [python, "-I", "-m", "venv", directory],
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
    await installLocked(input, directory);
    await rename(directory, input.target).catch((error: unknown) => {
      if (!existsSync(input.target)) throw error;
    });
    const durationMs = Math.round(performance.now() - startedAt);
    input.log("scanners.installed", { target: input.target, duration_ms: durationMs });
    input.onProgress(`ready after ${(durationMs / 1000).toFixed(1)} s`);
  } finally {
    // What was stopped may write for another moment: its last files are no reason to forget why it was stopped.
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() =>
      input.log("scanners.leftovers", { directory }),
    );
  }
}

async function installLocked(input: Install, directory: string): Promise<void> {
  const total = input.lock.match(/^[a-z0-9]/gm)?.length ?? 0;
  let done = 0;
  // The index goes into the file, not into the arguments, which every user of the machine can read.
  const index = input.pipIndexUrl === null ? "" : `--index-url ${input.pipIndexUrl}\n`;
  const requirements = join(directory, "requirements.txt");
  await writeFile(requirements, index + input.lock, { mode: 0o600 });
  await mustSucceed("install_failed", {
    argv: [join(directory, "bin", "python3"), ...PIP_INSTALL, `--requirement=${requirements}`],
    timeoutMs: INSTALL_TIMEOUT_MS,
    onLine(line) {
      const name = /^Collecting ([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)/.exec(line);
      if (name === null) return;
      done += 1;
      input.onProgress(`fetching ${name[1]} ${name[2]} (${done} of ${total})`);
    },
  });
  await rm(requirements);
}

async function mustSucceed(
  code: "environment_failed" | "install_failed",
  program: Parameters<typeof runProgram>[0],
): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram(program);
  if (exitCode === 0) return;
  const lines = (stderr.trim() === "" ? stdout : stderr).trim().split("\n");
  const errors = lines.filter((line) => line.startsWith("ERROR:"));
  const words = (errors.length > 0 ? errors : lines).slice(-2).join(" ");
  const what = code === "environment_failed" ? "no Python environment" : "installation failed";
  throw new ScannersNotReady(code, `${what}: ${withoutCredentials(words)}`);
}

function withoutCredentials(text: string): string {
  return text.replaceAll(/\/\/[^/@\s]{1,500}@/g, "//***@").slice(0, 500);
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(PREFIX) && name !== `${PREFIX}turn`) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
