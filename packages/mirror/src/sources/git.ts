import { shownLine } from "@gaia/text";
import { toLine } from "../upstream/reading.ts";
import type { GitDoor, Upstream, UpstreamDoor, UpstreamEntry, UpstreamPackage } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

/** Whether an address is a repository's: `git+https://host/path#commit, branch or tag`. */
export const isGitAddress = (address: string): boolean => /^git\+/i.test(address);

/**
 * A repository of git: the folders of a commit that have a manifest. Each skill's origin names that commit, so what is read later is what
 * was listed; its place does not, so an unchanged skill is the same one in the next commit.
 */
export function gitUpstream(door: UpstreamDoor, address: string): Upstream {
  return {
    kind: "git",
    listSkills: ({ isListed = () => false } = {}) => listSkills(door, address, isListed),
    readSkill: async ({ origin, digest }) => readSkill(door, { origin, digest }),
  };
}

/** The address with the commit that its branch or tag has now: a listing is of one commit, however long it takes. @throws UpstreamError */
export async function findRepository(door: UpstreamDoor, address: string): Promise<string> {
  return `${repositoryOf(address)}#${await doorOf(door).resolve(address)}`;
}

const repositoryOf = (address: string): string => address.replace(/#.*$/s, "").replace(/\/+$/, "");

function doorOf({ git }: UpstreamDoor): GitDoor {
  if (git !== undefined) return git;
  throw new UpstreamError("not_an_upstream", "Repositories of git are not read here.");
}

async function* listSkills(
  door: UpstreamDoor,
  address: string,
  isListed: (name: string) => boolean,
): AsyncIterable<UpstreamEntry> {
  const git = doorOf(door);
  const commit = await git.resolve(address);
  const repository = repositoryOf(address);
  const names = new Set<string>();
  for (const { folder, name: said, tree } of (await git.folders(address, commit)).slice(0, door.limits.skills)) {
    const path = encodeURI(folder);
    const [origin, place] = [`${repository}#${commit}/${path}`, `${repository}#/${path}`];
    const name = toLine(said ?? nameOf(folder, repository));
    if (name === null || isListed(name)) continue;
    if (names.has(name)) {
      const reason = `Another skill of this commit is called ${name}, too.`;
      yield { kind: "unreadable", name, origin, place, reason };
      continue;
    }
    names.add(name);
    // A commit's date is its author's to choose: the age counts from when this mirror saw it.
    const unsaid = { version: null, publisher: toLine(ownerOf(repository)), publishedAt: null };
    yield { kind: "skill", name, ...unsaid, digest: `git-tree:${tree}`, origin, place };
  }
}

/** The last part of a path; of the root that of the repository. */
const nameOf = (folder: string, repository: string): string =>
  (folder === "" ? repository.replace(/\.git$/, "") : folder).split("/").at(-1) ?? "";

/** `host/team` of `git+https://host/team/skills`. */
const ownerOf = (repository: string): string => repository.replace(/^git\+https:\/\//i, "").replace(/\/[^/]*$/, "");

async function readSkill(
  door: UpstreamDoor,
  { origin, digest }: { origin: string; digest: string | null },
): Promise<UpstreamPackage> {
  const git = doorOf(door);
  const [, repository, commit, path] = /^(git\+https:[^#]+)#([0-9a-f]{40}|[0-9a-f]{64})\/(.*)$/s.exec(origin) ?? [];
  if (repository === undefined || commit === undefined || path === undefined)
    throw new UpstreamError("malformed", `${shownLine(origin, 200)} names no folder of a commit.`);
  const folder = decoded(path);
  const address = `${repository}#${commit}`;
  const tree = await git.tree(address, { commit, folder });
  if (tree === null) throw new UpstreamError("gone", "The commit has no such folder.");
  if (digest !== null && digest !== `git-tree:${tree}`)
    throw new UpstreamError("digest_mismatch", "The folder's tree is not the one that was listed.");
  const read = await git.read(address, { commit, folder });
  if ("unreadable" in read) throw new UpstreamError("malformed", read.unreadable);
  return { files: read.files };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch (cause) {
    throw new UpstreamError("malformed", "The origin is not written as an address is.", { cause });
  }
}
