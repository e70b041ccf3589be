import type { components } from "@gaia/client";
import type { Role } from "@gaia/policy";
import { misused, refused } from "../../failures/failures.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, type Shown, t } from "../../terminal/shown-text.ts";

type Invitation = components["schemas"]["Invitation"];
type MemberList = components["schemas"]["MemberList"];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `org create HANDLE`: an organisation, which is mine. */
export async function createOrg(session: Session, { handle }: { handle: string }): Promise<void> {
  const api = await openRegistry(session);
  const made = await ensureAnswer(api.POST("/publishers", { body: { handle, kind: "organisation" } }));
  session.terminal.result(made);
  session.terminal.line(
    t`Made ${bold(made.handle)}; you own it. \`publish --publisher ${made.handle}\` publishes as it.`,
  );
}

/** `org members HANDLE`. */
export async function listMembers(session: Session, { handle }: { handle: string }): Promise<void> {
  const api = await openRegistry(session);
  showMembers(session, await ensureAnswer(api.GET("/publishers/{handle}/members", { params: { path: { handle } } })));
}

/** `org role HANDLE ACCOUNT ROLE`. */
export async function changeRole(
  session: Session,
  { handle, account, role }: { handle: string; account: string; role: Role },
): Promise<void> {
  const api = await openRegistry(session);
  const params = { path: { handle, account } };
  showMembers(
    session,
    await ensureAnswer(api.PUT("/publishers/{handle}/members/{account}", { params, body: { role } })),
  );
}

/** `org remove HANDLE ACCOUNT`: every right that the membership gave ends with it. */
export async function removeMember(
  session: Session,
  { handle, account, yes }: { handle: string; account: string; yes?: boolean | undefined },
): Promise<void> {
  await ensureAgreed(session, yes, t`Remove ${account} from ${handle}: every right of theirs there ends. Go on?`);
  const api = await openRegistry(session);
  const params = { path: { handle, account } };
  showMembers(session, await ensureAnswer(api.DELETE("/publishers/{handle}/members/{account}", { params })));
}

/** `org leave HANDLE`. */
export async function leaveOrg(
  session: Session,
  { handle, yes }: { handle: string; yes?: boolean | undefined },
): Promise<void> {
  await ensureAgreed(session, yes, t`Leave ${handle}: only an invitation brings you back. Go on?`);
  const api = await openRegistry(session);
  await ensureGone(api.DELETE("/publishers/{handle}/membership", { params: { path: { handle } } }));
  session.terminal.result({ publisher: handle, left: true });
  session.terminal.line(t`You left ${bold(handle)}.`);
}

/** `org invite HANDLE WHOM`: an account, or an address. */
export async function inviteMember(
  session: Session,
  { handle, whom, role }: { handle: string; whom: string; role: Role },
): Promise<void> {
  const api = await openRegistry(session);
  const body = whom.includes("@") ? { email: whom, role } : { account: whom, role };
  const invited = await ensureAnswer(
    api.POST("/publishers/{handle}/invitations", { params: { path: { handle } }, body }),
  );
  session.terminal.result(invited);
  session.terminal.line(t`Invited ${bold(whom)} to ${handle} as ${role}, until ${invited.expires_at}.`);
}

/** `org invitations`: what I was invited to; with a handle, whom it invited. */
export async function listInvitations(session: Session, { handle }: { handle?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const list = await ensureAnswer(
    handle === undefined
      ? api.GET("/invitations")
      : api.GET("/publishers/{handle}/invitations", { params: { path: { handle } } }),
  );
  terminal.result(list);
  const rows = list.invitations.map((one: Invitation) => [
    one.id,
    bold(handle === undefined ? one.publisher : (one.account ?? one.email ?? "")),
    one.role,
    one.status,
    dim(t`by ${one.invited_by}, until ${one.expires_at}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note("No invitation.");
  else if (handle === undefined) terminal.note(dim(t`\`${calledAs("org accept ID")}\` joins, \`decline\` does not`));
}

/** `org accept ID`, `org decline ID`. */
export async function answerInvitation(
  session: Session,
  { id, answer }: { id: string; answer: "accept" | "decline" },
): Promise<void> {
  const params = { path: { id: idOf(id, "org invitations") } };
  const api = await openRegistry(session);
  const answered = await ensureAnswer(
    answer === "accept"
      ? api.POST("/invitations/{id}/accept", { params })
      : api.POST("/invitations/{id}/decline", { params }),
  );
  session.terminal.result(answered);
  session.terminal.line(
    answer === "accept"
      ? t`You belong to ${bold(answered.publisher)} as ${answered.role}.`
      : t`Declined to join ${bold(answered.publisher)}.`,
  );
}

/** `org withdraw HANDLE ID`: takes an invitation back. */
export async function withdrawInvitation(session: Session, input: { handle: string; id: string }): Promise<void> {
  const params = { path: { handle: input.handle, id: idOf(input.id, "org invitations HANDLE") } };
  const api = await openRegistry(session);
  const gone = await ensureAnswer(api.DELETE("/publishers/{handle}/invitations/{id}", { params }));
  session.terminal.result(gone);
  session.terminal.line(
    t`Withdrawn: ${gone.account ?? gone.email ?? ""} is not invited to ${gone.publisher} any more.`,
  );
}

/** An id as the registry writes them. Throws a usage error that says where they are listed. */
export function idOf(said: string, list: string): string {
  if (UUID.test(said)) return said;
  throw misused(`"${said}" is not an id`, `see \`${calledAs(list)}\``);
}

/** A person agrees, or `--yes` does; where nobody can be asked, nothing is taken for granted (exit 4). */
export async function ensureAgreed({ terminal }: Session, yes: boolean | undefined, question: Shown): Promise<void> {
  if (yes) return;
  if (!terminal.canAsk) {
    const text = question.parts.map((part) => part.text).join("");
    throw refused("consent_missing", `This run cannot ask you: ${text}`, "nothing was done; add --yes");
  }
  if (await terminal.ask(question)) return;
  throw refused("consent_missing", "Nothing was done: you did not agree");
}

function showMembers({ terminal }: Session, list: MemberList): void {
  terminal.result(list);
  const rows = list.members.map(({ account, role, since }) => [bold(account), role, dim(t`since ${since}`)]);
  for (const row of columns(rows)) terminal.line(row);
}
