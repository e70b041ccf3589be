import { parseRelease } from "@gaia/install/installed";
import { refused } from "../../failures/failures.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { showInspection } from "./admin.ts";

/**
 * `admin clear <name@version> --reason`: shows what the inspection found, asks a person or takes `--yes`, and clears that very inspection,
 * so that the registry refuses it when another one counts by now.
 */
export async function clear(
  session: Session,
  input: { release: string; reason: string; yes?: boolean | undefined },
): Promise<void> {
  const { terminal } = session;
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const version = await ensureAnswer(api.GET("/skills/{name}/{version}", { params: { path } }));
  const report = await ensureAnswer(api.GET("/skills/{name}/{version}/scan", { params: { path } }));
  showInspection(terminal, { version, report });
  if (!input.yes) {
    if (!terminal.canAsk)
      throw refused(
        "consent_missing",
        `This run cannot ask you whether to clear ${path.name} ${path.version}`,
        "read the findings, then add --yes",
      );
    if (!(await terminal.ask(t`Clear what was found in ${path.name} ${path.version}?`)))
      throw refused("consent_missing", "Nothing was cleared");
  }
  const body = { inspection_id: report.inspection_id, reason: input.reason };
  const cleared = await ensureAnswer(api.POST("/admin/skills/{name}/{version}/clear", { params: { path }, body }));
  terminal.result(cleared);
  terminal.line(t`Cleared ${bold(cleared.name)} ${cleared.version}: ${input.reason}`);
}
