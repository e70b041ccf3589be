import { logFile, type OpenBundle } from "@gaia/bundle";
import { createRegistryClient, type RegistryClient } from "@gaia/client";
import { adoptBundle } from "@gaia/install/bundles";
import { type InstallContext, offlineDoor, type RegistryDoor, type Told } from "@gaia/install";
import { CliError, EXIT } from "../failures/failures.ts";
import { bundleFetch } from "./bundle-answers.ts";
import { npmPins } from "./npm-pins.ts";
import { thisMachine } from "../session/machine.ts";
import { nearNeeded } from "./near-hosts.ts";
import { beginDownload, showBatch } from "../terminal/progress-line.ts";
import { pipPins } from "./pip-pins.ts";
import { findToken } from "../session/credentials.ts";
import { logReader } from "./registry-log.ts";
import { ensureAnswer, ensureAnswered, openRegistry, openRevocations } from "../session/registry.ts";
import type { Session } from "../session/session.ts";
import { t } from "../terminal/shown-text.ts";
import { readTrustedRoots } from "../session/trusted-roots.ts";

/**
 * What an install needs of this run: its registry (offline, what is kept of it), its home, and the terminal for what happens meanwhile.
 * `isBrief`: a registry that is slow to say what it took back is not waited for.
 */
export async function installContext(session: Session, isOffline = false, isBrief = false): Promise<InstallContext> {
  const context = await contextWithoutDoor(session, isOffline);
  return { ...context, door: isOffline ? offlineDoor(context) : registryDoor(session, overNetwork(session, isBrief)) };
}

/**
 * The same of a bundle that was opened and verified: what it says is taken over, and then nobody else is asked. Throws exit 5 for what does
 * not hold, or goes back.
 */
export async function bundleContext(
  session: Session,
  bundle: OpenBundle,
  { allowDowngrade }: { allowDowngrade: boolean },
): Promise<InstallContext> {
  const door = registryDoor(session, inBundle(session, bundle));
  const context = { ...(await contextWithoutDoor(session, true)), door };
  return { ...context, bundle: await adoptBundle(context, { allowDowngrade }) };
}

async function contextWithoutDoor(session: Session, isOffline: boolean): Promise<Omit<InstallContext, "door">> {
  const { config, paths } = session;
  return {
    registry: config.registry,
    paths,
    tell: toldBy(session),
    machine: () => thisMachine(config),
    nearHosts: nearNeeded,
    trustedRoots: await readTrustedRoots(config),
    isOffline,
    requiresRevocations: config.requiresRevocations,
    cacheMaxBytes: config.cacheMaxBytes,
    resolvePins: config.pipIndex === null || isOffline ? undefined : pipPins(config.pipIndex, config.childEnvironment),
    resolveNpmPins: config.npmIndex === null || isOffline ? undefined : npmPins(config),
  };
}

/** Texts hold what a registry sent: nothing of it steers the terminal. */
export const toldBy =
  ({ terminal }: Session) =>
  (told: Told): void => {
    if (told.kind === "batch") showBatch(terminal, told.batch);
    else if (told.kind === "progress") terminal.progress(told.text === null ? null : t`${told.text}`);
    else if (told.kind === "warning") terminal.warn(t`${told.text}`);
    else terminal.note(t`${told.text}`);
  };

/** How a registry is asked. */
interface Asking {
  open(
    ...use: Parameters<typeof openRegistry> extends [Session, ...infer Rest] ? Rest : never
  ): Promise<RegistryClient>;
  openRevocations(): RegistryClient;
  log: RegistryDoor["log"];
}

const overNetwork = (session: Session, isBrief: boolean): Asking => ({
  open: (...use) => openRegistry(session, ...use),
  openRevocations: () => openRevocations(session.config.registry, isBrief),
  log: logReader(session.config.registry, () => findToken(session.config, session.paths.credentials)),
});

function inBundle({ config }: Session, bundle: OpenBundle): Asking {
  const client = createRegistryClient({ baseUrl: config.registry, fetch: bundleFetch(bundle) });
  return {
    open: () => Promise.resolve(client),
    openRevocations: () => client,
    log: (path) => bundle.read(logFile(path)),
  };
}

/** The registry through the typed client: every answer is held against its schema, every problem a CliError. */
function registryDoor(session: Session, asking: Asking): RegistryDoor {
  const api = () => asking.open();
  const askKeys = async () => (await ensureAnswer((await api()).GET("/keys"))).keys;
  let keys: ReturnType<typeof askKeys> | null = null;
  return {
    // Asked for by several, once for each command.
    keys: () => (keys ??= askKeys()),
    async skill(name) {
      return ensureAnswer((await api()).GET("/skills/{name}", { params: { path: { name } } }));
    },
    async version(path) {
      return ensureAnswer((await api()).GET("/skills/{name}/{version}", { params: { path } }));
    },
    async provenance(path) {
      const call = (await api()).GET("/skills/{name}/{version}/attestations", { params: { path } });
      return (await ensureAnswer(call)).provenance ?? [];
    },
    async signatures(path) {
      const call = (await api()).GET("/skills/{name}/{version}/signatures", { params: { path } });
      return (await ensureAnswer(call)).signatures;
    },
    async attestations(path) {
      const call = (await api()).GET("/skills/{name}/{version}/attestations", { params: { path } });
      return (await ensureAnswer(call)).attestations;
    },
    async revocations({ since, isFresh }) {
      const query = since === null ? {} : { since };
      const headers = isFresh ? { "cache-control": "no-cache" } : {};
      return ensureAnswer(asking.openRevocations().GET("/revocations", { params: { query }, headers }));
    },
    async download(path, signal) {
      const shown = beginDownload(session.terminal, path.name);
      const call = (await asking.open("download", shown.moved)).GET("/skills/{name}/{version}/download", {
        params: { path, query: { archive: "zip" } },
        parseAs: "arrayBuffer",
        signal: signal ?? null,
      });
      const { data, response } = await ensureAnswered(call).finally(shown.ended);
      return { bytes: new Uint8Array(data), reprDigest: response.headers.get("repr-digest") };
    },
    async bill(path) {
      const api = await asking.open("bill");
      const call = api.GET("/skills/{name}/{version}/sbom", { params: { path }, parseAs: "text" });
      try {
        return { text: await ensureAnswer(call) };
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        return { why: error.exitCode === EXIT.notFound ? "its registry has none" : error.message };
      }
    },
    async proof(path) {
      const call = (await asking.open("once")).GET("/skills/{name}/{version}/proof", {
        params: { path },
        parseAs: "text",
      });
      try {
        return { text: await ensureAnswer(call), isPending: false };
      } catch (error) {
        if (!(error instanceof CliError) || !["not_found", "unavailable"].includes(error.code)) throw error;
        return { text: null, isPending: error.code === "unavailable" };
      }
    },
    log: asking.log,
    isSilence: (error) =>
      error instanceof CliError &&
      (error.exitCode === EXIT.notFound || error.exitCode === EXIT.refused) &&
      error.problem?.status !== 401,
  };
}
