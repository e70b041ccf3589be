import { notFound } from "../failures.ts";
import { changeInstalled, ensureSkillName, takeAway } from "@gaia/install";
import { inPlace, type PlaceOption } from "../place.ts";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";

/** `remove <name>`: takes an installed skill away, with its copies and its lock entry. The publisher's key stays remembered. */
export async function remove(session: Session, input: { name: string } & PlaceOption): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  const name = ensureSkillName(input.name);
  if (!(await changeInstalled(paths, () => takeAway(paths, name)))) throw notFound(`${name} is not installed`);
  terminal.result({ removed: name });
  terminal.line(t`Removed ${bold(name)}`);
}
