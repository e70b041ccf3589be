import type { InstallContext, RegistryDoor, Told } from "@gaia/install";
import { CliError, EXIT } from "./failures.ts";
import { logReader } from "./registry-log.ts";
import { ensureAnswer, ensureAnswered, openRegistry, openRevocations } from "./registry.ts";
import type { Session } from "./session.ts";
import { t } from "./shown-text.ts";
import { readTrustedRoots } from "./trusted-roots.ts";

/** What an install needs of this run: its registry, its home, and the terminal for what happens meanwhile. */
export const installContext = async (session: Session): Promise<InstallContext> => ({
  registry: session.config.registry,
  paths: session.paths,
  door: registryDoor(session),
  tell: toldBy(session),
  trustedRoots: await readTrustedRoots(session.config),
});

/** Texts hold what a registry sent: nothing of it steers the terminal. */
export const toldBy =
  ({ terminal }: Session) =>
  (told: Told): void => {
    if (told.kind === "progress") terminal.progress(told.text === null ? null : t`${told.text}`);
    else if (told.kind === "warning") terminal.warn(t`${told.text}`);
    else terminal.note(t`${told.text}`);
  };

/** The registry through the typed client: every answer is held against its schema, every problem a CliError. */
function registryDoor(session: Session): RegistryDoor {
  const api = () => openRegistry(session);
  return {
    async keys() {
      return (await ensureAnswer((await api()).GET("/keys"))).keys;
    },
    async skill(name) {
      return ensureAnswer((await api()).GET("/skills/{name}", { params: { path: { name } } }));
    },
    async version(path) {
      return ensureAnswer((await api()).GET("/skills/{name}/{version}", { params: { path } }));
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
      return ensureAnswer(openRevocations(session.config.registry).GET("/revocations", { params: { query }, headers }));
    },
    async download(path) {
      const call = (await openRegistry(session, "download")).GET("/skills/{name}/{version}/download", {
        params: { path, query: { archive: "zip" } },
        parseAs: "arrayBuffer",
      });
      const { data, response } = await ensureAnswered(call);
      return { bytes: new Uint8Array(data), reprDigest: response.headers.get("repr-digest") };
    },
    async proof(path) {
      const call = (await api()).GET("/skills/{name}/{version}/proof", { params: { path }, parseAs: "text" });
      try {
        return { text: await ensureAnswer(call), isPending: false };
      } catch (error) {
        if (!(error instanceof CliError) || !["not_found", "unavailable"].includes(error.code)) throw error;
        return { text: null, isPending: error.code === "unavailable" };
      }
    },
    log: logReader(session.config.registry),
    isSilence: (error) =>
      error instanceof CliError &&
      (error.exitCode === EXIT.notFound || error.exitCode === EXIT.refused) &&
      error.code !== "unauthorized",
  };
}
