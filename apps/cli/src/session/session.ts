import type { PackageFile } from "@gaia/archive";
import type { Config } from "./config.ts";
import { registryAddress } from "./registry-address.ts";
import type { HomePaths } from "@gaia/install/installed";
import { refused } from "../failures/failures.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { leadsNear, leadsToLink } from "../transport/network-of.ts";
import { calledAs } from "../failures/invocation.ts";
import { readTrust } from "@gaia/install/judged";

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

/**
 * The session for the registry that a lock names. `GAIA_TOKEN` stays with its own: whoever wrote a lock chose that address. A project's
 * lock is its repository's word: nothing on this machine or in its network is asked for it but a registry that this person set or pinned.
 */
export async function sessionAt(
  session: Session,
  address: string,
  isOnLink: (hostname: string) => Promise<boolean> = leadsToLink,
): Promise<Session> {
  const { config, paths } = session;
  const registry = registryAddress(address, "skill-lock.json");
  const { hostname, origin } = new URL(registry);
  if (await isOnLink(hostname))
    throw refused(
      "registry_refused",
      `skill-lock.json names ${origin} as a registry, an address of this very cable, where clouds keep their credentials`,
      "did another person write the lock? remove the skill from it, or correct its registry",
    );
  const isSame = origin === new URL(config.registry).origin;
  const isKnown = isSame || paths.place.scope === "user" || (await readTrust(paths.trust)).has(registry);
  if (!isKnown && (await leadsNear(hostname)))
    throw refused(
      "registry_refused",
      `skill-lock.json names ${origin} as a registry, an address of this machine or its own network`,
      `is it yours? \`${calledAs(`trust add ${origin}`)}\` pins its key, or set it: GAIA_REGISTRY, --registry`,
    );
  return {
    ...session,
    config: isSame ? { ...config, registry } : { ...config, registry, token: null, otp: { code: null } },
  };
}
