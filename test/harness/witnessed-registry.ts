import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { install } from "../../apps/cli/src/verbs/installed/install.ts";
import { monitor } from "../../apps/cli/src/verbs/log/monitor.ts";
import { addTrust } from "../../apps/cli/src/verbs/log/trust.ts";
import { verify } from "../../apps/cli/src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { startWitness } from "../../apps/cli/test/started-witness.ts";
import { freePort } from "../../packages/log/test/foreign-programs.ts";
import { account, call } from "./api.ts";
import { endOfVerb, type VerbEnd } from "./cli-session.ts";
import { publishedAtOnce } from "./published.ts";
import { startTestRegistry, type TestRegistry } from "./registry.ts";
import { type RewritingProxy, startRewritingProxy } from "./rewriting-proxy.ts";
import { freshDataDir } from "./template-data-dir.ts";

/** A registry whose log is cosigned by a witness of ours, and a home that has pinned both; a proxy stands between the two. */
export interface WitnessedRegistry {
  /** The one that runs now; `restart` puts another in its place, at the same address. */
  registry: TestRegistry;
  dataDir: string;
  proxy: RewritingProxy;
  home: CliHome;
  /** A publisher's token. */
  ada: string;
  publish(name: string): Promise<void>;
  install(...specs: string[]): Promise<VerbEnd>;
  verify(target: string): Promise<VerbEnd>;
  /** `monitor --publisher ada`. */
  watch(): Promise<VerbEnd>;
  /** The checkpoint that the registry shows. */
  checkpoint(): Promise<string>;
  restart(dataDir: string): Promise<void>;
  close(): Promise<void>;
}

export async function startWitnessedRegistry(): Promise<WitnessedRegistry> {
  const dataDir = await freshDataDir();
  const environment: Record<string, string> = { PORT: String(await freePort()), LOG_ORIGIN: "skills.example/log" };
  const start = (dir: string) => startTestRegistry({ withoutScanners: true, dataDir: dir, environment });
  const first = await start(dataDir);
  const proxy = await startRewritingProxy(first.url);
  const home = await cliHome(proxy.url);
  // The witness has to know the log before the log can ask it.
  const { keys, log } = (await call(`${first.url}/api/v1/keys`)).body;
  await first.close();
  const witness = await startWitness(home, ["--log", log.key, "--name", "w.example/1"]);
  const policy = join(home.dir, "witnesses");
  await writeFile(policy, `witness w ${witness.keys[0]} ${witness.url}\nquorum w\n`);
  environment["LOG_POLICY"] = policy;
  const registry = await start(dataDir);
  const inHere = (verb: Parameters<typeof endOfVerb>[1]) =>
    endOfVerb({ registry: proxy.url, home: join(home.dir, "home") }, verb);
  const pins = { fingerprint: keys[0].fingerprint, witness: witness.keys, refuseStale: true };
  const pinned = await inHere((session) => addTrust(session, { registry: proxy.url, ...pins }));
  if (pinned.code !== 0 || !pinned.said.includes("Pinned its log skills.example/log")) throw new Error(pinned.said);
  const one: WitnessedRegistry = {
    registry,
    dataDir,
    proxy,
    home,
    ada: await account(registry.url, registry.adminToken, "ada"),
    publish: (name) => publishedAtOnce(one.registry, { token: one.ada, name, version: "1.0.0" }),
    install: (...specs) => inHere((session) => install(session, { specs, allowExperimental: true })),
    verify: (target) => inHere((session) => verify(session, { target })),
    watch: () => inHere((session) => monitor(session, { registry: proxy.url, publisher: ["ada"], interval: 1 })),
    checkpoint: async () => (await fetch(`${one.registry.url}/log/checkpoint`)).text(),
    async restart(dir) {
      await one.registry.close();
      one.registry = await start(dir);
    },
    async close() {
      await proxy.close();
      await one.registry.close();
      await witness.kill();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return one;
}
