import { changeEntry, changeInstalled, ensureSkillName, readSkillLock } from "@gaia/install/installed";
import { EXIT, type ExitCode } from "../../failures/failures.ts";
import { lacksCopies, showCopies, toCopied } from "../../installing/shown-copies.ts";
import { inPlace, notInstalled, type PlaceOption } from "../../session/place.ts";
import type { Session } from "../../session/session.ts";
import { bold, t, yellow } from "../../terminal/shown-text.ts";

/**
 * `enable <name>` and `disable <name>`: whether an installed skill is served, and copied for the agents it was installed for. Exit 4 when
 * it is enabled, and an agent is without a copy because none can be made.
 */
export async function setEnabled(
  session: Session,
  input: { name: string; enabled: boolean } & PlaceOption,
): Promise<ExitCode> {
  const placed = await inPlace(session, input);
  const { terminal, paths } = placed;
  const name = ensureSkillName(input.name);
  const { enabled } = input;
  const { entry, copied, kept } = await changeInstalled(paths, async () => {
    const locked = (await readSkillLock(paths.lockFile)).get(name);
    if (locked === undefined) throw await notInstalled(session, input);
    return changeEntry(paths, name, { ...locked, enabled });
  });
  terminal.result({ name, enabled, copied: copied.map(toCopied) });
  terminal.line(t`${enabled ? "Enabled" : "Disabled"} ${bold(name)}`);
  if (!enabled && entry.agents.length > 0)
    terminal.note(t`  its copies for ${entry.agents.join(", ")} are taken away until it is enabled`);
  showCopies(placed, copied);
  for (const path of kept) terminal.warn(t`${yellow("note:")} what was edited or never installed is kept: ${path}`);
  return lacksCopies(copied) ? EXIT.refused : EXIT.ok;
}
