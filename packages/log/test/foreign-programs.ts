import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { until } from "../../../test/harness/until.ts";
import type { MemoryLog } from "./memory-log.ts";

const SOURCES = fileURLToPath(new URL("foreign", import.meta.url));
const PROGRAMS = fileURLToPath(new URL("../../../node_modules/.cache/foreign-log", import.meta.url));
const LITEWITNESS = "filippo.io/torchwood/cmd/litewitness";

/**
 * Builds the foreign implementations of C2SP's formats (`test/foreign`, Go modules of pinned versions), or says why there are none.
 * Throws in place of the reason when REQUIRE_SERVICES names `go`.
 */
export async function findForeignPrograms(): Promise<string | null> {
  const args = ["build", "-buildvcs=false", "-mod=readonly", "-o", `${PROGRAMS}/`, "./...", LITEWITNESS];
  try {
    mkdirSync(PROGRAMS, { recursive: true });
    // The go of this machine and no other: a newer one would be fetched.
    const env = { ...process.env, GOTOOLCHAIN: "local" };
    await promisify(execFile)("go", args, { cwd: SOURCES, env, timeout: 600_000 });
    return null;
  } catch (error) {
    if ((process.env["REQUIRE_SERVICES"] ?? "").split(",").includes("go")) throw error;
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { stderr?: string }; // what execFile rejects with
    return code === "ENOENT" ? "there is no go" : `go build: ${stderr.slice(-300)}`;
  }
}

/** A directory of its own, with a log's files in it. */
export function directoryOf(log: MemoryLog | null, checkpoint = ""): { dir: string; close(): void } {
  // A Unix socket's path has about a hundred bytes.
  const dir = mkdtempSync(join(tmpdir(), "log-"));
  for (const [path, bytes] of log?.files ?? []) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), bytes);
  }
  writeFileSync(join(dir, "checkpoint"), checkpoint);
  return { dir, close: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Runs the verifier over a directory; throws with its words when it fails. */
export function verifier<T>(command: string, dir: string, input: unknown): T {
  writeFileSync(join(dir, "input.json"), JSON.stringify(input));
  const said = execFileSync(join(PROGRAMS, "verifier"), [command, dir], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: "pipe",
  });
  return JSON.parse(said) as T; // its own words, as main.go writes them
}

/** A foreign program that says one line of JSON and goes on. */
export interface Running<T> {
  said: T;
  close(): Promise<void>;
}

export async function start<T>(name: string, args: readonly string[]): Promise<Running<T>> {
  const child = spawn(join(PROGRAMS, name), args, { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  for await (const line of createInterface(child.stdout)) return { said: JSON.parse(line) as T, close }; // as its source writes it
  throw new Error(`${name} ended without a word: ${errors}`);
}

/** Starts litewitness at an address; answers when it does. */
export async function startLitewitness(url: string, args: readonly string[]): Promise<{ close(): Promise<void> }> {
  const listen = ["-listen", new URL(url).host];
  const child = spawn(join(PROGRAMS, "litewitness"), [...listen, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(said);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return {
    close: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A port of loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // what a TCP server has
  server.close();
  await once(server, "close");
  return port;
}

/** Asks as transparency-dev's client does; answers what it heard. */
export async function foreignClient<T>(url: string, requests: unknown): Promise<T> {
  const run = promisify(execFile)(join(PROGRAMS, "client"), [url], { encoding: "utf8" });
  run.child.stdin?.end(JSON.stringify(requests));
  return JSON.parse((await run).stdout) as T; // its own words, as main.go writes them
}
