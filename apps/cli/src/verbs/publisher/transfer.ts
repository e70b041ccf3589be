import type { components } from "@gaia/client";
import { given } from "../../session/given.ts";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";
import { ensureAgreed, idOf } from "./org.ts";

type Transfer = components["schemas"]["Transfer"];

/** `transfer offer NAME --to HANDLE`: nothing changes until somebody of that publisher accepts. */
export async function offerTransfer(
  session: Session,
  { name, to, yes }: { name: string; to: string; yes?: boolean | undefined },
): Promise<void> {
  await ensureAgreed(
    session,
    yes,
    t`Offer ${name} to ${to}: once they accept, every right of yours on it ends. Go on?`,
  );
  const api = await openRegistry(session);
  const offered = await ensureAnswer(api.POST("/transfers", { body: { name, to } }));
  session.terminal.result(offered);
  session.terminal.line(t`Offered ${bold(name)} to ${to}, who may accept until ${offered.expires_at}.`);
  session.terminal.note(dim(t`\`${calledAs("transfer withdraw")} ${offered.id}\` takes it back`));
}

/** `transfer list`: what my publishers offered and were offered. */
export async function listTransfers(session: Session, filters: { publisher?: string | undefined }): Promise<void> {
  const { terminal } = session;
  const api = await openRegistry(session);
  const list = await ensureAnswer(
    api.GET("/transfers", { params: { query: given({ publisher: filters.publisher }) } }),
  );
  terminal.result(list);
  const rows = list.transfers.map((one: Transfer) => [
    one.id,
    bold(one.name),
    t`${one.from} to ${one.to}`,
    one.status,
    dim(t`by ${one.requested_by}, until ${one.expires_at}`),
  ]);
  for (const row of columns(rows)) terminal.line(row);
  if (rows.length === 0) terminal.note("No transfer.");
}

/** `transfer accept|decline|withdraw ID`. */
export async function decideTransfer(
  session: Session,
  { id, decision }: { id: string; decision: "accept" | "decline" | "withdraw" },
): Promise<void> {
  const params = { path: { id: idOf(id, "transfer list") } };
  const api = await openRegistry(session);
  const decided = await ensureAnswer(
    decision === "accept"
      ? api.POST("/transfers/{id}/accept", { params })
      : decision === "decline"
        ? api.POST("/transfers/{id}/decline", { params })
        : api.DELETE("/transfers/{id}", { params }),
  );
  session.terminal.result(decided);
  session.terminal.line(
    decision === "accept"
      ? t`${bold(decided.name)} belongs to ${decided.to} now.`
      : t`${bold(decided.name)} stays with ${decided.from}: the offer was ${decided.status}.`,
  );
}
