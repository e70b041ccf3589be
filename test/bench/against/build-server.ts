import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { account, inspected, publish } from "../../harness/api.ts";
import { builtServer } from "../../harness/built-server.ts";
import { freePort } from "../../harness/child-server.ts";
import { helloWorld, zipOf } from "../../harness/samples.ts";
import { startQuietly } from "../targets/start-quietly.ts";

const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";
/** Where packages come from and how to get there is the machine's own business. */
const NETWORK =
  /^(?:PIP_\w+|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|npm_config_(?:registry|cafile|\w*proxy))$/i;
/** A build whose scanners are not here installs them first. */
const WARM_MS = 15 * 60_000;
const LOCK = "apps/server/src/scanners/requirements.lock";

/** One build, started: an embedded registry of its own. */
export interface BuildServer {
  url: string;
  token: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the build below `root` on an empty directory with the real scanners and two inspections at a time, and has it inspect one package, so that
 * what is made once is made.
 */
export async function startBuild(
  root: string,
  input: { dir: string; scannerDir: string; osvUrl: string; newRoot: string },
): Promise<BuildServer> {
  const { dir, scannerDir, osvUrl, newRoot } = input;
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  const machine = Object.entries(process.env).filter(([name, value]) => NETWORK.test(name) && value);
  const server = await startQuietly({
    argv: builtServer(root),
    port,
    log: join(dir, "log"),
    startTimeoutMs: 120_000,
    env: {
      ...Object.fromEntries(machine as [string, string][]), // those without a value are left out
      HOME: process.env["HOME"] ?? "/",
      PORT: String(port),
      DATA_DIR: join(dir, "data"),
      ADMIN_TOKEN,
      OSV_URL: osvUrl,
      ...(isSameLock(root, newRoot) ? { SCANNER_DIR: scannerDir } : {}),
      WORKER_CONCURRENCY: "2",
      RATE_LIMIT_WRITES: "0",
      RATE_LIMIT_READS: "0",
    },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const token = await account(url, ADMIN_TOKEN, "bench");
    const { status, body } = await publish(url, token, zipOf(helloWorld()));
    if (status !== 201) throw new Error(`the first publish answered ${status}: ${JSON.stringify(body)}`);
    await inspected(url, body.name, body.version, token, WARM_MS);
    return { url, token, pid: server.pid, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Scanners of other releases are the build's own to install. */
function isSameLock(root: string, newRoot: string): boolean {
  const [own, here] = [join(root, LOCK), join(newRoot, LOCK)];
  return existsSync(own) && readFileSync(own, "utf8") === readFileSync(here, "utf8");
}
