import { parseSpec } from "@gaia/install";
import { isVersion } from "@gaia/install/installed";
import { misused } from "../../failures/failures.ts";
import { ensureAnswer, ensureGone, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, columns, dim, t } from "../../terminal/shown-text.ts";

interface ReviewInput {
  spec: string;
  rating?: number | undefined;
  text?: string | undefined;
  delete?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** `review <name[@version]>`: with `--rating` rates it, with `--delete` takes that back, else shows what others say. */
export async function review(session: Session, input: ReviewInput): Promise<void> {
  const { name, range } = parseSpec(input.spec);
  if (range !== null && !isVersion(range)) throw misused(`"${range}" is not an exact version`);
  const { rating, text } = input;
  if (input.delete === true) {
    if (rating !== undefined || text !== undefined) throw misused("--delete stands alone");
    return deleteReview(session, name);
  }
  if (rating === undefined) {
    if (text !== undefined) throw misused("--text needs --rating, from 1 to 5");
    return listReviews(session, { ...input, name });
  }
  const path = { name };
  const body = { rating, ...(text !== undefined && { text }), ...(range !== null && { version: range }) };
  const api = await openRegistry(session);
  const written = await ensureAnswer(api.POST("/skills/{name}/reviews", { params: { path }, body }));
  session.terminal.result(written);
  session.terminal.line(t`Rated ${bold(name)} ${written.version}: ${written.rating} of 5`);
}

async function deleteReview(session: Session, name: string): Promise<void> {
  const api = await openRegistry(session);
  await ensureGone(api.DELETE("/skills/{name}/reviews", { params: { path: { name } } }));
  session.terminal.result({ name, deleted: true });
  session.terminal.line(t`Your review of ${bold(name)} is gone`);
}

async function listReviews(session: Session, input: Omit<ReviewInput, "spec"> & { name: string }): Promise<void> {
  const { terminal } = session;
  const { name, limit, cursor } = input;
  const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
  const call = (await openRegistry(session)).GET("/skills/{name}/reviews", { params: { path: { name }, query } });
  const page = await ensureAnswer(call);
  terminal.result(page);
  const { average, count } = page.rating;
  if (average !== null) terminal.note(t`${bold(name)}: ${average.toFixed(1)} of 5 by ${count}`);
  const rows = page.items.map((one) => [
    dim(one.id),
    `${one.rating}/5`,
    one.author ?? "(deleted)",
    one.version,
    dim(one.updated_at),
    one.text ?? "",
  ]);
  for (const [index, row] of columns(rows).entries()) {
    terminal.line(row);
    const answer = page.items[index]?.answer;
    if (answer) terminal.line(t`  its publisher: ${answer.text}`);
  }
  if (page.items.length === 0) terminal.note("No review.");
  if (page.next_cursor !== null) terminal.note(dim(t`more: --cursor ${page.next_cursor}`));
}
