import type { Copied } from "@gaia/install/installed";
import type { Session } from "../session/session.ts";
import { bold, t, yellow } from "../terminal/shown-text.ts";

/** As programs read it. */
export const toCopied = ({ name, agents, directory, form, leftOut, reason }: Copied) => ({
  name,
  agents,
  directory,
  form,
  left_out: leftOut,
  reason,
});

/** Where copies lie, what they lack of what was published, and which could not be made. */
export function showCopies({ terminal }: Session, copied: readonly Copied[]): void {
  const said = new Set<string>();
  for (const { name, agents, directory, form, leftOut, reason } of copied) {
    const who = agents.join(", ");
    if (form === null) {
      terminal.warn(t`${yellow("warning:")} ${bold(name)} is not copied for ${who}: ${reason ?? ""}`);
      continue;
    }
    terminal.note(t`  copied for ${who}: ${directory}${form === "portable" ? " (portable)" : ""}`);
    // Copies of one skill in one form are the same.
    for (const sentence of leftOut)
      if (!said.has(`${name} ${sentence}`)) {
        said.add(`${name} ${sentence}`);
        terminal.note(t`    ${sentence}`);
      }
  }
}

/** Whether some agent is without the copy that it was to have. */
export const lacksCopies = (copied: readonly Copied[]): boolean => copied.some(({ form }) => form === null);
