import { parseRelease } from "@gaia/install/installed";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `yank <name@version> --reason`: out of lists and plain installs; who pinned it still gets it. */
export async function yank(session: Session, input: { release: string; reason: string }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const version = await ensureAnswer(
    api.POST("/skills/{name}/{version}/yank", { params: { path }, body: { reason: input.reason } }),
  );
  session.terminal.result(version);
  session.terminal.line(t`Yanked ${bold(version.name)} ${version.version}: ${version.status_reason ?? input.reason}`);
}
