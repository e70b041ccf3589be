import { chooseFrom, ensureRange, isNewer } from "./chosen-version.ts";
import type { Plan, PlanWish } from "./planned-install.ts";

/** A version that an update did not take although it is newer, and why. */
export interface PassedOver {
  name: string;
  version: string;
  reason: string;
}

/** What a plan passes over of the skills that were asked for, against what is there once it is done. Asks the registry nothing anew. */
export async function passedOver(
  { install, context }: Plan,
  wish: Pick<PlanWish, "roots" | "allowExperimental" | "allowHeld" | "minAge"> & {
    installed: ReadonlyMap<string, string>;
  },
): Promise<PassedOver[]> {
  const found: PassedOver[] = [];
  for (const { name, range, leastTier = null } of wish.roots) {
    const stays = install.find((one) => one.name === name)?.version ?? wish.installed.get(name);
    const skill = await context.door.skill(name).catch((error: unknown) => {
      if (context.door.isSilence(error)) return null;
      throw error;
    });
    if (skill === null || stays === undefined) continue;
    const allowed = { ...wish, leastTier };
    const inRange = chooseFrom(skill, { ...allowed, range });
    const anywhere = chooseFrom(skill, { ...allowed, range: ensureRange("*") });
    const rows = inRange.passedOver.map(({ version, reason }) => ({ name, version, reason }));
    if (inRange.chosen !== null)
      rows.push({ name, version: inRange.chosen, reason: "it does not fit with the rest of what is installed" });
    if (anywhere.chosen !== null && anywhere.chosen !== inRange.chosen)
      rows.push({
        name,
        version: anywhere.chosen,
        reason: `it is outside of the range that was asked for (${range.text}); install ${name}@${anywhere.chosen} takes it`,
      });
    found.push(...rows.filter(({ version }) => isNewer(version, stays)));
  }
  return found;
}
