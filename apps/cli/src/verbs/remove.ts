import { notFound, refused } from "../failures.ts";
import { changeInstalled, ensureSkillName, noLongerNeeded, readSkillLock, takeAway, whoNeeds } from "@gaia/install";
import { inPlace, type PlaceOption } from "../place.ts";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";

/**
 * `remove <name>`: takes an installed skill away, with its copies, its lock entry and what only it needed. What another one needs stays.
 * The publisher's key stays remembered.
 */
export async function remove(session: Session, input: { name: string } & PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  const name = ensureSkillName(input.name);
  const along = await changeInstalled(paths, async () => {
    const [needed] = whoNeeds(await readSkillLock(paths.lockFile), name);
    if (needed !== undefined)
      throw refused(
        "needed",
        `${needed.name} needs ${name} ${needed.range}; nothing was removed`,
        `remove ${needed.name} first`,
      );
    if (!(await takeAway(paths, name))) throw notFound(`${name} is not installed`);
    const orphans = noLongerNeeded(await readSkillLock(paths.lockFile));
    for (const orphan of orphans) await takeAway(paths, orphan);
    return orphans;
  });
  terminal.result({ removed: name, along });
  terminal.line(t`Removed ${bold(name)}`);
  for (const orphan of along) terminal.line(t`Removed ${bold(orphan)}, which only it needed`);
}
