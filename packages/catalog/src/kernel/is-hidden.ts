import { type Db, skills } from "@gaia/db";
import { and, eq, ne } from "drizzle-orm";

/** Whether a skill of this name is there and not public: strangers are told of it what they are told of a name that nobody has. */
export async function isHidden(db: Db, name: string): Promise<boolean> {
  const rows = await db
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.name, name), ne(skills.visibility, "public")));
  return rows.length > 0;
}
