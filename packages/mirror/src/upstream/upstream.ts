import { type ArchiveLimits, DEFAULT_LIMITS, type PackageFile } from "@gaia/archive";

/** What a mirror can read, by the name that its row has. */
export const SOURCE_KINDS = ["hub", "clawhub", "discovery", "git"] as const;

type SourceKind = (typeof SOURCE_KINDS)[number];

/** A skill as it came: an archive (zip or tar.gz, not opened yet), or its files with paths below the skill's own folder. */
export type UpstreamPackage = { archive: Uint8Array } | { files: readonly PackageFile[] };

/**
 * One version of one skill at an upstream. Nothing of it can be trusted; texts are bounded and of one line (`toLine`), the rest is for the
 * registry's own reader to judge.
 */
interface UpstreamSkill {
  /** As the upstream says; the manifest may say another. */
  name: string;
  /** Null: the upstream says none, and the manifest's counts. */
  version: string | null;
  publisher: string | null;
  publishedAt: Date | null;
  /**
   * What tells one content of a version from another, as the upstream says it: `sha256:<hex>` of an archive, a tree of git. Null: it says
   * nothing of it.
   */
  digest: string | null;
  /** Where it is, without credentials: all that `readSkill` needs, and of no other skill of this upstream. */
  origin: string;
  /** The same place in another listing, where its origin is another each time; absent: its origin. */
  place?: string;
}

/** What an upstream lists and a mirror cannot take; the reason is a sentence. */
interface UnreadableSkill {
  name: string;
  origin: string;
  place?: string;
  reason: string;
}

export type UpstreamEntry = ({ kind: "skill" } & UpstreamSkill) | ({ kind: "unreadable" } & UnreadableSkill);

/** How far a list in pages was read: where the next page lies, and how many came before it. */
export interface ListedTo {
  cursor: string;
  pages: number;
}

/** What a listing comes to. `page`: all before it was given, another listing may go on there. `cut`: the list goes on beyond a limit. */
export type ListStep = UpstreamEntry | { kind: "page"; to: ListedTo } | { kind: "cut" };

/** A registry, or a repository, whose skills are mirrored. */
export interface Upstream {
  kind: SourceKind;
  /**
   * The newest version of each skill, one after the other, at most `limits.skills` of them.
   * One that cannot be read is told as such by itself; several in a row that cannot be reached are the upstream's own failure.
   * @param asked.isListed names that need not be looked up: they are left out without a request, unless they come twice
   * @param asked.from where a `page` of a listing before said
   * @throws UpstreamError for what makes the whole listing worthless
   */
  listSkills(asked?: { isListed?: (name: string) => boolean; from?: ListedTo | null }): AsyncIterable<ListStep>;
  /**
   * Fetches one version by what `listSkills` said of it, perhaps in another process, and holds it to its digest.
   * @throws UpstreamError `gone` when it is not there any more, `digest_mismatch`, and the others
   */
  readSkill(sought: Pick<UpstreamSkill, "name" | "version" | "origin" | "digest">): Promise<UpstreamPackage>;
}

/** Bytes of one answer, whatever its status. `address`: the one that answered, after redirects. */
export interface Fetched {
  status: number;
  body: Uint8Array;
  address: string;
}

/**
 * Asks an address (GET). Whoever hands it in judges where it leads, redirects included, and bounds bytes and time.
 * @throws UpstreamError `unreachable`, `too_large`
 */
type UpstreamFetch = (address: string, bounds: { maxBytes: number }) => Promise<Fetched>;

/** What an upstream may cost. */
export interface UpstreamLimits {
  /** Skills of one listing. */
  skills: number;
  /** Bytes of an index, of one page of a list, and of what is said of one skill. */
  indexBytes: number;
  pageBytes: number;
  detailBytes: number;
  /** Of one package. */
  archive: ArchiveLimits;
  /** Pages of a list that comes in pages. */
  pages: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_UPSTREAM_LIMITS: UpstreamLimits = Object.freeze({
  skills: 20_000,
  indexBytes: 8 * MIB,
  pageBytes: MIB,
  detailBytes: 2 * MIB,
  archive: DEFAULT_LIMITS,
  pages: 2_000,
});

/** A skill's folder in a commit; "" is the root. `tree`: what git calls its content. `name`: as its manifest says; null: not plainly. */
export interface GitFolder {
  folder: string;
  name: string | null;
  tree: string;
}

/**
 * Reads repositories of git. Whoever hands it in judges where an address leads, and bounds what comes (packages/git-source).
 * Addresses are `git+https://host/path#commit, branch or tag`.
 * @throws UpstreamError, each
 */
export interface GitDoor {
  /** The whole id of the commit that an address means now. */
  resolve(address: string): Promise<string>;
  /** At most as many as a listing may have, sorted by path. */
  folders(address: string, commit: string): Promise<readonly GitFolder[]>;
  /** What git calls the content of a folder; null: the commit has none of that name. */
  tree(address: string, at: { commit: string; folder: string }): Promise<string | null>;
  /** The files of one, with paths from it on. `unreadable`: why they are no package, a sentence. */
  read(
    address: string,
    at: { commit: string; folder: string },
  ): Promise<{ files: readonly PackageFile[] } | { unreadable: string }>;
}

/** What a reader of upstreams is handed. */
export interface UpstreamDoor {
  fetch: UpstreamFetch;
  /** Absent: no repositories are read. */
  git?: GitDoor | undefined;
  limits: UpstreamLimits;
}
