import type { Finding, ScannerReport } from "@gaia/findings";
import type { Use } from "@gaia/policy";

// What columns hold as JSON where no room's own type says it. Only the registry writes them.

/** What a `SIGNATURE.json` of GAIA's client says that the version's own files do not. */
export interface AuthorSignature {
  /** 32 bytes and 64 bytes, in base64. */
  publicKey: string;
  signature: string;
}

/** How far an inspection has come, for those who wait for it. */
export interface Progress {
  /** 1 for the first. */
  attempt: number;
  scanners: { name: string; status: "waiting" | "running" | "completed" | "unscanned" }[];
  /** What is done beside scanning, or why nothing is; null while the scanners work. */
  note: string | null;
}

/** What scanners that ended have said; `uses` with the report of gaia-code. */
export interface Looked {
  scanners: ScannerReport[];
  findings: Finding[];
  uses: Use[] | null;
  resolved?: ResolvedDependencies | undefined;
}

/** A package that installing a version brings. `version` is empty where the skill only names it, as in a document's `npm i`. */
export interface Dependency {
  ecosystem: "PyPI" | "npm";
  name: string;
  version: string;
  /** The scanner that resolved it. */
  source: string;
  /** The skill itself asks for it, rather than another package. */
  isAsked?: boolean | undefined;
  /** The packages that it needs in turn, as `name@version` of the same ecosystem. Absent or null: not known. */
  needs?: string[] | null | undefined;
  /** It needs more than `needs` has. */
  needsMore?: boolean | undefined;
  /** What its index told: one line each. */
  license?: string | null | undefined;
  supplier?: string | null | undefined;
  /** Of the file that is installed: `sha512:<hex>`. */
  hashes?: string[] | undefined;
}

/** What an inspection resolved; `whole` names the sources that left nothing unresolved. */
export interface ResolvedDependencies {
  dependencies: Dependency[];
  whole: string[];
}

/** Which versions of one package an advisory is about: every version in it can be read. */
export interface AffectedVersions {
  ranges: { events: RangeEvent[] }[];
  versions: string[];
}

export interface RangeEvent {
  kind: "introduced" | "fixed" | "last_affected" | "limit";
  version: string;
}
