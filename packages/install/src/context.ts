import type { components } from "@gaia/client";
import type { HomePaths } from "./home/home.ts";

type Schemas = components["schemas"];
export type Version = Schemas["Version"];

/** A name and an exact version. */
export interface Release {
  name: string;
  version: string;
}

/**
 * What an installer asks of a registry. Whoever opens it chooses the transport, its limits and its token; its errors pass through
 * untouched.
 */
export interface RegistryDoor {
  keys(): Promise<Schemas["RegistryKeys"]["keys"]>;
  skill(name: string): Promise<Schemas["Skill"]>;
  version(release: Release): Promise<Version>;
  signatures(release: Release): Promise<Schemas["SignatureList"]["signatures"]>;
  attestations(release: Release): Promise<Schemas["AttestationList"]["attestations"]>;
  /** The list of revocations, or what changed after `since`; `isFresh`: past every cache. Without a token: it is the same for all. */
  revocations(asked: { since: number | null; isFresh: boolean }): Promise<Schemas["Revocations"]>;
  /** The canonical zip, and the `Repr-Digest` that came with it. */
  download(release: Release): Promise<{ bytes: Uint8Array; reprDigest: string | null }>;
  /** The release's `.tlog-proof`, as text and unverified; null where there is none, `pending` when it is about to be there. */
  proof(release: Release): Promise<{ text: string | null; isPending: boolean }>;
  /** A resource of the registry's log, by its path below the log (`checkpoint`, `tile/…`); null where it is not there. */
  log(path: string): Promise<Uint8Array | null>;
  /** Whether an error says that the registry has nothing there, or will not show it; not that it cannot be reached. */
  isSilence(error: unknown): boolean;
}

/** What happens meanwhile, for whoever shows it. `progress` null: that is over. Texts may hold what a registry sent. */
export type Told = { kind: "progress"; text: string | null } | { kind: "note" | "warning"; text: string };

/** Where to install from, where to, and whom to tell. */
export interface InstallContext {
  /** The registry's address: everything that comes from it is remembered under it. */
  registry: string;
  paths: HomePaths;
  door: RegistryDoor;
  tell(told: Told): void;
  /** Texts of `trusted_root.json` that Sigstore signatures are held against; undefined: the public instance's. */
  trustedRoots: readonly string[] | undefined;
}
