import type { ArchiveLimits, PackageFile } from "@gaia/archive";
import type { Telling } from "@gaia/findings";
import type { Diagnostic, SourceFormat } from "@gaia/manifest";
import type { Tier } from "@gaia/policy";

/** Rewrites packages apart from the process that answers requests: `convertPackage`, `digestPackage`, `openPackage`, bounded. */
export interface PackageConverter {
  convert(input: ConvertInput): Promise<ConvertedPackage>;
  /** What the same would hold, by digest: nothing is packed. */
  digest(input: RewriteInput): Promise<PackageDigests>;
  /** What an upload holds, for a protocol that compares it with what came beside it. @throws RegistryError `invalid_package` */
  open(input: OpenInput): Promise<OpenedPackage>;
  /** What a version tells an agent to do. What cannot be read within its bounds is named in it. @throws RegistryError `unavailable` */
  tell(input: TellInput): Promise<Telling>;
}

export interface TellInput {
  /** Of the archive, hex: what is known of it is not read again. */
  sha256: string;
  /** The canonical zip. */
  bytes(): Promise<Uint8Array>;
  limits: ArchiveLimits;
  about: { name: string; description: string; publisher: string; links: string[] };
}

/** What is made of a package's files. */
export interface RewriteInput {
  /** A canonical archive of ours, or an upload that is about to be read. */
  bytes: Uint8Array;
  /** Null: every file as it is, for a client that wants them laid out in another way alone. */
  to: SourceFormat | null;
  /** Its SKILL.md then says this tier (`stampTier`). */
  stamp?: Tier | undefined;
  /** A path in the archive that is left out. */
  without?: string | undefined;
  limits: ArchiveLimits;
  version: string;
  /** A publish or a decision waits for it, and it for no reads of strangers. */
  decides?: true | undefined;
  /** Nothing is written anew of a package that any loader of Agent Skills reads as it is (`isPlainSkill`), and it gets no report. */
  keepsPlain?: true;
}

export interface ConvertInput extends RewriteInput {
  /** The one directory at the root under which every file lies; absent: files lie at the root. */
  under?: string | undefined;
  /** Files that are put beside those of the package. */
  add?: readonly PackageFile[] | undefined;
  archive: "zip" | "tgz";
}

/** A package in another format. It is nobody's release: no signature speaks of it. */
export interface ConvertedPackage {
  bytes: Uint8Array;
  sha256: string;
  losses: Diagnostic[];
}

export interface PackageDigests {
  /** Of the files as a release's content digest is of its own: `sha256:` and hex. */
  contentDigest: string;
  /** SHA-256 in hex. */
  files: { path: string; sha256: string }[];
}

export interface OpenInput {
  bytes: Uint8Array;
  limits: ArchiveLimits;
  /** Files whose bytes are wanted, by their path below the root; each of 1 MiB at most. */
  quotes: readonly string[];
  /** Paths that are no part of `framed`. */
  unframed: RegExp;
}

export interface OpenedPackage {
  /** The directory that SKILL.md and every other file lie in, with a slash; empty: they lie at the root of the archive. */
  root: string;
  /** By their paths below that; SHA-256 in hex. */
  files: { path: string; sha256: string }[];
  quoted: Readonly<Record<string, Uint8Array>>;
  /** SHA-256 in hex of path, NUL, length, NUL and bytes of each file, by the bytes of their paths. */
  framed: string;
}
