import type { components } from "@gaia/client";
import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "@gaia/manifest";
import type { Machine } from "./requirements.ts";
import type { HomePaths } from "../home/home.ts";
import type { SentBill } from "./bill.ts";
import type { OfferedKey } from "../trust/trust-store.ts";
import type { SentProvenance } from "../trust/build-provenance.ts";

type Schemas = components["schemas"];
export type Version = Schemas["Version"];

/** A Python package at a version, with the SHA-256 (hex) of the file that was resolved. */
export interface Pin {
  name: string;
  version: string;
  sha256: string;
}

/** Resolves requirements upon an index, what is needed for them included, building and running nothing; a text says why it cannot. */
export type ResolvePins = (requirements: readonly string[]) => Promise<readonly Pin[] | string>;

/** The same of npm: a `package-lock.json` of version 3 in npm's own words, which nobody has judged yet. */
export type ResolveNpmPins = (packages: readonly string[]) => Promise<{ lock: string } | { why: string }>;

/** A name and an exact version. */
export interface Release {
  name: string;
  version: string;
}

/** A release as it came, its bytes checked against every digest that the registry stated. */
export interface FetchedRelease {
  version: Version;
  /** The canonical zip. */
  bytes: Uint8Array;
  files: PackageFile[];
  sums: string;
  signatures: Schemas["SignatureList"]["signatures"];
  attestations: Schemas["AttestationList"]["attestations"];
  /** The registry's keys that are part of a hand-over: how whoever pinned a former one comes to the one that signed. */
  keys: OfferedKey[];
  provenance: SentProvenance[];
  /** The registry's bill of materials, held against this release. */
  bill: SentBill;
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
  /** What builds say of it, as the registry has it; asked where the version tells of any. */
  provenance(release: Release): Promise<readonly SentProvenance[]>;
  /** Its bill of materials, which nothing depends on: a registry that has none, or one too large, is no failure. */
  bill(release: Release): Promise<SentBill>;
  /** The list of revocations, or what changed after `since`; `isFresh`: past every cache. Without a token: it is the same for all. */
  revocations(asked: { since: number | null; isFresh: boolean }): Promise<Schemas["Revocations"]>;
  /** The canonical zip, and the `Repr-Digest` that came with it; `signal` ends it early. */
  download(release: Release, signal?: AbortSignal): Promise<{ bytes: Uint8Array; reprDigest: string | null }>;
  /** The release's `.tlog-proof`, as text and unverified; null where there is none, `isPending` when it is about to be there. */
  proof(release: Release): Promise<{ text: string | null; isPending: boolean }>;
  /** A resource of the registry's log, by its path below the log (`checkpoint`, `tile/…`); null where it is not there. */
  log(path: string): Promise<Uint8Array | null>;
  /** Whether an error says that the registry has nothing there, or will not show it; not that it cannot be reached. */
  isSilence(error: unknown): boolean;
}

/** Something an install may only do when a person agrees. `why` says where it comes from. */
export interface Needed {
  what: string;
  why: string;
}

/** What happens meanwhile, for whoever shows it. `progress` null: that is over. Texts may hold what a registry sent. */
export type Told =
  | { kind: "progress"; text: string | null }
  | { kind: "note" | "warning"; text: string }
  | { kind: "batch"; batch: Batch | null };

/** How far a batch of skills is: `done` of `total`, at work on `name`. Null, where it is told: it is over. */
interface Batch {
  done: number;
  total: number;
  name: string;
}

/** What is installed comes from a bundle, which was taken over (`adoptBundle`). */
export interface BundleTerms {
  /** Its tree of the log is older than one that this home has seen: nothing shows that the one continues the other. */
  isOlder: boolean;
  allowDowngrade: boolean;
}

/** Where to install from, where to, and whom to tell. */
export interface InstallContext {
  /** The registry's address: everything that comes from it is remembered under it. */
  registry: string;
  paths: HomePaths;
  door: RegistryDoor;
  tell(told: Told): void;
  /** The machine that is to run what is installed. */
  machine(): Promise<Machine>;
  /** Which hosts of those that a skill names lead into a private network from here, or to this machine: a person is asked for each. */
  nearHosts(skill: CanonicalSkill | null): Promise<Needed[]>;
  /** Go by the cache alone: nobody is asked what happened since. */
  isOffline?: boolean | undefined;
  /** What `isOffline` means where the door is a bundle: it has keys and a log, of the moment when it was made. */
  bundle?: BundleTerms | undefined;
  /** Takes nothing of a registry that does not say now what it took back. */
  requiresRevocations?: boolean | undefined;
  /** How much the cache keeps; nothing unless given. */
  cacheMaxBytes?: number | undefined;
  /** Pins what a skill needs of Python; nothing is pinned unless given. */
  resolvePins?: ResolvePins | undefined;
  /** The same of npm. */
  resolveNpmPins?: ResolveNpmPins | undefined;
  /** What is being fetched already, by `releaseKey`. */
  ahead?: ReadonlyMap<string, Promise<FetchedRelease>> | undefined;
  /** Texts of `trusted_root.json` that Sigstore signatures are held against; undefined: the public instance's. */
  trustedRoots: readonly string[] | undefined;
}
