import { refused } from "../../failures/failures.ts";
import { parseRelease } from "@gaia/install/installed";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

interface Input {
  release: string;
  reason: string;
  yes?: boolean | undefined;
  /** With an admin's token: of any publisher, at any age. */
  asAdmin?: boolean;
}

/** `purge <name@version> --reason` and `admin purge`: away for good, also for who pinned it. A person agrees, or `--yes`. */
export async function purge(session: Session, { release, reason, yes, asAdmin = false }: Input): Promise<void> {
  const { terminal } = session;
  const path = parseRelease(release);
  const api = await openRegistry(session);
  if (!yes) {
    if (!terminal.canAsk)
      throw refused(
        "consent_missing",
        `This run cannot ask you whether to purge ${release}`,
        "nothing brings it back; add --yes",
      );
    if (!(await terminal.ask(t`Purge ${release}? Nothing brings it back.`)))
      throw refused("consent_missing", "Nothing was purged");
  }
  const options = { params: { path }, body: { reason } };
  const left = await ensureAnswer(
    asAdmin
      ? api.POST("/admin/skills/{name}/{version}/purge", options)
      : api.POST("/skills/{name}/{version}/purge", options),
  );
  terminal.result(left);
  terminal.line(t`Purged ${bold(left.name)} ${left.version}: ${left.status_reason}`);
}
