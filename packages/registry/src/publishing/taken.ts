import { readable, RegistryError, sortKeyOf } from "@gaia/catalog";
import { skills, versions } from "@gaia/db";
import type { Visibility } from "@gaia/policy";
import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isBareName } from "./free-name.ts";

/** A release that is about to be published. */
interface Wanted {
  name: string;
  version: string;
  publisherId: number;
  contentDigest: string;
  /** Who is to see the skill, where that is said; null: as it is, or as the registry's settings say. */
  visibility: Visibility | null;
  /** Whether it will await approval: another token may do that. */
  isStaged: boolean;
}

/** What stands under its name, and under its number there. */
interface Standing {
  publisherId: number;
  visibility: Visibility;
  /** Whether whoever publishes may know of the skill. */
  isReadable: boolean;
  /** Whether nothing stands under the name any more, and nothing ever did that was live. */
  isBare: boolean;
  version: {
    id: number;
    version: string;
    status: (typeof versions.$inferSelect)["status"];
    contentDigest: string;
    inspectionId: string | null;
  } | null;
}

/** `same`: this content was published under this number before. A refusal's reason is a sentence for the publisher. */
type Answer = { kind: "free" } | { kind: "same"; versionId: number; inspectionId: string } | Refused;

interface Refused {
  kind: "refused";
  code: "name_taken" | "version_exists" | "conflict";
  reason: string;
}

/**
 * Why nothing of this publisher's goes below the skill; null: it may. That a name is taken has to be said, whoever may see by what: it is
 * said in the same words.
 */
export function refuseSkill(
  standing: Pick<Standing, "publisherId" | "visibility" | "isReadable" | "isBare">,
  { name, publisherId, visibility }: Pick<Wanted, "name" | "publisherId" | "visibility">,
): Refused | null {
  if (standing.publisherId !== publisherId && standing.isBare) return null;
  if (standing.publisherId !== publisherId)
    return {
      kind: "refused",
      code: "name_taken",
      reason: `${name} belongs to another publisher; choose another name.`,
    };
  if (!standing.isReadable)
    return { kind: "refused", code: "name_taken", reason: `${name} is taken; choose another name.` };
  if (visibility === null || visibility === standing.visibility) return null;
  const change = `Change that of the skill first (PATCH /api/v1/skills/${name}/settings).`;
  const reason = `${name} is ${standing.visibility}: a version is published as its skill is. ${change}`;
  return { kind: "refused", code: "conflict", reason };
}

/** Whether a name and a number are free for a release. Versions are immutable, and a purged one's number is not given out again. */
export function judgeTaken(standing: Standing | null, wanted: Wanted): Answer {
  if (standing === null) return { kind: "free" };
  const { name, version, contentDigest } = wanted;
  const refusal = refuseSkill(standing, wanted);
  if (refusal !== null) return refusal;
  const there = standing.version;
  if (there === null) return { kind: "free" };
  const refused = (what: string): Answer => ({
    kind: "refused",
    code: "version_exists",
    reason: `${name} ${there.version} was ${what}: raise the version.`,
  });
  if (there.status === "purged") return refused("purged; its number is not reused");
  const isSame = there.version === version && there.contentDigest === contentDigest;
  if (there.status === "staged" && !isSame) return refused("staged with other content, which can be rejected");
  if (!isSame || there.inspectionId === null) return refused("published with other content; versions are immutable");
  return { kind: "same", versionId: there.id, inspectionId: there.inspectionId };
}

/**
 * The release that is there already with the same content; null: the number is free as far as one can see now. Two publishes of one
 * number see the same: which of them is first, the skill's row says, which both lock (`insert-version.ts`); of a new name, the unique
 * index.
 * @throws RegistryError `name_taken`, `version_exists`, `conflict`
 */
export async function findSame(ctx: Ctx, wanted: Wanted): Promise<{ versionId: number; inspectionId: string } | null> {
  const answer = judgeTaken(await findStanding(ctx, wanted), wanted);
  if (answer.kind === "refused") throw new RegistryError(answer.code, answer.reason);
  return answer.kind === "same" ? answer : null;
}

/** What stands there, whoever may see it. */
export async function findStanding(
  ctx: Pick<Ctx, "db" | "actor">,
  { name, version, isStaged }: Pick<Wanted, "name" | "version" | "isStaged">,
): Promise<(Standing & { skillId: number }) | null> {
  const [row] = await ctx.db
    .select({
      skillId: skills.id,
      publisherId: skills.publisherId,
      visibility: skills.visibility,
      isReadable: sql<boolean>`${readable(ctx, isStaged ? "stageSkill" : "publishSkill")}`,
      isBare: isBareName(),
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
