import { type Announcement, ensureMay, getAnnouncement, RegistryError } from "@gaia/catalog";
import { announcement, appendAudit } from "@gaia/db";
import { MAX_ANNOUNCEMENT_BYTES } from "@gaia/policy";
import type { Ctx } from "../kernel/context.ts";
import { plainLine } from "../kernel/plain-words.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

const TARGET = "registry:announcement";

/**
 * Says something on top of every page, in place of what was said before: one line of plain text.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `invalid_request` for a text of nothing, of several lines or
 *   of too many bytes
 */
export async function setAnnouncement(ctx: Ctx, input: { text: string }): Promise<Announcement> {
  const actor = ensureMay(ctx, "setAnnouncement");
  const text = lineOf(input.text);
  return inTransactionWhileAllowed(ctx, { action: "setAnnouncement", target: {} }, async (tx) => {
    const row = { text, setAt: ctx.now() };
    await tx.insert(announcement).values(row).onConflictDoUpdate({ target: announcement.singleton, set: row });
    await appendAudit(tx, {
      actor: actor.handle,
      action: "announcement.set",
      target: TARGET,
      detail: { text },
      requestId: ctx.requestId,
    });
    return getAnnouncement({ db: tx });
  });
}

/** Takes it away; without one it changes nothing. @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required` */
export async function clearAnnouncement(ctx: Ctx): Promise<void> {
  const actor = ensureMay(ctx, "clearAnnouncement");
  await inTransactionWhileAllowed(ctx, { action: "clearAnnouncement", target: {} }, async (tx) => {
    const [was] = await tx.delete(announcement).returning({ text: announcement.text });
    if (was === undefined) return;
    await appendAudit(tx, {
      actor: actor.handle,
      action: "announcement.clear",
      target: TARGET,
      detail: { text: was.text },
      requestId: ctx.requestId,
    });
  });
}

function lineOf(said: string): string {
  if (/[\r\n\u0085\u2028\u2029]/.test(said.trim()))
    throw new RegistryError("invalid_request", "text: an announcement is one line.");
  const text = plainLine(said, "text");
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_ANNOUNCEMENT_BYTES) {
    const most = `an announcement has at most ${MAX_ANNOUNCEMENT_BYTES} bytes in UTF-8, and this one ${bytes}`;
    throw new RegistryError("invalid_request", `text: ${most}.`);
  }
  return text;
}
