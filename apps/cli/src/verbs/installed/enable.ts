import { changeEntry, changeInstalled, ensureSkillName, readSkillLock } from "@gaia/install/installed";
import { notFound } from "../../failures/failures.ts";
import { inPlace, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `enable <name>` and `disable <name>`: whether an installed skill is served, and copied for the agents it was installed for. */
export async function setEnabled(
  session: Session,
  input: { name: string; enabled: boolean } & PlaceOption,
): Promise<void> {
  const { terminal, paths } = await inPlace(session, input);
  const name = ensureSkillName(input.name);
  const { enabled } = input;
  const agents = await changeInstalled(paths, async () => {
    const entry = (await readSkillLock(paths.lockFile)).get(name);
    if (entry === undefined) throw notFound(`${name} is not installed`);
    await changeEntry(paths, name, { ...entry, enabled });
    return entry.agents;
  });
  terminal.result({ name, enabled });
  terminal.line(t`${enabled ? "Enabled" : "Disabled"} ${bold(name)}`);
  if (agents.length > 0)
    terminal.note(
      t`  its copies for ${agents.join(", ")} are ${enabled ? "there again" : "taken away until it is enabled"}`,
    );
}
