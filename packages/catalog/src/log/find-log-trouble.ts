import { logOrigin } from "@gaia/db";
import type { Catalog } from "../kernel/context.ts";

/** Why the log is no longer one history: storage and database differ, or a witness saw another one. Null: nothing is known against it. */
export async function findLogTrouble({ db }: Pick<Catalog, "db">): Promise<string | null> {
  const [row] = await db.select({ trouble: logOrigin.trouble }).from(logOrigin).limit(1);
  return row?.trouble ?? null;
}
