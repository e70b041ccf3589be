import { isReservedPath, type PackageFile, parseSums } from "@gaia/archive";
import type { Comparison, GitCommit } from "@gaia/git-source";
import { type Check, judgeBuilds, type SentProvenance } from "@gaia/install/judged";
import { IGNORE_FILE, type Ignores, NEVER_PACKED, readIgnoreRules } from "@gaia/manifest";
import { CliError, EXIT, type ExitCode, misused } from "../failures/failures.ts";
import { readTrustedRoots } from "../session/trusted-roots.ts";
import type { Session } from "../session/session.ts";

/** The options of `verify` that speak of a repository. */
export interface SourceOptions {
  source?: string | undefined;
  commit?: string | undefined;
  folder?: string | undefined;
}

/** What `--json` says of it. */
export interface ToldSource extends Comparison {
  directory: string;
  commit: string;
  folder: string;
  /** Who named the commit. */
  named_by: "option" | "build" | "mirror" | "head";
  /** Files of the commit that its `.skillignore` keeps out of a package. */
  left_out: string[];
}

/** @throws CliError usage */
export function ensureWithSource({ source, commit, folder }: SourceOptions): void {
  if (source === undefined && (commit !== undefined || folder !== undefined))
    throw misused("--commit and --folder say where in a repository: name it with --source DIR");
}

/** The files that the sums name, and what is said of where they are from. `mirrored`: its origin, as the registry says it. */
interface Published {
  files: readonly PackageFile[];
  sums: string;
  provenance: readonly SentProvenance[];
  mirrored?: string | null | undefined;
}

/**
 * Holds a package's own files against a folder of a commit in a repository on this machine: the commit that `--commit` names, else the one
 * that a build's provenance names, else the one that it was mirrored from, else `HEAD`. Only commits count: the work tree is not looked at.
 * @throws CliError by what is not there, cannot be read or is too large
 */
export async function checkSource(
  session: Session,
  { files, sums, provenance, mirrored }: Published,
  options: SourceOptions & { source: string },
): Promise<{ check: Check; told: ToldSource }> {
  const source = await import("@gaia/git-source");
  try {
    const built = options.commit === undefined ? await builtFrom(session, { files, sums, provenance }) : null;
    const from = originIn(mirrored ?? "");
    const [named_by, revision] =
      options.commit !== undefined
        ? (["option", options.commit] as const)
        : built !== null
          ? (["build", built] as const)
          : from !== null
            ? (["mirror", from.commit] as const)
            : (["head", "HEAD"] as const);
    const opened = await openSource(options.source, revision);
    const known = options.folder ?? (named_by === "mirror" ? from?.folder : undefined);
    const folder =
      known === undefined
        ? await found({ name: parseSums(sums).header?.name ?? null, files }, opened)
        : await folderIn(opened, known);
    const ignores = await ignoredIn(opened, folder);
    const published = new Set(files.map(({ path }) => path));
    const isOut = (path: string): boolean => !published.has(path) && (isNeverPacked(path) || ignores(path, false));
    const read = await source.readFolder(opened, { folder, leavesOut: isOut });
    const below = source.entriesIn(opened.entries, folder);
    const blobs = new Map(below.map(({ path, id }) => [path, id]));
    const compared = source.compareFolder(files, read, { blobs, format: opened.reader.format });
    const left_out = below.map(({ path }) => path).filter((path) => isOut(path) && !isNeverPacked(path));
    const told = { directory: options.source, commit: opened.commit, folder, named_by, ...compared, left_out } as const;
    return { check: toCheck(told), told };
  } catch (error) {
    if (error instanceof source.GitSourceError) throw toFailure(error);
    throw error;
  }
}

function toCheck({ differences, folder, commit, same }: ToldSource): Check {
  const where = `${folder === "" ? "the root" : `folder ${folder}`} of commit ${commit}`;
  if (differences.length === 0)
    return {
      check: "source",
      state: "passed",
      detail: `byte for byte ${where} (${same} ${same === 1 ? "file" : "files"})`,
    };
  const many = differences.length === 1 ? "1 file differs" : `${differences.length} files differ`;
  return { check: "source", state: "failed", detail: `${many} from ${where}; ${same} are the same` };
}

