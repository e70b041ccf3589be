import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";
import type { AgentName } from "../home/agents.ts";
import { type HomePaths, kindOf } from "../home/home.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { copyDirectories, hasLink } from "./agent-directories.ts";
import { findCopy, isOurs } from "./copy-state.ts";
import { planCopies, recordsOf } from "./planned-copies.ts";
import { receiptsDirectory } from "./receipts.ts";

/** What is installed now. */
interface Installed {
  entry: LockEntry;
  /** As it lies in its place; null: that cannot be read as one. */
  files: readonly PackageFile[] | null;
}

/**
 * Makes sure, before anything is written, that copies may be made. Throws for a directory that we did not put there, and for one that was
 * edited since, unless `isForced`.
 */
export async function ensureCopiesPossible(
  paths: HomePaths,
  input: { name: string; agents: readonly AgentName[]; was: Installed | null; isForced: boolean },
): Promise<void> {
  const { name, agents, was, isForced } = input;
  const digests = was === null ? [] : ourDigests(paths, name, was);
  for (const [owner, directory] of copyDirectories(paths, agents)) {
    const target = join(directory, name);
    const receipts = receiptsDirectory(directory, name);
    const kind = await kindOf(receipts);
    if ((kind !== null && kind !== "directory") || (await hasLink(paths, receipts))) throw notADirectory(receipts);
    const found = await findCopy(paths, { directory, name });
    if (found === "missing") continue;
    if (found === "foreign") throw notADirectory(target);
    if (isForced) continue;
    if (was === null || !isRecorded(paths, owner, was.entry))
      throw refused(
        "not_ours",
        `${target} is there already, and was not installed from here; nothing was changed`,
        "move it away, or add --force to replace it",
      );
    if (!isOurs(found, name, digests))
      throw refused(
        "edited",
        `${target} was edited since it was installed; nothing was changed`,
        "keep your edits elsewhere, then add --force",
      );
  }
}

const notADirectory = (path: string) =>
  refused("not_a_directory", `${path} is, or lies behind, something other than a directory; nothing was changed`);

/** Whether the lock says that we copied it there. */
const isRecorded = (paths: HomePaths, owner: AgentName, entry: LockEntry): boolean =>
  entry.enabled &&
  copyDirectories(paths, entry.agents).has(owner) &&
  (entry.copies === null || entry.copies[owner] !== undefined);

/** Of a lock that has none of its copies what this release makes counts: another member's may have dropped them. */
function ourDigests(paths: HomePaths, name: string, { entry, files }: Installed): string[] {
  const made = files === null || entry.copies !== null ? {} : recordsOf(planCopies(paths, { name, entry, files }));
  return Object.values(entry.copies ?? made).map(({ digest }) => digest);
}
