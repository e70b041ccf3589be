import { chown, mkdir, mkdtemp, open, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Confine, type ConfinedResult, giveToSkill, type Mount, NO_GUARDS, WORK } from "@gaia/sandbox";
import type { GitAddress } from "./git-address.ts";
import { GitSourceError } from "./git-source-error.ts";
import { formatOf, isObjectId } from "./object-id.ts";
import { emptyRepository, ENVIRONMENT, gitWith, type ObjectFormat } from "./settings.ts";

/** What a fetch may cost. */
export interface FetchLimits {
  /** On disk, and over the network, each. */
  bytes: number;
  objects: number;
  timeoutMs: number;
}

export const FETCH_LIMITS: FetchLimits = { bytes: 256 * 1024 ** 2, objects: 200_000, timeoutMs: 300_000 };

export interface Fetching {
  confine: Confine;
  address: GitAddress;
  /** The operator named its host: it may lie in a network of theirs. */
  isOperators: boolean;
  /** The authorities that are believed, in place of the machine's own: PEM, one after the other. */
  authorities?: string | undefined;
  limits?: FetchLimits;
  abort?: AbortSignal | undefined;
}

/** A commit in a private directory. */
export interface Fetched {
  commit: string;
  /** The object directory, for `objectReader`. */
  objects: string;
  format: ObjectFormat;
  /** Removes all of it. */
  remove(): Promise<void>;
}

const AUTHORITIES = "/run/authorities.pem";
const REPOSITORY = "/run/repository";
const CPU_MS = 120_000;
const MEMORY_BYTES = 1024 ** 3;
const PROCESSES = 64;
const OUTPUT_BYTES = 64 * 1024;

/**
 * The commit that an address means: its own, or that of its branch, its tag or of `HEAD`, asked once.
 * @throws GitSourceError `unreachable`, `no_commit`, `ambiguous`, `no_confinement`
 */
export async function resolveCommit(fetching: Fetching): Promise<string> {
  const { address } = fetching;
  const { revision } = address;
  if (revision !== null && isObjectId(revision)) return revision;
  const names =
    revision === null ? ["HEAD"] : [`refs/heads/${revision}`, `refs/tags/${revision}`, `refs/tags/${revision}^{}`];
  const { stdout } = await asked(fetching, {
    argv: gitWith("ls-remote", "--quiet", "--", address.url, ...names),
    mounts: [],
  });
  const found = new Map<string, string>();
  for (const line of stdout.split("\n")) {
    const [id = "", name = ""] = line.split("\t");
    if (names.includes(name) && isObjectId(id)) found.set(name, id);
  }
  const [branch, tag, peeled] = names.map((name) => found.get(name));
  const commits = [...new Set([branch, peeled ?? tag].filter((id) => id !== undefined))];
  if (commits.length > 1)
    throw new GitSourceError("ambiguous", `${revision} is both a branch and a tag of ${address.url}: name the commit`);
  const [commit] = commits;
  if (commit !== undefined) return commit;
  throw new GitSourceError(
    "no_commit",
    revision === null ? `${address.url} has no HEAD` : `${address.url} has no branch and no tag ${revision}`,
  );
}

/**
 * Fetches one commit, without its history, into a private directory (0700). Nothing is checked out.
 * @throws GitSourceError `unreachable`, `no_commit`, `too_large`, `no_confinement`
 */
