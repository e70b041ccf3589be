import type { PackageFile } from "@gaia/archive";
import { digestOfFiles } from "../digest-of-files.ts";
import type { AgentName } from "../home/agents.ts";
import type { HomePaths } from "../home/home.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { copyFor, copyIn } from "./copy-form.ts";
import { type CopyPlace, findCopy, hasDigest, isFormerCopy } from "./copy-state.ts";
import { readReceipts, receiptsOf } from "./receipts.ts";

/** How a copy stands to the lock and to the files that are installed. */
export type CopyState = "same" | "missing" | "changed" | "foreign" | "without_receipts" | "other";

/**
 * Compares a copy with what it should be; null: there is to be none, because none can be made. `foreign`: no directory, or a link. In a
 * person's home the lock's digest counts, of whichever release made the copy. A project's lock is its repository's word: there the copy has
 * to be the one that is made of the installed files here, else it is `other`.
 */
export async function stateOfCopy(
  paths: HomePaths,
  place: CopyPlace & { owner: AgentName },
  { entry, files }: { entry: LockEntry; files: readonly PackageFile[] },
): Promise<CopyState | null> {
  const { name, owner } = place;
  const subject = { name, entry, files };
  const isProject = paths.place.scope === "project";
  const record = entry.copies === null ? null : entry.copies[owner];
  if (record === undefined) return isProject && !("impossible" in copyFor(owner, subject)) ? "other" : null;
  const found = await findCopy(paths, place);
  if (typeof found === "string") return found;
  if (record === null && isFormerCopy(found, files)) return "same";
  const made = record === null ? copyFor(owner, subject) : isProject ? copyIn(record.form, subject) : record;
  const digest = "impossible" in made ? null : made.digest;
  if (record !== null && digest !== record.digest) return "other";
  if (digest === null || !hasDigest(found, digest)) return "changed";
  const receipts = await readReceipts(paths, place);
  return receipts !== null && digestOfFiles(receipts) === digestOfFiles(receiptsOf(files))
    ? "same"
    : "without_receipts";
}
