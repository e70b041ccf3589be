import { notFound } from "../failures.ts";
import { changeInstalled, ensureSkillName, takeAway } from "@gaia/install";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";

/** `remove <name>`: takes an installed skill away, with its lock entry. The publisher's key stays remembered. */
export async function remove({ terminal, paths }: Session, input: { name: string }): Promise<void> {
  const name = ensureSkillName(input.name);
  if (!(await changeInstalled(paths, () => takeAway(paths, name)))) throw notFound(`${name} is not installed`);
  terminal.result({ removed: name });
  terminal.line(t`Removed ${bold(name)}`);
}
