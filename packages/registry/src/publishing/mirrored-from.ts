import { ensureMay, RegistryError } from "@gaia/catalog";
import { type Db, mirroredVersions, skills, versions } from "@gaia/db";
import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

/** Where a version was taken from that its author did not publish here. All texts are the upstream's. */
export interface MirroredFrom {
  /** The address that is mirrored (of a repository without its commit, branch or tag), or what an admin calls a folder. */
  upstream: string;
  /** Which protocol it speaks; `folder`: none. */
  source: string;
  /** Where the version lies there. */
  origin: string;
  name: string;
  version: string | null;
  publisher: string | null;
  digest: string | null;
}

/**
 * What an admin says of a version that is not its publisher's own; undefined: nothing.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` for a path of nowhere
 */
export function sayMirrored(
  ctx: Ctx,
  { from, path }: { from: string | undefined; path: string | undefined },
): MirroredFrom | undefined {
  if (from === undefined && path === undefined) return undefined;
  ensureMay(ctx, "sayMirrored");
  if (from === undefined) throw new RegistryError("invalid_request", "mirrored_path needs mirrored_from beside it.");
  const name = path?.split("/").findLast((part) => part !== "") ?? from;
  const origin = path === undefined ? from : `${from}/${path}`;
  return { upstream: from, source: "folder", origin, name, version: null, publisher: null, digest: null };
}

/**
 * An upstream chooses its names: what it calls like a skill that this publisher made, or took from somewhere else, is no version of that.
 * Asked again while the skill is held.
 * @throws RegistryError `name_taken`
 */
export async function ensureFromThere(db: Db, { name, upstream }: { name: string; upstream: string }): Promise<void> {
  const isOther = or(isNull(mirroredVersions.upstream), ne(mirroredVersions.upstream, upstream));
  const [other] = await db
    .select({ version: versions.version })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .leftJoin(mirroredVersions, eq(mirroredVersions.versionId, versions.id))
    .where(and(eq(skills.name, name), isOther))
    .limit(1);
  if (other)
    throw new RegistryError(
      "name_taken",
      `${name} has a version here, ${other.version}, that is not from this mirror.`,
    );
}

/** Part of the transaction that publishes it. */
export async function noteMirrored(
  tx: Db,
  { versionId, mirrored, at }: { versionId: number; mirrored: MirroredFrom; at: Date },
): Promise<void> {
  await tx.insert(mirroredVersions).values({ versionId, ...mirrored, mirroredAt: at });
}
