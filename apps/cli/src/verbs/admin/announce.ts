import { misused } from "../../failures/failures.ts";
import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";

/** `admin announce [text]`: says one line on top of every page of the registry; `--clear` takes it away; with neither, what is said now. */
export async function announce(session: Session, input: { text: string | undefined; clear: boolean }): Promise<void> {
  const { text, clear } = input;
  if (text !== undefined && clear) throw misused("a text and --clear at once: give one of them");
  const api = await openRegistry(session);
  if (clear) {
    await ensureGone(api.DELETE("/admin/announcement"));
    session.terminal.result({ text: null, set_at: null });
    session.terminal.note("No page has an announcement any more.");
    return;
  }
  const said = await ensureAnswer(
    text === undefined ? api.GET("/announcement") : api.PUT("/admin/announcement", { body: { text } }),
  );
  session.terminal.result(said);
  if (said.text === null) session.terminal.note("There is no announcement.");
  else session.terminal.line(said.text);
}
