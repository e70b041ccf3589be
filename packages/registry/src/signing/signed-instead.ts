import { type FoundVersion, readable, sumsOfVersion } from "@gaia/catalog";
import { publishers, skills, versions } from "@gaia/db";
import type { SignatureInput, VerifiableKind } from "@gaia/trust";
import { and, desc, eq, ne, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

const MOST = 12;

/**
 * Why a signature by a known signer does not verify, where that can be told: it was made for another release, which is
 * found among the newest of the same skill and of the same content. Null when it fits none of them.
 */
export async function findSignedInstead(
  ctx: Ctx,
  found: FoundVersion,
  kind: VerifiableKind,
  check: Omit<SignatureInput, "message">,
): Promise<string | null> {
  const others = await ctx.db
    .select({ version: versions, skill: skills, publisher: publishers })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(
      and(
        ne(versions.id, found.version.id),
        // Its files are gone, and with them what was signed.
        ne(versions.status, "purged"),
        // Nobody is told of a skill that is none of theirs to see.
        or(
          eq(versions.skillId, found.skill.id),
          and(eq(versions.contentDigest, found.version.contentDigest), readable(ctx)),
        ),
      ),
    )
    .orderBy(desc(versions.id))
    .limit(MOST);
  for (const other of others) {
    const message = new TextEncoder().encode(await sumsOfVersion(ctx.db, other));
    const verdict = await ctx.verifier.verify(kind, { ...check, message });
    if (verdict.ok || verdict.code === "attestation") {
      return (
        `This signature was made for ${other.version.releasedAs}/${other.skill.name} ${other.version.version}; it says ` +
        `nothing about ${found.version.releasedAs}/${found.skill.name} ${found.version.version}.`
      );
    }
  }
  return null;
}
