import type { components } from "@gaia/client";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t, yellow } from "../../terminal/shown-text.ts";
import { ensureCaseId } from "../community/report.ts";

type Case = components["schemas"]["Report"];

interface ListInput {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const aboutOf = (one: Case): string => (one.version === null ? one.name : `${one.name}@${one.version}`);

/** `admin reports list`: cases, oldest first; the open ones unless another status is named. */
export async function listReports(
  session: Session,
  { status = "open", skill, ...page }: ListInput & { status?: Case["status"]; skill?: string | undefined },
): Promise<void> {
  const query = { status, ...(skill !== undefined && { skill }), ...given(page) };
  const answer = await ensureAnswer((await openRegistry(session)).GET("/admin/reports", { params: { query } }));
  showCases(session, answer);
}

/** `admin appeals list`: cases with an appeal; the pending ones unless another status is named. */
export async function listAppeals(
  session: Session,
  { status = "pending", ...page }: ListInput & { status?: NonNullable<Case["appeal"]>["status"] },
): Promise<void> {
  const query = { status, ...given(page) };
  const answer = await ensureAnswer((await openRegistry(session)).GET("/admin/appeals", { params: { query } }));
  showCases(session, answer);
}

const given = ({ limit, cursor }: ListInput) => ({
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
});

function showCases({ terminal }: Session, page: components["schemas"]["ReportList"]): void {
  terminal.result(page);
  const rows = page.items.map((one) => [
    bold(one.id),
    dim(one.created_at),
    one.appeal === null ? one.status : `${one.status}, appeal ${one.appeal.status}`,
    yellow(one.kind),
    aboutOf(one),
    `by ${one.publisher}`,
    `reported by ${one.reporter ?? "(deleted)"}`,
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (page.items.length === 0) terminal.note("No case.");
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}

/** `admin reports show <id>`: all that is known of a case. */
export async function showReport(session: Session, input: { id: string }): Promise<void> {
  const path = { id: ensureCaseId(input.id) };
  const one = await ensureAnswer((await openRegistry(session)).GET("/admin/reports/{id}", { params: { path } }));
  session.terminal.result(one);
  showCase(session, one);
}

function showCase({ terminal }: Session, one: Case): void {
  terminal.line(t`${bold(one.id)} ${one.status}: ${yellow(one.kind)} of ${aboutOf(one)} by ${one.publisher}`);
  terminal.line(t`  reported by ${one.reporter ?? "(deleted)"} on ${one.created_at}`);
  terminal.line(t`  ${one.text}`);
  if (one.reason !== null) terminal.line(t`  ${one.status} by ${one.decided_by ?? "(deleted)"}: ${one.reason}`);
  if (one.effect) terminal.line(t`  ${one.effect.kind} of ${one.effect.version}`);
  const { appeal } = one;
  if (!appeal) return;
  terminal.line(t`  appeal of ${appeal.appealed_by ?? "(deleted)"}, ${appeal.status}: ${appeal.text}`);
  if (appeal.reason !== null) terminal.line(t`  ${appeal.decided_by ?? "(deleted)"} decided: ${appeal.reason}`);
}

/** `admin reports uphold <id> --effect demotion|quarantine --reason`. */
export async function upholdReport(
  session: Session,
  input: {
    id: string;
    effect: NonNullable<Case["effect"]>["kind"];
    reason: string;
    affected?: string | undefined;
  },
): Promise<void> {
  const path = { id: ensureCaseId(input.id) };
  const { effect, reason, affected: version } = input;
  const body = { effect, reason, ...(version !== undefined && { version }) };
  const call = (await openRegistry(session)).POST("/admin/reports/{id}/uphold", { params: { path }, body });
  tell(session, await ensureAnswer(call));
}

/** `admin reports dismiss <id> --reason`. */
export async function dismissReport(session: Session, input: { id: string; reason: string }): Promise<void> {
  const path = { id: ensureCaseId(input.id) };
  const body = { reason: input.reason };
  const call = (await openRegistry(session)).POST("/admin/reports/{id}/dismiss", { params: { path }, body });
  tell(session, await ensureAnswer(call));
}

/** `admin appeals grant|reject <id> --reason`: by another admin than the one who upheld the report. */
export async function decideAppeal(
  session: Session,
  input: { id: string; decision: "grant" | "reject"; reason: string },
): Promise<void> {
  const options = { params: { path: { id: ensureCaseId(input.id) } }, body: { reason: input.reason } };
  const api = await openRegistry(session);
  const call =
    input.decision === "grant"
      ? api.POST("/admin/appeals/{id}/grant", options)
      : api.POST("/admin/appeals/{id}/reject", options);
  tell(session, await ensureAnswer(call));
}

function tell(session: Session, one: Case): void {
  session.terminal.result(one);
  showCase(session, one);
}
