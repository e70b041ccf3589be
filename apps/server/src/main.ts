import { resolve } from "node:path";
import { ConfigError, readEnvironment } from "./config/config.ts";
import { DatabaseError, describeError, stackOf, unavailableReason } from "@gaia/db";
import { IdentityError } from "@gaia/identity";
import { TrustError } from "@gaia/trust";
import { createLogger } from "./logging/log.ts";
import { runCommand } from "./operations/commands.ts";
import { start } from "./start.ts";
import { greet, showScanners } from "./terminal/greet.ts";
import { findTerminal } from "./terminal/terminal.ts";

// The executable: reads the environment, runs the command it was given or starts, and drains on a signal.
try {
  const settings = readEnvironment();
  const terminal = findTerminal();
  const logFile = resolve(settings.DATA_DIR, "registry.log");
  const log = createLogger(settings.LOG_LEVEL, terminal ? { file: logFile, terminal } : undefined);
  const exitCode = await runCommand(process.argv.slice(2), settings, log);
  if (exitCode !== null) process.exit(exitCode);
  const running = await start(settings, log);
  if (running && terminal) {
    greet(terminal, { ...running, fingerprint: running.services.registry.signer.publicKey.fingerprint, logFile });
    showScanners(terminal, running.services.scannerStates);
  }
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping || !running) return;
    stopping = true;
    terminal?.status("Stopping: what runs comes to its end");
    log.info({ event: "stopping", signal }, "draining");
    await running.close();
    terminal?.status(null);
    log.info({ event: "stopped" }, "stopped");
    log.flush(() => process.exit(0));
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  // The window was closed: nobody reads what is said any more, and the registry ends as it does otherwise.
  if (terminal) {
    process.stdout.on("error", () => undefined);
    process.on("SIGHUP", () => void stop("SIGHUP"));
  }
} catch (error) {
  if (error instanceof ConfigError)
    process.stderr.write(`Not started:\n${error.problems.map((line) => `  ${line}\n`).join("")}`);
  else process.stderr.write(`Not started: ${wordsFor(error)}\n`);
  process.exit(1);
}

/** What the operator can act on is said in words; of anything else the stack is needed, without what queries quote. */
function wordsFor(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `${error.message}\n  Another process listens there: end it, or choose another PORT (PORT=8090 npm start).`;
  if (error instanceof DatabaseError && error.code === "unavailable") {
    const reason = unavailableReason(error);
    if (reason === null) return error.message;
    // The one reason of TLS that names neither side: the server hangs up.
    const hint = /secure TLS connection/.test(reason) ? "\n  Does the server have TLS? DATABASE_URL asks for it." : "";
    return `The database cannot be used: ${reason}${hint}`;
  }
  if (error instanceof DatabaseError || error instanceof IdentityError || error instanceof TrustError)
    return error.message;
  if (error instanceof Error && "syscall" in error) return error.message;
  return [describeError(error), stackOf(error)].filter(Boolean).join("\n");
}
