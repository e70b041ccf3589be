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

const MAIL_WORDS = {
  held: "a version of my publishers is held for review",
  withdrawn: "a version that I downloaded was yanked, or lost its tier",
  waiting: "what waits for an admin; to admins alone",
} as const;
type MailKind = keyof typeof MAIL_WORDS;
const isMailKind = (word: string): word is MailKind => Object.hasOwn(MAIL_WORDS, word);

/** `notices --mail`: which kinds come by mail, too; with KIND=on or KIND=off it says so first. Throws a usage error for another word. */
export async function noticeMail(session: Session, said: string | true): Promise<void> {
  const { terminal } = session;
  const wanted = said === true ? null : mailWanted(said);
  const client = await openRegistry(session);
  const choices = await ensureAnswer(
    wanted === null ? client.GET("/notices/mail") : client.PUT("/notices/mail", { body: wanted }),
  );
  terminal.result(choices);
  const kinds = Object.keys(choices).filter(isMailKind);
  const rows = kinds.map((kind) => [bold(kind), choices[kind] === true ? "on" : "off", dim(MAIL_WORDS[kind])]);
  for (const row of columns(rows)) terminal.line(row);
  terminal.note(
    dim("always mailed: a version that is withheld or quarantined, and what concerns the account's safety"),
  );
}

function mailWanted(said: string): Partial<Record<MailKind, boolean>> {
  const [kind = "", value, ...rest] = said.split("=");
  if (!isMailKind(kind) || (value !== "on" && value !== "off") || rest.length > 0)
    throw misused(`"${said}" is not KIND=on or KIND=off, with a KIND of ${Object.keys(MAIL_WORDS).join(", ")}`);
  return { [kind]: value === "on" };
}

/** What it is about: a version, or the publisher itself. */
const subjectOf = (notice: { publisher: string; name: string | null; version: string | null }): string =>
  notice.name === null ? notice.publisher : `${notice.name}@${notice.version}`;
