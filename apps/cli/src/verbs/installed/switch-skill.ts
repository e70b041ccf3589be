import { EXIT, toCliError } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { show, type Showable } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { setEnabled } from "./enable.ts";
import { enableLocal } from "./local.ts";
import type { Said, Switch } from "../../dashboard/dashboard-server.ts";

/**
 * What `enable` and `disable` do, with what they say. Nobody is asked: a skill that was changed since it was enabled is refused here, as
 * in a script, and wants the command line's `--yes`.
 */
export async function switchSkill(session: Session, { place, name, enabled }: Switch): Promise<Said> {
  const lines: string[] = [];
  const told = { ...session, terminal: tellingTerminal(lines) };
  try {
    switch (place) {
      case "local":
        await enableLocal(told, { name, enabled });
        return { isDone: true, lines };
      case "home":
      case "project": {
        const code = await setEnabled(told, { name, enabled, project: place === "project" });
        return { isDone: code === EXIT.ok, lines };
      }
      default:
        return { isDone: false, lines: ["There is no such place."] };
    }
  } catch (error) {
    const failure = toCliError(error);
    if (failure === null) throw error;
    return { isDone: false, lines: [...lines, failure.message, failure.hint ?? ""].filter((line) => line !== "") };
  }
}

/** Keeps what is said, and answers every question with no. */
function tellingTerminal(lines: string[]): Terminal {
  const tell = (value: Showable): void => {
    lines.push(
      show(value)
        .parts.map(({ text }) => text)
        .join("")
        .trim(),
    );
  };
  return {
    json: false,
    canAsk: false,
    showsProgress: false,
    line: tell,
    note: tell,
    warn: tell,
    result: () => {},
    progress: () => {},
    ask: async () => false,
    askText: async (_question, usual) => usual,
  };
}
