import type { PackageFile } from "@gaia/archive";
import { type Config, registryAddress } from "./config.ts";
import type { HomePaths } from "@gaia/install";
import type { Terminal } from "./terminal.ts";

/** What every verb is given first: the configuration, the place where it speaks, the files of the home. */
export interface Session {
  config: Config;
  terminal: Terminal;
  paths: HomePaths;
  /** The author's own files once a verb has read them: diagnostics about them are shown with their source line. */
  author: { files: readonly PackageFile[] };
}

/** Of verbs that take or run something. */
export interface RequireOption {
  requireRevocations?: boolean | undefined;
}

/** The session with what that option says. */
export const requiring = (session: Session, { requireRevocations }: RequireOption): Session =>
  requireRevocations === true ? { ...session, config: { ...session.config, requiresRevocations: true } } : session;

/** The session for the registry that a lock names. `GAIA_TOKEN` stays with its own: whoever wrote a lock chose that address. */
export function sessionAt(session: Session, address: string): Session {
  const { config } = session;
  const registry = registryAddress(address, "skill-lock.json");
  const isSame = new URL(registry).origin === new URL(config.registry).origin;
  return { ...session, config: { ...config, registry, token: isSame ? config.token : null } };
}
