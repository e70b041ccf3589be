import { parseRelease } from "@gaia/install/installed";
import { calledAs } from "../../failures/invocation.ts";
import { ensureAnswer, openRegistry } from "../../session/registry.ts";
import type { Session } from "../../session/session.ts";
import { bold, t } from "../../terminal/shown-text.ts";

/** `promote <name@version>`: asks for the audit that leads to verified (docs/specification.md §4.4). */
export async function promote(session: Session, input: { release: string; note?: string | undefined }): Promise<void> {
  const path = parseRelease(input.release);
  const api = await openRegistry(session);
  const body = { tier: "verified" as const, ...(input.note !== undefined && { note: input.note }) };
  const promotion = await ensureAnswer(api.POST("/skills/{name}/{version}/promotion", { params: { path }, body }));
  session.terminal.result(promotion);
  session.terminal.line(
    t`Asked for the audit of ${bold(promotion.name)} ${promotion.version}: ${promotion.status}, request ${promotion.id}`,
  );
  session.terminal.note(
    t`An admin who is not its publisher decides; ${calledAs(`info ${promotion.name}`)} shows its tier.`,
  );
}
