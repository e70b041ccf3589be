import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";

/** `admin invite [address]`: the link alone goes to standard output, what is said about it to standard error. */
export async function invite(session: Session, { email }: { email: string | undefined }): Promise<void> {
  const { terminal } = session;
  const body = { email: email ?? null };
  const invited = await ensureAnswer((await openRegistry(session)).POST("/admin/invitations", { body }));
  terminal.result(invited);
  const whom = invited.email === null ? "its bearer" : invited.email;
  terminal.note(
    t`An invitation for ${bold(whom)}, for one account, until ${invited.expires_at}. The link is shown this once:`,
  );
  terminal.line(t`${invited.url}`);
  if (invited.email === null) return;
  terminal.note(
    invited.is_mailed === false
      ? "This registry has no mail server: the letter is a file in DATA_DIR/mail. Pass the link on yourself."
      : "It is mailed there, too.",
  );
}

/** `admin invitations list`: those that can be used still. */
export async function listInvitations(session: Session): Promise<void> {
  const { terminal } = session;
  const list = await ensureAnswer((await openRegistry(session)).GET("/admin/invitations"));
  terminal.result(list);
  const rows = list.invitations.map((one) => [
    one.id,
    bold(one.email ?? "its bearer"),
    `by ${one.invited_by}`,
    dim(`until ${one.expires_at}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note("No unused invitation.");
}

/** `admin invitations revoke <id>` */
export async function revokeInvitation(session: Session, { id }: { id: string }): Promise<void> {
  const api = await openRegistry(session);
  await ensureGone(api.DELETE("/admin/invitations/{id}", { params: { path: { id } } }));
  session.terminal.result({ id, revoked: true });
  session.terminal.line(t`Revoked invitation ${id}`);
}
