import { basename, dirname } from "node:path";
import {
  copyDirectories,
  installedFiles,
  isSkillName,
  type LockEntry,
  readSkillLock,
  stateOfCopy,
} from "@gaia/install/installed";
import type { Check } from "@gaia/install/judged";
import type { Session } from "../session/session.ts";

/** An agent's copy of an installed skill, by its lock. */
export interface FoundCopy {
  name: string;
  entry: LockEntry;
  /** Whether it is what its lock says, and in a project what is made of the installed files. */
  check: Check;
}

/** The copy that lies in a directory; null: it is none of this place's. */
export async function findCopyAt({ paths }: Session, directory: string): Promise<FoundCopy | null> {
  const [name, place] = [basename(directory), dirname(directory)];
  const entry = isSkillName(name) ? (await readSkillLock(paths.lockFile)).get(name) : undefined;
  if (entry === undefined || !entry.enabled) return null;
  const [owner] = [...copyDirectories(paths, entry.agents)].find(([, one]) => one === place) ?? [];
  const files = owner === undefined ? null : await installedFiles(paths, name);
  if (owner === undefined || files === null) return null;
  const state = await stateOfCopy(paths, { owner, directory: place, name }, { entry, files });
  const form = entry.copies?.[owner]?.form;
  return { name, entry, check: checkOf(state, form === undefined ? "copy" : `${form} copy`) };
}

function checkOf(state: Awaited<ReturnType<typeof stateOfCopy>>, what: string): Check {
  const [check, failed] = ["copy", "failed"] as const;
  switch (state) {
    case "same":
      return { check, state: "passed", detail: `the ${what} of what is installed` };
    case "changed":
      return { check, state: failed, detail: `the ${what} was changed since it was made` };
    case "without_receipts":
      return { check, state: failed, detail: "its receipts are missing or were changed" };
    default:
      return { check, state: failed, detail: "it is not the copy of what is installed" };
  }
}
