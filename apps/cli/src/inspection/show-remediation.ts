import type { components } from "@gaia/client";
import { findToken } from "../session/credentials.ts";
import { openRegistry } from "../session/registry.ts";
import { remediationLines } from "../terminal/remediation-lines.ts";
import type { Session } from "../session/session.ts";

/**
 * Says what would change the verdict of a version that is no ALLOW. The registry tells that to whoever may publish the skill, and to
 * admins: nobody else's command line asks for it.
 */
export async function showRemediation(
  session: Session,
  { name, version, verdict }: components["schemas"]["Version"],
): Promise<void> {
  const { config, paths, terminal } = session;
  if (terminal.json || verdict === null || verdict === "ALLOW") return;
  if ((await findToken(config, paths.credentials)) === null) return;
  const api = await openRegistry(session);
  // What was asked for is shown already: without a report there is no more to say.
  const { data: report } = await api.GET("/skills/{name}/{version}/scan", { params: { path: { name, version } } });
  for (const line of report?.remediation ? remediationLines(report.remediation) : []) terminal.line(line);
}
