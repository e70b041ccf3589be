import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { digestOfFiles } from "../digest-of-files.ts";
import { ensureSkillName, type HomePaths, kindOf } from "../home/home.ts";
import { type FoundFiles, readFiles } from "../home/read-files.ts";
import { expectedOf, isMachineMade, ownWorkOf } from "../own-work/own-work.ts";
import { hasLink } from "./agent-directories.ts";

/** A copy's place: the directory where its agent looks, and the skill's name. */
export interface CopyPlace {
  directory: string;
  name: string;
}

/** What stands in a copy's place; `foreign`: no directory, or behind a link. */
export async function findCopy(
  paths: Pick<HomePaths, "place">,
  { directory, name }: CopyPlace,
): Promise<FoundFiles | "missing" | "foreign"> {
  if (await hasLink(paths, directory)) return "foreign";
  const target = join(directory, ensureSkillName(name));
  const kind = await kindOf(target);
  if (kind === null) return "missing";
  return kind === "directory" ? readFiles(target) : "foreign";
}

/** Whether these are the very files of that digest, and nothing else. */
export const hasDigest = (found: FoundFiles, digest: string): boolean =>
  holdsFilesAlone(found) && digestOfFiles(found.files) === digest;

const holdsFilesAlone = ({ excess, others }: FoundFiles): boolean => excess === null && others.length === 0;

/** Whether an earlier release copied these very files, with its receipts among them. */
export function isFormerCopy(found: FoundFiles, files: readonly PackageFile[]): boolean {
  return hasDigest(found, digestOfFiles(files));
}

/**
 * Whether nothing of a person's is in a copy: it has one of these digests, but for what programs leave by themselves, or an earlier release
 * put it there, whose receipts lie in it and say so.
 */
export function isOurs(found: FoundFiles, name: string, digests: readonly string[]): boolean {
  const without = found.files.filter(({ path }) => !isMachineMade(path));
  if (holdsFilesAlone(found) && [found.files, without].some((files) => digests.includes(digestOfFiles(files))))
    return true;
  return ownWorkOf(found, { ...expectedOf(name, undefined), next: [] }).length === 0;
}
