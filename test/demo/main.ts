import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readDemoEnvironment } from "../../apps/server/src/config/config.ts";
import type { Settings } from "../../apps/server/src/config/config.ts";
import { createLogger } from "../../apps/server/src/logging/log.ts";
import { start } from "../../apps/server/src/start.ts";
import { findTerminal } from "../../apps/server/src/terminal/terminal.ts";
import { call } from "../harness/api.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { ADMIN_ADDRESS, fillMarketplace } from "./fill-marketplace.ts";

// `npm run demo`: a marketplace that looks alive, on an empty data directory, told line by line; the registry is left running.
// `npm run demo -- --once` ends when the marketplace is complete.

const say = (text: string) => process.stdout.write(`${text}\n`);
const step = (text: string) => say(`\n\x1b[1m${text}\x1b[0m`);

try {
  await demo();
} catch (error) {
  process.stderr.write(`\nThe demo failed: ${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}

async function demo(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "skill-registry-demo-"));
  const { settings, standIn } = await withAdvisories(readDemoEnvironment(dataDir));
  // The log lies beside the data: only its warnings are part of the story, in words.
  const terminal = findTerminal() ?? { line: say, status: () => undefined };
  const log = createLogger(settings.LOG_LEVEL, { file: join(dataDir, "registry.log"), terminal });
  const running = await start(settings, log);
  if (!running) throw new Error("the demo needs ROLE=all");
  const stop = async () => {
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  const { url, services } = running;
  const admin = settings.ADMIN_TOKEN ?? "";

  step("A registry on an empty data directory");
  say(`  data ${dataDir}`);
  if (standIn) say(`  ${standIn} does not answer here: a small advisory server of the tests stands in for it`);
  const { tokens } = await fillMarketplace({ url, admin, services }, { say, step, terminal });
  say(`  marketplace  ${url}/\n  a skill      ${url}/skills/release-notes\n  docs         ${url}/docs`);
  say(`  as admin     sign in as ${ADMIN_ADDRESS} with the password ${admin}`);
  say(`  as ada       GAIA_TOKEN=${tokens["ada"]}; with it ${url}/claim gives her a password, too`);
  if (process.argv.includes("--once")) return stop();
  say("  Ctrl-C stops it and removes its data.");
}

/** Dependencies are audited against OSV. Where that cannot be reached, a server with a handful of real advisories stands in. */
async function withAdvisories(settings: Settings): Promise<{ settings: Settings; standIn: string | null }> {
  const question = { package: { name: "requests", ecosystem: "PyPI" }, version: "2.31.0" };
  const answer = await call(`${settings.OSV_URL}/v1/query`, { json: question, timeoutMs: 5_000 }).catch(() => null);
  if (answer?.status === 200) return { settings, standIn: null };
  const standIn = await startFakeOsv();
  return { settings: { ...settings, OSV_URL: standIn.url }, standIn: settings.OSV_URL };
}