export async function fetchCommit(fetching: Fetching, commit: string): Promise<Fetched> {
  const { address, limits = FETCH_LIMITS } = fetching;
  const format = formatOf(commit);
  const root = await realpath(await mkdtemp(join(tmpdir(), "git-source-")));
  const remove = async (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  try {
    const repository = join(root, "repository");
    await writeRepository(repository, format);
    const argv = gitWith(
      `--git-dir=${REPOSITORY}`,
      "fetch",
      "--quiet",
      "--depth=1",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-recurse-submodules",
      "--",
      address.url,
      commit,
    );
    const mounts = [{ source: repository, target: REPOSITORY, writable: true }];
    await asked(fetching, { argv, mounts });
    await takeBack(repository);
    const objects = join(repository, "objects");
    await ensureFew(join(objects, "pack"), limits);
    return { commit, objects, format, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Asked = { argv: [string, ...string[]]; mounts: Mount[] };

async function asked(fetching: Fetching, { argv, mounts }: Asked): Promise<ConfinedResult> {
  if (fetching.confine.isolation === "none")
    throw new GitSourceError(
      "no_confinement",
      "git addresses are read where bubblewrap works, and it does not on this machine: they are off",
    );
  const { authorities } = fetching;
  if (authorities === undefined) return confined(fetching, { argv, mounts });
  const folder = await realpath(await mkdtemp(join(tmpdir(), "git-authorities-")));
  try {
    const source = join(folder, "authorities.pem");
    await writeFile(source, authorities);
    giveToSkill(source);
    const [git, ...more] = argv;
    return await confined(fetching, {
      argv: [git, "-c", `http.sslCAInfo=${AUTHORITIES}`, ...more],
      mounts: [...mounts, { source, target: AUTHORITIES, writable: false }],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function confined(
  { confine, address, isOperators, limits = FETCH_LIMITS, abort }: Fetching,
  { argv, mounts }: Asked,
): Promise<ConfinedResult> {
  const { host, port } = address;
  const result = await confine(
    {
      argv,
      stdin: "",
      mounts,
      guarded: NO_GUARDS,
      hidden: [],
      directory: WORK,
      env: ENVIRONMENT,
      network: {
        hosts: [`${host}:${port}`],
        // A tunnel of TLS to that host alone.
        methods: "read",
        near: isOperators ? [host] : [],
      },
      programs: ["git"],
      limits: {
        cpuMs: CPU_MS,
        timeoutMs: limits.timeoutMs,
        memoryBytes: MEMORY_BYTES,
        processes: PROCESSES,
        diskBytes: limits.bytes,
        outputBytes: OUTPUT_BYTES,
        networkBytes: limits.bytes,
      },
    },
    abort,
  );
  ensureAnswered(result, address);
  return result;
}

/** @throws GitSourceError where it did not end well; quotes the last line that git said, which may be the host's */
function ensureAnswered({ exitCode, stderr, denials, aborted }: ConfinedResult, { url }: GitAddress): void {
  const [denial] = denials;
  if (denial?.kind === "network")
    throw new GitSourceError(
      "unreachable",
      denial.isNear === true
        ? `${url} leads to no public address, and the operator did not name its host`
        : `${url} wanted another host, ${denial.host}:${denial.port}, or leads to no address that may be asked`,
    );
  if (denial?.kind === "limit")
    throw new GitSourceError("too_large", `${url} takes more than it may: its bound of ${denial.what} was reached`);
  if (aborted) throw new GitSourceError("unreachable", `reading ${url} was ended`);
  if (exitCode === 0) return;
  const said = sayable(stderr);
  if (/not our ref|unadvertised object|couldn't find remote ref|no such remote ref/i.test(said))
    throw new GitSourceError("no_commit", `${url} does not give that commit`);
  throw new GitSourceError("unreachable", `${url} cannot be read: ${said === "" ? "git ended without a word" : said}`);
}

/** The last line, without what cannot be seen; 300 characters at most. */
const sayable = (text: string): string =>
  (
    text
      .trim()
      .split(/[\r\n]+/)
      .findLast((line) => !line.startsWith("hint:")) ?? ""
  )
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 300);

async function writeRepository(repository: string, format: ObjectFormat): Promise<void> {
  await mkdir(repository, { mode: 0o700 });
  const made = [repository];
  for (const { path, text } of emptyRepository(format)) {
    const folder = join(repository, dirname(path));
    if (!made.includes(folder)) made.push(folder);
    await mkdir(folder, { recursive: true });
    await writeFile(join(repository, path), text);
    made.push(join(repository, path));
  }
  for (const path of made) giveToSkill(path);
}

/** Where root started this, another user wrote: what reads it is root without a right to pass by modes. */
async function takeBack(directory: string): Promise<void> {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (user !== 0) return;
  const below = await readdir(directory, { recursive: true, withFileTypes: true });
  await chown(directory, user, group);
  for (const entry of below) if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), user, group);
}

/** How many objects came, by the heads of the packs (gitformat-pack(5)). @throws GitSourceError `too_large` */
async function ensureFew(packs: string, { objects }: FetchLimits): Promise<void> {
  const names = await readdir(packs).catch(() => []);
  let total = 0;
  for (const name of names.filter((one) => one.endsWith(".pack"))) {
    const file = await open(join(packs, name), "r");
    const head = Buffer.alloc(12);
    await file.read(head, 0, head.length, 0).finally(async () => file.close());
    total += head.readUInt32BE(8);
  }
  if (total > objects) throw new GitSourceError("too_large", `more than ${objects} objects came`);
}
