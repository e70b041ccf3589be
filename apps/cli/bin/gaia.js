#!/usr/bin/env node
// Starts the CLI with a Node that runs TypeScript sources: this one, or the one the project brings along.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "main.ts");

/** Node strips types unasked from 22.18 and 23.6 on. */
function canRunTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** The `node` of the workspace's dev dependencies, from the nearest node_modules upwards; null when there is none. */
function findProjectNode() {
  let directory = dirname(main);
  for (;;) {
    const candidate = join(directory, "node_modules", ".bin", "node");
    if (existsSync(candidate)) return candidate;
    const parent = dirname(directory);
    if (parent === directory) return null;
    directory = parent;
  }
}

function runWith(node) {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", main, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`gaia: the project's own Node could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
  });
}

if (canRunTypeScript()) {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  await import("../src/main.ts");
} else {
  const node = findProjectNode();
  if (node === null) {
    process.stderr.write(
      `gaia: Node ${process.versions.node} is too old, and the project's own Node is not installed. Use Node 22.18 or newer, or run \`npm ci\` in the checkout.\n`,
    );
    process.exitCode = 1;
  } else runWith(node);
}
