import { announcement } from "@gaia/db";
import type { ReadCtx } from "../kernel/context.ts";

/** What the registry says on top of every page, and since when; null: nothing. */
export interface Announcement {
  text: string | null;
  set_at: string | null;
}

/** The announcement, for whoever may read the registry. */
export async function getAnnouncement({ db }: Pick<ReadCtx, "db">): Promise<Announcement> {
  const [row] = await db.select().from(announcement);
  return { text: row?.text ?? null, set_at: row?.setAt.toISOString() ?? null };
}
