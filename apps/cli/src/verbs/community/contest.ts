import { parseRelease } from "@gaia/install/installed";
import type { components } from "@gaia/client";
import { calledAs } from "../../failures/invocation.ts";
import { findToken } from "../../session/credentials.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Contest = components["schemas"]["HoldContest"];

/** `contest <name@version> --reason TEXT`: the publisher's word against a hold; without a reason, what was said and answered. */
export async function contest(
  session: Session,
  { release, reason }: { release: string; reason?: string | undefined },
): Promise<void> {
  const params = { path: parseRelease(release) };
  const api = await openRegistry(session);
  const address = "/skills/{name}/{version}/contest";
  const said = await ensureAnswer(
    reason === undefined ? api.GET(address, { params }) : api.POST(address, { params, body: { reason } }),
  );
  session.terminal.result(said);
  session.terminal.line(t`${bold(said.name)} ${said.version}, contested by ${said.publisher}`);
  showContest(session.terminal, said);
  if (said.status === "open") session.terminal.note(`An admin answers, and \`${calledAs("notices")}\` tells`);
}

/** What its publisher and admins see of a contest, beside what is shown of the version. */
export async function showContestOf(
  session: Session,
  { name, version, held, status }: components["schemas"]["Version"],
): Promise<void> {
  const { config, paths, terminal } = session;
  if (terminal.json || (held !== true && status !== "quarantined")) return;
  if ((await findToken(config, paths.credentials)) === null) return;
  const path = { name, version };
  // Who may not see it is answered so, and the version is shown already.
  const { data } = await (await openRegistry(session)).GET("/skills/{name}/{version}/contest", { params: { path } });
  if (data) showContest(terminal, data);
}

/** What became of the hold: the status alone reads as if it were said of the contest. */
const ENDS: Record<Contest["status"], string> = {
  open: "open",
  cleared: "granted: an admin cleared the version",
  released: "granted: an admin released the version",
  upheld: "refused: the hold stays",
  closed: "closed, with nothing left to answer",
};

export const contestEnd = (status: Contest["status"]): string => ENDS[status] ?? status;

function showContest(terminal: Terminal, { status, reason, answer }: Contest): void {
  terminal.line(t`  contest      ${contestEnd(status)}`);
  terminal.line(t`  said         ${reason}`);
  if (answer !== null) terminal.line(t`  answer       ${answer}`);
}

/** `rescan <name@version>`: has a version of one's own scanned again. */
export async function rescan(session: Session, { release }: { release: string }): Promise<void> {
  const path = parseRelease(release);
  const api = await openRegistry(session);
  const begun = await ensureAnswer(api.POST("/skills/{name}/{version}/rescan", { params: { path } }));
  session.terminal.result(begun);
  session.terminal.line(t`${bold(begun.name)} ${begun.version} is scanned again; possible again at ${begun.again_at}`);
  session.terminal.note(`\`${calledAs("info")}\` shows its verdict, and \`${calledAs("notices")}\` tells what changed`);
}
