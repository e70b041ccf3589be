import { type Db, publishers, skills, versions } from "@gaia/db";
import { showTo, viewerOf } from "@gaia/policy";
import { and, eq, type SQL } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { readable } from "../kernel/readable.ts";

/** Of the skills under this condition, those of which this actor may know that they are there, as `ensureVisibleSkill`: ids by name. */
export async function knownSkills(db: Db, actor: ReadCtx["actor"], which: SQL): Promise<Map<string, number>> {
  const rows = await db
    .selectDistinct({ id: skills.id, name: skills.name, publisher: publishers.handle, status: versions.status })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(versions, eq(versions.skillId, skills.id))
    .where(and(which, readable({ actor })));
  const known = rows.filter(({ name, publisher, status }) => {
    const answer = showTo(status, viewerOf(actor, { publisher, skill: name }));
    return answer === 200 || answer === 403;
  });
  return new Map(known.map(({ name, id }) => [name, id]));
}