/** `git+https://host/path#COMMIT/folder`; null: it is not from a repository. */
function originIn(origin: string): { commit: string; folder: string } | null {
  const [, commit, path] = /^git\+https:[^#]+#([0-9a-f]{40}|[0-9a-f]{64})\/(.*)$/s.exec(origin) ?? [];
  if (commit === undefined || path === undefined) return null;
  try {
    return { commit, folder: decodeURI(path) };
  } catch {
    return null;
  }
}

/** The commit that a verified build was made of, by its provenance; null: none says so. */
async function builtFrom(session: Session, { files, sums, provenance }: Published): Promise<string | null> {
  if (provenance.length === 0) return null;
  const trustedRoots = await readTrustedRoots(session.config);
  const judged = await judgeBuilds({ sums, files }, provenance, { now: new Date(), trustedRoots });
  const built = judged.find((one) => one.state === "verified" && one.sourceCommit !== null);
  return built?.state === "verified" ? built.sourceCommit : null;
}

/** A beginning of an id that is also a branch's name is the branch. */
async function openSource(directory: string, revision: string): Promise<GitCommit> {
  const [{ ensureGit, findLocalRepository, GitSourceError, objectReader, openCommit }, { sandboxRunner }] =
    await Promise.all([import("@gaia/git-source"), import("@gaia/sandbox")]);
  const run = await sandboxRunner();
  const { objects, format, resolve } = await findLocalRepository(directory);
  await ensureGit(run);
  const isWhole = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(revision);
  const commit = isWhole ? revision : await resolve(revision);
  if (commit === null && !/^[0-9a-f]{4,64}$/.test(revision))
    throw new GitSourceError(
      "no_commit",
      revision === "HEAD"
        ? "HEAD of this repository names no commit"
        : `there is no branch and no tag ${revision} here`,
    );
  return openCommit(objectReader({ run, objects, format }), commit ?? revision);
}

async function found(
  published: { name: string | null; files: readonly PackageFile[] },
  opened: GitCommit,
): Promise<string> {
  const { bestFolder, GitSourceError, skillFolders, skillNames } = await import("@gaia/git-source");
  const { commit, entries, reader } = opened;
  const folders = skillFolders(entries);
  const names = await skillNames(opened, folders);
  const folder = bestFolder(published, { entries, folders, names, format: reader.format });
  if (folder !== null) return folder;
  throw new GitSourceError(
    "no_commit",
    `no skill of commit ${commit} is called ${published.name ?? "so"} or has most of these files: name its folder with --folder`,
  );
}

/** @throws GitSourceError `no_commit` where the commit has no such folder */
async function folderIn({ commit, trees }: GitCommit, named: string): Promise<string> {
  const { GitSourceError } = await import("@gaia/git-source");
  const folder = plainFolder(named);
  if (trees.has(folder)) return folder;
  throw new GitSourceError("no_commit", `commit ${commit} has no folder ${folder}`);
}

const plainFolder = (folder: string): string =>
  folder
    .replace(/^(?:\.\/)+|\/+$/g, "")
    .replace(/^\.$/, "")
    .normalize("NFC");

/** The rules of the folder's own `.skillignore`, which alone keep a file that git has out of a package. */
async function ignoredIn(opened: GitCommit, folder: string): Promise<Ignores> {
  const { readFolder } = await import("@gaia/git-source");
  const { files } = await readFolder(opened, { folder, leavesOut: (path) => path !== IGNORE_FILE });
  const [rules] = files;
  return rules === undefined ? () => false : readIgnoreRules(Buffer.from(rules.bytes).toString("utf8"));
}

const isNeverPacked = (path: string): boolean =>
  isReservedPath(path) || path.split("/").some((name) => NEVER_PACKED.has(name));

const EXITS: Partial<Record<string, ExitCode>> = {
  no_commit: EXIT.notFound,
  not_a_repository: EXIT.notFound,
  bad_address: EXIT.usage,
  unsound: EXIT.verification,
};

const toFailure = (error: Error & { code: string }): CliError =>
  new CliError(EXITS[error.code] ?? EXIT.refused, `source_${error.code}`, error.message, { cause: error });
