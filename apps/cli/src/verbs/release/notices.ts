import { misused } from "../../failures/failures.ts";
import { given } from "../../session/given.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";

interface NoticeFilters {
  publisher?: string | undefined;
  unread?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `notices`: what became of the versions of my publishers, newest first, one page. */
export async function notices(session: Session, { unread, ...filters }: NoticeFilters): Promise<void> {
  const { terminal } = session;
  const query = { ...given(filters), ...(unread === true && { unread: "true" as const }) };
  const page = await ensureAnswer((await openRegistry(session)).GET("/notices", { params: { query } }));
  terminal.result(page);
  const rows = page.items.map((one) => [
    one.read_at === null ? bold(one.id) : dim(one.id),
    dim(one.created_at),
    one.kind,
    bold(subjectOf(one)),
    one.text,
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (page.items.length === 0) terminal.note("No notice.");
  else if (page.items.some((one) => one.read_at === null))
    terminal.note(dim(t`\`${calledAs("notices --read ID")}\` marks one as read`));
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}

/** `notices --read ID`: marks one as read. Throws a usage error for what is no id. */
export async function readNotice(session: Session, said: string): Promise<void> {
  const id = Number(said);
  if (!Number.isSafeInteger(id) || id < 1) throw misused(`"${said}" is not the number of a notice`);
  const call = (await openRegistry(session)).POST("/notices/{id}/read", { params: { path: { id } } });
  const notice = await ensureAnswer(call);
  session.terminal.result(notice);
  session.terminal.line(t`Read: ${notice.kind} ${bold(subjectOf(notice))}: ${notice.text}`);
}

/** What it is about: a version, or the publisher itself. */
const subjectOf = (notice: { publisher: string; name: string | null; version: string | null }): string =>
  notice.name === null ? notice.publisher : `${notice.name}@${notice.version}`;
