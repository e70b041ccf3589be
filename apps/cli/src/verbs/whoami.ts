import { ensureAnswer, openRegistry } from "../registry.ts";
import type { Session } from "../session.ts";
import { bold, t } from "../shown-text.ts";

/** `whoami`: the account of the token, and the publishers it may publish for. */
export async function whoami(session: Session): Promise<void> {
  const { terminal } = session;
  const who = await ensureAnswer((await openRegistry(session)).GET("/whoami"));
  terminal.result(who);
  terminal.line(t`${bold(who.handle)} (${who.role}) at ${session.config.registry}`);
  terminal.line(t`publishes as: ${who.publishers.join(", ") || "nobody"}`);
}
