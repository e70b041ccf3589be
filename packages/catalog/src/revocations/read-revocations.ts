import { attestations, type Db, executeRows, logLeaves, skills, versions } from "@gaia/db";
import { compareTiers, type Status, type Tier } from "@gaia/policy";
import { isMovedStatus, type Revocation } from "@gaia/trust";
import { sql } from "drizzle-orm";
import { readAdoptedRevocations, withAdopted } from "./adopted-revocations.ts";

/** Everything that was ever taken back, what was given back since included, and the newest statement that this covers. */
export interface ReadRevocations {
  sequence: number;
  entries: Revocation[];
}

interface Row {
  name: string;
  is_public: boolean;
  version: string;
  publisher: string;
  release_digest: string;
  status: Status;
  tier: Tier;
  published_at: string | null;
  sequence: number | null;
  at: string;
  /** The tiers that the registry signed of it. */
  tiers: Tier[];
}

/**
 * Reads them off statements and versions: there is no second record of what was taken back. Only of statements that a restored database
 * lost the log's leaves speak, and its number is one of those then.
 */
export async function readRevocations(db: Db): Promise<ReadRevocations> {
  // Before the rows: what is said meanwhile is said to be newer than the list, and never the other way round.
  const [newest] = await executeRows<{ sequence: number | null }>(
    db,
    sql`SELECT greatest((SELECT max(sequence) FROM ${attestations}), (SELECT max(l.attestation_sequence) FROM ${logLeaves} l
      WHERE l.version_id IS NULL AND l.attestation_sequence IS NOT NULL)) AS sequence`,
  );
  const rows = await executeRows<Row>(db, EVERY_ONE);
  const entries = withAdopted(rows.flatMap(toEntry), await readAdoptedRevocations(db));
  return { sequence: newest?.sequence ?? 0, entries };
}

/** A version has an entry when it was moved, when a tier followed on another, or when no move put it where it is: the first scan did. */
const EVERY_ONE = sql`
  WITH said AS (
    SELECT version_id, max(sequence) AS sequence FROM ${attestations} WHERE decision NOT IN ('publish', 'verdict')
    GROUP BY version_id HAVING bool_or(decision <> 'tier') OR count(*) > 1),
  there AS (
    SELECT version_id FROM said
    UNION SELECT id FROM ${versions} WHERE status IN ('yanked', 'quarantined', 'purged'))
  SELECT s.name, s.visibility = 'public' AS is_public, v.version, v.released_as AS publisher, v.release_digest, v.status, v.tier,
    v.published_at, v.changed_at AS at,
    coalesce(said.sequence, (SELECT max(a.sequence) FROM ${attestations} a WHERE a.version_id = v.id)) AS sequence,
    coalesce((SELECT json_agg(convert_from(decode(a.envelope->>'payload', 'base64'), 'UTF8')::json->'predicate'->>'tier')
      FROM ${attestations} a WHERE a.version_id = v.id AND a.decision = 'tier'), '[]') AS tiers
  FROM there JOIN ${versions} v ON v.id = there.version_id LEFT JOIN said ON said.version_id = v.id
  JOIN ${skills} s ON s.id = v.skill_id`;

function toEntry(row: Row): Revocation[] {
  const { status, tiers } = row;
  // One that is still on its way was nobody's yet.
  if (!isMovedStatus(status)) return [];
  const fell = tiers.some((tier) => compareTiers(tier, row.tier) > 0);
  const isTold = row.published_at !== null && row.is_public;
  return [
    {
      // Nobody but its publisher, or who may see it, could have it: whoever has not learns nothing from a digest.
      name: isTold ? row.name : null,
      version: isTold ? row.version : null,
      publisher: isTold ? row.publisher : null,
      release_digest: row.release_digest,
      status,
      tier: fell ? row.tier : null,
      since_sequence: row.sequence ?? 0,
      at: new Date(row.at).toISOString(),
    },
  ];
}
