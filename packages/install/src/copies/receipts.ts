import { join } from "node:path";
import { type PackageFile, withoutReserved } from "@gaia/archive";
import { type HomePaths, kindOf } from "../home/home.ts";
import { readFiles } from "../home/read-files.ts";
import { hasLink } from "./agent-directories.ts";

/** Beside the copies, and out of their agents' sight: some show every file of a skill to their model. */
export const RECEIPTS = ".gaia";

export const receiptsDirectory = (directory: string, name: string): string => join(directory, RECEIPTS, name);

/** What says of an installed skill who vouches for it. Its files are the others. */
export function receiptsOf(files: readonly PackageFile[]): PackageFile[] {
  const own = new Set(withoutReserved(files));
  return files.filter((file) => !own.has(file));
}

/** The receipts of a copy, of those that there can be; null: there are none, or behind a link. `copy`: its directory. */
export async function readReceipts(
  paths: Pick<HomePaths, "place">,
  { directory, name }: { directory: string; name: string },
): Promise<PackageFile[] | null> {
  const place = receiptsDirectory(directory, name);
  if ((await hasLink(paths, place)) || (await kindOf(place)) !== "directory") return null;
  const found = await readFiles(place);
  return found.excess !== null || found.others.length > 0 ? null : found.files;
}
