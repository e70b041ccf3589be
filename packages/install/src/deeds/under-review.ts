import type { Plan } from "../choice/planned-install.ts";
import { heldRowFor } from "../terms/held.ts";
import type { LockEntry } from "../home/skill-lock.ts";

/** A version that stays as it is although its registry holds it for review by now. */
export interface UnderReview {
  name: string;
  version: string;
  reason: string;
}

/**
 * Who has a version that is held by now keeps it, and should know. It is the registry's word; of what it no longer has it says nothing.
 */
export async function underReview(
  { context }: Plan,
  { names, entries }: { names: readonly string[]; entries: ReadonlyMap<string, LockEntry> },
): Promise<UnderReview[]> {
  const found: UnderReview[] = [];
  for (const name of names) {
    const version = entries.get(name)?.version;
    const skill = await context.door.skill(name).catch((error: unknown) => {
      if (context.door.isSilence(error)) return null;
      throw error;
    });
    const row = skill?.versions.find((one) => one.version === version);
    const reason = row === undefined ? null : heldRowFor(row);
    if (row !== undefined && reason !== null) found.push({ name, version: row.version, reason });
  }
  return found;
}
