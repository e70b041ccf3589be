import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

const showMib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** `whoami`: the account of the token, and the publishers it may publish for. */
export async function whoami(session: Session): Promise<void> {
  const { terminal } = session;
  const who = await ensureAnswer((await openRegistry(session)).GET("/whoami"));
  terminal.result(who);
  terminal.line(t`${bold(who.handle)} (${who.role}) at ${session.config.registry}`);
  terminal.line(t`publishes as: ${who.publishers.join(", ") || "nobody"}`);
  for (const { publisher, used_bytes: used, limit_bytes: limit } of who.storage ?? [])
    if (limit !== null) terminal.line(t`${publisher} takes ${showMib(used)} of ${showMib(limit)} of storage`);
}
