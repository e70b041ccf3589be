import { attestations, type Db, executeRows, logLeaves, skills, versions } from "@gaia/db";
import { type Leaf, parseLeaf, saltedSubject } from "@gaia/log";
import { compareTiers, type Tier, TIERS, TOLD_STATUSES } from "@gaia/policy";
import { isMovedStatus, type MovedStatus, type Revocation } from "@gaia/trust";
import { eq, ne, sql } from "drizzle-orm";

interface Row {
  leaf: string;
  sequence: number;
  /** What the database has of the same release; null: nothing. */
  tier: Tier | null;
}

/** `TOLD_STATUSES` begins with the mildest. */
const sternnessOf = (status: MovedStatus): number => TOLD_STATUSES.indexOf(status);

/**
 * What the log says was taken back and a restored database forgot: leaves that were taken over from storage (`adopt-stored.ts`), unless
 * something was decided of the same version since.
 */
export async function readAdoptedRevocations(db: Db): Promise<Revocation[]> {
  const byRelease = new Map<string, { row: Row; leaf: Leaf }[]>();
  const rows = await executeRows<Row>(db, EVERY_ONE);
  const read = rows.map((row) => ({ row, leaf: parseLeaf(row.leaf) }));
  const hidden = read.some(({ leaf }) => leaf.fields.private !== undefined) ? await hiddenReleases(db) : new Map();
  for (const each of read) {
    const known = hidden.get(each.leaf.fields.private);
    // Of a skill that the database forgot as a whole nobody knows the salt any more.
    if (each.leaf.fields.private !== undefined && known === undefined) continue;
    const row = known === undefined ? each.row : { ...each.row, tier: known.tier };
    const leaf =
      known === undefined ? each.leaf : { ...each.leaf, fields: { ...each.leaf.fields, release: known.release } };
    const { release = "" } = leaf.fields;
    byRelease.set(release, [...(byRelease.get(release) ?? []), { row, leaf }]);
  }
  return [...byRelease.values()].flatMap(toEntry);
}

/** Of one release the sterner of both, whichever says so. */
export function withAdopted(known: readonly Revocation[], adopted: readonly Revocation[]): Revocation[] {
  const byRelease = new Map(known.map((entry) => [entry.release_digest, entry]));
  for (const entry of adopted) {
    const there = byRelease.get(entry.release_digest);
    const isMilder = there !== undefined && sternnessOf(entry.status) < sternnessOf(there.status);
    const status = isMilder ? there.status : entry.status;
    byRelease.set(entry.release_digest, { ...entry, status, tier: entry.tier ?? there?.tier ?? null });
  }
  return [...byRelease.values()];
}

/** The releases of skills that are not public, by what their hidden leaves say instead of their names. */
async function hiddenReleases(db: Db): Promise<Map<string, { release: string; tier: Tier }>> {
  const rows = await db
    .select({
      salt: skills.salt,
      publisher: versions.releasedAs,
      name: skills.name,
      version: versions.version,
      release: versions.releaseDigest,
      tier: versions.tier,
    })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(ne(skills.visibility, "public"));
  return new Map(rows.flatMap(({ salt, ...row }) => (salt === null ? [] : [[saltedSubject(salt, row), row]])));
}

const fieldOf = (name: "name" | "version" | "release") =>
  sql`substring(l.leaf from ${sql.raw(`E'\\n${name}: ([^\\n]+)'`)})`;

const EVERY_ONE = sql`
  SELECT l.leaf, l.attestation_sequence AS sequence, v.tier FROM ${logLeaves} l
  LEFT JOIN ${skills} s ON s.name = ${fieldOf("name")}
  LEFT JOIN ${versions} v ON v.skill_id = s.id AND v.version = ${fieldOf("version")} AND v.release_digest = ${fieldOf("release")}
  WHERE l.version_id IS NULL AND l.attestation_sequence IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ${attestations} a WHERE a.version_id = v.id AND a.decision NOT IN ('publish', 'verdict')
      AND a.sequence > l.attestation_sequence)
  ORDER BY l.attestation_sequence`;

function toEntry(said: readonly { row: Row; leaf: Leaf }[]): Revocation[] {
  const last = said.at(-1);
  if (last === undefined) return [];
  const { name = null, version = null, publisher = null, release = "" } = last.leaf.fields;
  const status = said.reduce<MovedStatus>((before, { leaf }) => statusAfter(leaf) ?? before, "published");
  const tiers = said.flatMap(({ leaf, row }) => [leaf.fields.tier, row.tier]).flatMap(knownTier);
  const left = said.flatMap(({ leaf }) => knownTier(leaf.fields.tier)).at(-1);
  const tier = left !== undefined && tiers.some((one) => compareTiers(one, left) > 0) ? left : null;
  if (status === "published" && tier === null) return [];
  const at = last.leaf.at.toISOString();
  return [{ name, version, publisher, release_digest: release, status, tier, since_sequence: last.row.sequence, at }];
}

const knownTier = (tier: string | null | undefined): Tier[] => TIERS.filter((one) => one === tier);

/** Null for a decision that moves nothing. */
function statusAfter({ kind, fields }: Leaf): MovedStatus | null {
  if (kind === "yank") return "yanked";
  if (kind === "quarantine") return "quarantined";
  if (kind === "purge") return "purged";
  if (kind === "unyank") return "published";
  return kind === "release" && isMovedStatus(fields.status) ? fields.status : null;
}
