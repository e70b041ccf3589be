import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readDemoEnvironment } from "../../apps/server/src/config/config.ts";
import type { Settings } from "../../apps/server/src/config/config.ts";
import { createLogger } from "../../apps/server/src/logging/log.ts";
import { start } from "../../apps/server/src/start.ts";
import { findTerminal } from "../../apps/server/src/terminal/terminal.ts";
import { account, call } from "../harness/api.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { ensure } from "./ensure.ts";
import { publishSamples, scannersReady } from "./inspections.ts";
import { demoSigner } from "./signing.ts";

// `npm run demo`: the whole path on an empty data directory, told line by line; the registry is left running.

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
  const running = await start(
    settings,
    createLogger(settings.LOG_LEVEL, { file: join(dataDir, "registry.log"), terminal }),
  );
  if (!running) throw new Error("the demo needs ROLE=all");
  const stop = async () => {
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  const { url } = running;
  const admin = settings.ADMIN_TOKEN ?? "";
  step(`A registry on an empty data directory: ${url}`);
  say(`  data ${dataDir}\n  admin's token ${admin}`);
  if (standIn) say(`  ${standIn} does not answer here: a small advisory server of the tests stands in for it`);

  step("Two accounts: ada writes skills, the admin audits them");
  const ada = await account(url, admin, "ada");
  say("  created ada");

  step("The scanners: installed now, as at the first start of any registry");
  await scannersReady(running.services.scannerStates, { terminal, say });

  step("Publish");
  await publishSamples({ url, token: ada, say });

  await signAndPromote(url, ada, admin);

  step("Search, and download");
  const found = ensure(await call(`${url}/api/v1/search?q=serach+web`), 200);
  for (const hit of found.hits) say(`  ${hit.name} ${hit.latest_version} [${hit.security_tier}] ${hit.description}`);
  const zip = await fetch(`${url}/api/v1/skills/web-search/download`);
  say(`  downloaded ${(await zip.arrayBuffer()).byteLength} bytes, ${zip.headers.get("repr-digest")}`);

  step("Done: it keeps running");
  say(`  marketplace  ${url}/\n  a skill      ${url}/skills/web-search\n  API          ${url}/api/v1/openapi.json`);
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

async function signAndPromote(url: string, ada: string, admin: string): Promise<void> {
  const release = `${url}/api/v1/skills/web-search/1.0.0`;
  const signer = await demoSigner("Ada", "ada@example.org");
  step(`Sign: ada registers her key and signs SHA256SUMS with ${signer.tool}`);
  const key = { kind: "openpgp", public_key: signer.publicKey };
  say(`  key ${ensure(await call(`${url}/api/v1/publishers/ada/keys`, { token: ada, json: key }), 201).fingerprint}`);
  const sums = await (await fetch(`${release}/sums`)).text();
  const signature = { token: ada, body: await signer.sign(sums), type: "application/pgp-signature" };
  say(`  web-search is ${ensure(await call(`${release}/signatures`, signature), 201).security_tier}`);
  signer.close();

  step("Promote: ada asks for the audit, the admin approves that inspection");
  const asked = ensure(await call(`${release}/promotion`, { token: ada, json: { tier: "verified" } }), 201);
  const decision = { token: admin, json: { inspection_id: asked.inspection_id, reason: "read every line" } };
  ensure(await call(`${url}/api/v1/admin/promotions/${asked.id}/approve`, decision), 200);
  say(`  web-search is ${ensure(await call(release), 200).security_tier}`);
  const { attestations } = ensure(await call(`${release}/attestations`), 200);
  for (const each of attestations) say(`  statement ${each.sequence}: ${each.decision}, signed ${each.created_at}`);
}
