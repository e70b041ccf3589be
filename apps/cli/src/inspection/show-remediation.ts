import type { components } from "@gaia/client";
import { findToken } from "../session/credentials.ts";
import { openRegistry } from "../session/registry.ts";
import { remediationLines } from "../terminal/remediation-lines.ts";
import type { Session } from "../session/session.ts";
import { dim, t } from "../terminal/shown-text.ts";

/**
 * Says what holds now of a verdict that is no ALLOW: who cleared it and why, else what would change it. The registry tells the latter to
 * whoever may publish the skill, and to admins: nobody else's command line asks for it.
 */
export async function showRemediation(
  session: Session,
  { name, version, verdict, cleared }: components["schemas"]["Version"],
): Promise<void> {
  const { config, paths, terminal } = session;
  if (terminal.json || verdict === null || verdict === "ALLOW") return;
  if (!cleared && (await findToken(config, paths.credentials)) === null) return;
  const api = await openRegistry(session);
  // What was asked for is shown already: without a report there is no more to say.
  const { data: report } = await api.GET("/skills/{name}/{version}/scan", { params: { path: { name, version } } });
  if (report?.cleared) {
    const { by, at, reason } = report.cleared;
    terminal.line(t`  ${dim("cleared".padEnd(12))} by ${by}, ${at}: ${reason}`);
    return;
  }
  // A registry of before tells what would change a verdict that was cleared, too.
  for (const line of report?.remediation && !cleared ? remediationLines(report.remediation) : []) terminal.line(line);
}
