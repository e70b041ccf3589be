import { refused } from "../../failures/failures.ts";
import {
  changeInstalled,
  ensureSkillName,
  noLongerNeeded,
  readSkillLock,
  setLocalEnabled,
  takeAway,
  whoNeeds,
} from "@gaia/install/installed";
import { inPlace, notInstalled, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, t, yellow } from "../../terminal/shown-text.ts";

/**
 * `remove <name>`: takes an installed skill away, with its copies, its lock entry and what only it needed. What another one needs stays.
 * The publisher's key stays remembered, and what a person made or changed there is kept aside.
 */
export async function remove(session: Session, input: { name: string } & PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  const name = ensureSkillName(input.name);
  const { along, kept } = await changeInstalled(paths, async () => {
    const [needed] = whoNeeds(await readSkillLock(paths.lockFile), name);
    if (needed !== undefined)
      throw refused(
        "needed",
        `${needed.name} needs ${name} ${needed.range}; nothing was removed`,
        `remove ${needed.name} first`,
      );
    const taken = [await takeAway(paths, name)];
    if (taken[0] === null) throw await notInstalled(session, { ...input, name });
    const orphans = noLongerNeeded(await readSkillLock(paths.lockFile));
    for (const orphan of orphans) taken.push(await takeAway(paths, orphan));
    const { scope, root } = paths.place;
    if (scope === "project")
      for (const gone of [name, ...orphans]) await setLocalEnabled(paths, { root, name: gone, enabled: null });
    return { along: orphans, kept: taken.flatMap((one) => one?.kept ?? []) };
  });
  terminal.result({ removed: name, along });
  terminal.line(t`Removed ${bold(name)}`);
  for (const orphan of along) terminal.line(t`Removed ${bold(orphan)}, which only it needed`);
  for (const path of kept) terminal.warn(t`${yellow("note:")} what was edited or never installed is kept: ${path}`);
}
