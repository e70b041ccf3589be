// Starts a program of ours with a Node that runs TypeScript sources: this one, or the one the project brings along.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(import.meta.url);

/** Marks the process that this file started, so that it never starts another one. */
const STARTED_BY_US = "--title=gaia";

/**
 * @param {string} name what the program is called in its messages
 * @param {string} script the file that was started, which is started again with another Node where this one is too old
 * @param {() => Promise<unknown>} main imports the program
 */
export async function launch(name, script, main) {
  if (canRunTypeScript()) {
    await runHere(main);
    return;
  }
  const node = process.execArgv.includes(STARTED_BY_US) ? null : findInstalled(join(".bin", "node"));
  if (node === null) {
    process.stderr.write(
      `${name}: Node ${process.versions.node} is too old, and the project's own Node is not installed. Use Node 22.18 or newer, or run \`npm ci\` in the checkout.\n`,
    );
    process.exitCode = 1;
  } else runWith(node, name, script);
}

/** Node strips types unasked from 22.18 and 23.6 on. */
function canRunTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** The nearest `node_modules` upwards that has `name`; null when there is none. */
function findInstalled(name) {
  for (let directory = dirname(here); ; directory = dirname(directory)) {
    const candidate = join(directory, "node_modules", name);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return null;
  }
}

function runWith(node, name, script) {
  const child = spawn(node, [STARTED_BY_US, script, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${name}: the project's own Node could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
  });
}

async function runHere(main) {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  // Starts three times as fast. Beside the code and not in a shared directory: who may write there may change the code anyway.
  const packages = findInstalled(".bin");
  if (packages !== null) nodeModule.enableCompileCache?.(join(dirname(packages), ".cache", "gaia"));
  await main();
}
