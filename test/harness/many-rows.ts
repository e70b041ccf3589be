import type { Database } from "@gaia/db";

const SEARCH_INDEXES = ["search_entries_words", "search_words_typo_keys"];

/** Runs without the indexes of search that hold many keys of each row: of very many rows at once they are made far quicker than row by row. */
export async function withoutSearchIndexes(database: Database, run: () => Promise<void>): Promise<void> {
  const definitions = await database.withSession(async (session) => {
    const rows = await session.query<{ definition: string }>(
      "SELECT pg_get_indexdef(name::regclass) AS definition FROM jsonb_array_elements_text($1::text::jsonb) AS name",
      [JSON.stringify(SEARCH_INDEXES)],
    );
    await session.exec(`DROP INDEX ${SEARCH_INDEXES.join(", ")}`);
    return rows.map(({ definition }) => definition);
  });
  await run();
  await database.withSession((session) => session.exec(definitions.join(";")));
}

/** Runs without the triggers of skills and versions: what they guard and derive for each row costs more than the rows. Afterwards `rebuild_listings`. */
export async function withoutTriggers(database: Database, run: () => Promise<void>): Promise<void> {
  const turn = (to: "ENABLE" | "DISABLE") =>
    database.withSession((session) =>
      session.exec(
        ["skills", "versions", "inspections"].map((table) => `ALTER TABLE ${table} ${to} TRIGGER USER`).join(";"),
      ),
    );
  await turn("DISABLE");
  await run();
  await turn("ENABLE");
}

/** A made-up skill: what lists and search know of it. */
export interface ManySkill {
  name: string;
  description: string;
  tags: string[];
  downloads: number;
}

/**
 * Lists very many skills at once: copies of the rows of one that was published, under other names and texts, each with its one version. Search is not told of
 * them.
 */
export async function insertMany(database: Database, input: { sample: string; skills: ManySkill[] }): Promise<void> {
  const given = JSON.stringify(input.skills);
  await withoutTriggers(database, () =>
    database.withSession(async (session) => {
      await session.query(
        `INSERT INTO skills (name, publisher_id, downloads, revision)
         SELECT g.name, s.publisher_id, g.downloads, 1 FROM skills s,
           jsonb_to_recordset($1::text::jsonb) AS g (name text, downloads bigint) WHERE s.name = $2::text`,
        [given, input.sample],
      );
      const columns = await session.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'versions'
         AND column_name NOT IN ('id', 'skill_id', 'description', 'tags', 'status', 'tier', 'verdict', 'inspection_id', 'display_name')`,
      );
      const copied = columns.map(({ name }) => name).join(", ");
      const fromSample = columns.map(({ name }) => `v.${name}`).join(", ");
      await session.query(
        `INSERT INTO versions (skill_id, description, tags, status, tier, verdict, display_name, ${copied})
         SELECT s.id, g.description, g.tags, 'published', CASE WHEN s.id % 100 = 0 THEN 'verified' ELSE 'experimental' END, 'ALLOW', g.name, ${fromSample}
         FROM jsonb_to_recordset($1::text::jsonb) AS g (name text, description text, tags text[]) JOIN skills s ON s.name = g.name,
           versions v JOIN skills o ON o.id = v.skill_id AND o.name = $2::text`,
        [given, input.sample],
      );
      // The sample stays out of lists, whatever its inspection comes to.
      await session.query(
        `UPDATE versions SET status = 'quarantined', quarantined_by = 'admin', status_before_quarantine = 'published' FROM skills
         WHERE skills.id = versions.skill_id AND skills.name = $1::text`,
        [input.sample],
      );
      await session.exec(
        "UPDATE inspections SET status = 'completed', verdict = 'ALLOW', attempt_id = NULL WHERE status <> 'completed'",
      );
      await session.exec(
        "UPDATE skills SET latest_version_id = v.id FROM versions v WHERE v.skill_id = skills.id AND v.status = 'published'",
      );
    }),
  );
  await database.withSession((session) => session.exec("SELECT rebuild_listings(); ANALYZE"));
}
