import { join } from "node:path";
import { generateSignerKey, noteSigner, type NoteSigner } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { endOfVerb, type VerbEnd } from "../../../test/harness/cli-session.ts";
import type { Session } from "../src/session/session.ts";
import type { LogOptions } from "../src/verbs/log/trusted-log.ts";
import { install } from "../src/verbs/installed/install.ts";
import { addTrust } from "../src/verbs/log/trust.ts";
import { verify } from "../src/verbs/installed/verify.ts";
import { type CliHome, cliHome } from "./cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "./fake-registry.ts";
import { type FakeRelease, serveRelease } from "./fake-release.ts";
import { keyLeaf, keysAnswer, logSigner, type StandInLog, standInLog } from "./stand-in-log.ts";

/** The registry's key, which its log signs with, too. */
export const signer = registrySigner(generateSigningKey());

/** A home, and a registry with one experimental skill, `wild` 1.0.0, and a log that stands in for its own and has two other entries. */
export interface LoggedHome {
  fake: FakeRegistry;
  home: CliHome;
  log: StandInLog;
  release: FakeRelease;
  /** Where a file of the installed skill is. */
  beside(file: string): string;
  /** Runs a verb in this process. */
  inHere(verb: (session: Session) => Promise<unknown>): Promise<VerbEnd>;
  install(): Promise<VerbEnd>;
  verify(): Promise<VerbEnd>;
  /** Pins the registry's key, and its log. */
  trust(options?: LogOptions): Promise<VerbEnd>;
  close(): Promise<void>;
}

export async function startLoggedHome(): Promise<LoggedHome> {
  const fake = await startFakeRegistry();
  const home = await cliHome(fake.url);
  const log = standInLog(fake, logSigner(signer));
  fake.on("GET", "/api/v1/keys", keysAnswer(signer));
  const release = await serveRelease(fake, { name: "wild", tier: "experimental", registrySigner: signer });
  await log.decide(keyLeaf("ada", "openpgp:00"), keyLeaf("eve", "openpgp:01"));
  const { fingerprint } = signer.publicKey;
  const inHere: LoggedHome["inHere"] = (verb) => endOfVerb({ registry: fake.url, home: join(home.dir, "home") }, verb);
  return {
    fake,
    home,
    log,
    release,
    beside: (file) => join(home.dir, "home", "skills", "wild", file),
    inHere,
    install: () => inHere((session) => install(session, { specs: ["wild"], allowExperimental: true })),
    verify: () => inHere((session) => verify(session, { target: "wild" })),
    trust: (options = {}) => inHere((session) => addTrust(session, { registry: fake.url, fingerprint, ...options })),
    async close() {
      await fake.close();
      await home.remove();
    },
  };
}

export const newWitness = async (name: string): Promise<NoteSigner> =>
  noteSigner(await generateSignerKey(name, "ed25519-cosignature"));
