import { agreedTier, type LockEntry } from "../home/skill-lock.ts";
import { newerSeen } from "../seen/rollback.ts";
import { readSeenStatements } from "../seen/seen-statements.ts";
import type { InstallContext } from "../terms/context.ts";
import { chooseFrom, isNewer } from "./chosen-version.ts";
import type { PlanWish } from "./planned-install.ts";

/**
 * The skills of an update that keep what was agreed to: the installed version is experimental, was taken as such, is still published, and
 * nothing newer could come in its place, nor was seen. An update asks for none of them anew, so that no rule for what is new refuses them.
 */
export async function agreedRoots(
  context: InstallContext,
  wish: PlanWish,
  entries: ReadonlyMap<string, LockEntry>,
): Promise<ReadonlySet<string>> {
  const { door } = context;
  const agreed = new Set<string>();
  if (wish.allowExperimental || wish.allowHeld) return agreed;
  for (const { name, range, leastTier = null } of wish.roots) {
    const entry = entries.get(name);
    if (entry === undefined || agreedTier(entry) !== "experimental") continue;
    const skill = await door.skill(name).catch((error: unknown) => {
      if (door.isSilence(error)) return null;
      throw error;
    });
    const isListed = (wanted: string) =>
      skill?.versions.find(({ version }) => version === wanted)?.status === "published";
    if (skill === null || !isListed(entry.version)) continue;
    // What was seen since and is not listed any more has to be accounted for (G9): that is for the choice itself.
    const seen = await readSeenStatements(context, name);
    if (!newerSeen(seen, range, entry.version).every(isListed)) continue;
    const allowed = { ...wish, range, leastTier, allowExperimental: true };
    const { chosen } = chooseFrom(skill, allowed);
    if (chosen === null || !isNewer(chosen, entry.version)) agreed.add(name);
  }
  return agreed;
}
