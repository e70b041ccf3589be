import {
  ensureGit,
  fetchCommit,
  type Fetching,
  type GitAddress,
  type GitCommit,
  GitSourceError,
  objectReader,
  openCommit,
  readFolder,
  readGitAddress,
  resolveCommit,
  skillFolders,
  skillNames,
} from "@gaia/git-source";
import {
  DEFAULT_UPSTREAM_LIMITS,
  type GitDoor,
  type GitFolder,
  UpstreamError,
  type UpstreamErrorCode,
} from "@gaia/mirror";
import type { Confine, Run } from "@gaia/sandbox";
import { shownLine } from "@gaia/text";
import { type FetchedCommit, keepCommits } from "./kept-commits.ts";

/** What is asked for one mirror. */
interface Opening {
  /** What an admin named: at its host alone a private address is allowed. */
  named: string;
  /** Is told each address before it is asked, and again while it is; what it throws ends that. */
  before(address: URL): Promise<void>;
}

interface GitOptions {
  /** What confines: the fetch, and what reads objects. */
  findRunners(): Promise<{ confine: Confine; run: Run }>;
  /** The authorities that this process believes, and so git does: PEM. */
  authorities(): string;
}

/** Repositories of git for mirrors: one for a process. */
export interface UpstreamGit {
  door(opening: Opening): GitDoor;
  /** Removes what is kept. */
  close(): Promise<void>;
}

const SIGN_OF_LIFE_MS = 5_000;

type Abortable = Fetching & { abort: AbortSignal };

/**
 * Reads repositories by git, confined (packages/git-source). What this machine lacks for that, git or bubblewrap, is said in words when an
 * address is asked. A commit is fetched once, so that its skills can be taken one after the other.
 */
export function upstreamGit({ findRunners, authorities }: GitOptions): UpstreamGit {
  const kept = keepCommits();
  let found: ReturnType<typeof findRunners> | null = null;
  const programs = async (): ReturnType<typeof findRunners> => {
    // A program that was not there may be installed meanwhile.
    found ??= findRunners()
      .then(async (runners) => {
        await ensureGit(runners.run);
        return runners;
      })
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  };
  return {
    close: async () => kept.close(),
    door({ named, before }) {
      const operators = hostOf(named);
      const asking = async <T>(
        address: GitAddress,
        work: (fetching: Abortable, run: Run) => Promise<T>,
      ): Promise<T> => {
        const { confine, run } = await programs();
        const isOperators = address.host === operators;
        return whileAlive(before, address.url, async (abort) =>
          work({ confine, address, isOperators, authorities: authorities(), abort }, run),
        );
      };
      const using = async <T>(
        text: string,
        commit: string,
        work: (fetched: FetchedCommit) => Promise<T>,
      ): Promise<T> => {
        const address = readGitAddress(text);
        const { base, host } = address;
        return asking(address, async (fetching, run) => {
          const fetch = async () => fetchWhole(fetching, run, commit);
          return kept.use({ key: `${base} ${commit}`, host, abort: fetching.abort, fetch }, work);
        });
      };
      return {
        resolve: async (text) => told(async () => asking(readGitAddress(text), resolveCommit)),
        folders: async (text, commit) => told(async () => using(text, commit, async ({ folders }) => folders())),
        tree: async (text, { commit, folder }) =>
          told(async () => using(text, commit, async (fetched) => fetched.commit.trees.get(folder) ?? null)),
        read: async (text, { commit, folder }) =>
          told(async () => using(text, commit, async (fetched) => filesOf(fetched.commit, folder))),
      };
    },
  };
}

async function fetchWhole(fetching: Fetching, run: Run, commit: string): Promise<FetchedCommit> {
  const { objects, format, remove } = await fetchCommit(fetching, commit);
  try {
    const opened = await openCommit(objectReader({ run, objects, format }), commit);
    let found: Promise<readonly GitFolder[]> | null = null;
    const folders = async (): Promise<readonly GitFolder[]> => {
      found ??= foldersOf(opened).catch((error: unknown) => {
        found = null;
        throw error;
      });
      return found;
    };
    return { commit: opened, folders, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function foldersOf(commit: GitCommit): Promise<GitFolder[]> {
  const all = skillFolders(commit.entries).filter(({ within }) => within === null);
  const folders = all.slice(0, DEFAULT_UPSTREAM_LIMITS.skills);
  const names = await skillNames(commit, folders);
  return folders.map(({ folder }) => ({
    folder,
    name: names.get(folder) ?? null,
    tree: commit.trees.get(folder) ?? "",
  }));
}

const OTHERS = {
  link: "a symbolic link",
  submodule: "a submodule, another repository's commit",
  other: "something that no package holds",
  missing: "not among what came",
} as const;

async function filesOf(commit: GitCommit, folder: string): ReturnType<GitDoor["read"]> {
  // An author's rules for packing are no part of a package, and are not followed: what is mirrored is what the commit has.
  const { files, others } = await readFolder(commit, { folder, leavesOut: (path) => path === ".skillignore" });
  const [other] = others;
  if (other !== undefined) return { unreadable: `${shownLine(other.path, 300)} is ${OTHERS[other.kind]}.` };
  const pointer = files.find(({ lfs }) => lfs !== null);
  if (pointer !== undefined)
    return { unreadable: `${shownLine(pointer.path, 300)} is a pointer of Git LFS, not the file.` };
  return { files: files.map(({ path, bytes }) => ({ path, bytes })) };
}

/** Null: it is no address of git, and nothing is allowed for it. */
function hostOf(named: string): string | null {
  try {
    return readGitAddress(named).host;
  } catch {
    return null;
  }
}

/** A wait, a fetch or a reading takes longer than a lease: whoever holds it is told meanwhile, and what they throw ends it. */
async function whileAlive<T>(
  before: Opening["before"],
  url: string,
  work: (abort: AbortSignal) => Promise<T>,
): Promise<T> {
  const address = new URL(url);
  await before(address);
  const lost = new AbortController();
  const why: unknown[] = [];
  const sign = setInterval(() => {
    before(address).catch((error: unknown) => {
      why.push(error);
      lost.abort();
    });
  }, SIGN_OF_LIFE_MS);
  try {
    return await work(lost.signal);
  } catch (error) {
    throw why[0] ?? error;
  } finally {
    clearInterval(sign);
  }
}

const CODES: Readonly<Record<GitSourceError["code"], UpstreamErrorCode>> = {
  no_git: "not_an_upstream",
  no_confinement: "not_an_upstream",
  bad_address: "not_an_upstream",
  unreachable: "unreachable",
  no_commit: "gone",
  ambiguous: "malformed",
  too_large: "too_large",
  unsound: "malformed",
  not_a_repository: "not_an_upstream",
  borrowed_objects: "not_an_upstream",
};

/** The room's errors as a mirror's. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof GitSourceError)) throw cause;
    const sentence = shownLine(`${cause.message.charAt(0).toUpperCase()}${cause.message.slice(1)}.`, 1_000);
    throw new UpstreamError(CODES[cause.code], sentence, { cause });
  }
}
