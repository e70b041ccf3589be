import { type Db, skills, versions } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { RegistryError } from "../kernel/errors.ts";
import { sortKeyOf } from "../kernel/sort-key.ts";

/** A release that is about to be published. */
interface Wanted {
  name: string;
  version: string;
  publisherId: number;
  contentDigest: string;
}

/** What stands under its name, and under its number there. */
interface Standing {
  publisherId: number;
  version: {
    id: number;
    version: string;
    status: (typeof versions.$inferSelect)["status"];
    contentDigest: string;
    inspectionId: string | null;
  } | null;
}

/** `same`: this content was published under this number before. A refusal's reason is a sentence for the publisher. */
type Answer =
  | { kind: "free" }
  | { kind: "same"; versionId: number; inspectionId: string }
  | { kind: "refused"; code: "name_taken" | "version_exists"; reason: string };

/** Whether a name and a number are free for a release. Versions are immutable, and a purged one's number is not given out again. */
export function judgeTaken(standing: Standing | null, { name, publisherId, version, contentDigest }: Wanted): Answer {
  if (standing === null) return { kind: "free" };
  if (standing.publisherId !== publisherId) {
    const reason = `${name} belongs to another publisher; choose another name.`;
    return { kind: "refused", code: "name_taken", reason };
  }
  const there = standing.version;
  if (there === null) return { kind: "free" };
  const refused = (what: string): Answer => ({
    kind: "refused",
    code: "version_exists",
    reason: `${name} ${there.version} was ${what}: raise the version.`,
  });
  if (there.status === "purged") return refused("purged; its number is not given out again");
  const isSame = there.version === version && there.contentDigest === contentDigest;
  if (!isSame || there.inspectionId === null) return refused("published with other content; versions are immutable");
  return { kind: "same", versionId: there.id, inspectionId: there.inspectionId };
}

/**
 * The release that is there already with the same content; null: the number is free as far as one can see now. Two publishes of one
 * number see the same: which of them is first, the unique index says.
 * @throws RegistryError `name_taken`, `version_exists`
 */
export async function findSame(db: Db, wanted: Wanted): Promise<{ versionId: number; inspectionId: string } | null> {
  const answer = judgeTaken(await findStanding(db, wanted), wanted);
  if (answer.kind === "refused") throw new RegistryError(answer.code, answer.reason);
  return answer.kind === "same" ? answer : null;
}

async function findStanding(db: Db, { name, version }: Wanted): Promise<Standing | null> {
  const [row] = await db
    .select({
      publisherId: skills.publisherId,
      version: {
        id: versions.id,
        version: versions.version,
        status: versions.status,
        contentDigest: versions.contentDigest,
        inspectionId: versions.inspectionId,
      },
    })
    .from(skills)
    .leftJoin(versions, and(eq(versions.skillId, skills.id), eq(versions.sortKey, sortKeyOf(version))))
    .where(eq(skills.name, name));
  return row ?? null;
}
