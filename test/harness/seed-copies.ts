import type { Database } from "@gaia/db";

const NOT_COPIED = new Set(["id", "skill_id", "inspection_id"]);

/**
 * Copies one inspected version under new names, `<name>-0` and so on: rows only, all with its archive. Their reports say that the
 * registry's own analysers looked with other rules than those of today.
 */
export async function seedCopies(database: Database, input: { name: string; copies: number }): Promise<void> {
  await database.withSession(async (session) => {
    const columns = await session.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'versions' AND is_generated = 'NEVER'",
    );
    const copied = columns.map(({ name }) => name).filter((name) => !NOT_COPIED.has(name));
    const of = (alias: string) => copied.map((name) => `${alias}.${name}`).join(", ");
    // Names are the test's own.
    await session.exec(`
      BEGIN;
      INSERT INTO audit_log (actor, action, target) VALUES ('test', 'test.seed', 'registry');
      CREATE TEMP TABLE sample ON COMMIT DROP AS SELECT v.* FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = '${input.name}';
      UPDATE inspections SET scanners = (SELECT jsonb_agg(CASE WHEN each->>'name' LIKE 'gaia-%'
          THEN each || '{"rules_digest": "sha256:of-another-day", "duration_ms": 987654}' ELSE each || '{"duration_ms": 987654}' END)
        FROM jsonb_array_elements(scanners) each) WHERE id = (SELECT inspection_id FROM sample);
      INSERT INTO skills (name, publisher_id)
        SELECT '${input.name}-' || n, (SELECT s.publisher_id FROM skills s JOIN sample ON sample.skill_id = s.id)
        FROM generate_series(0, ${input.copies - 1}) n;
      INSERT INTO versions (skill_id, ${copied.join(", ")})
        SELECT s.id, ${of("sample")} FROM skills s, sample WHERE s.name LIKE '${input.name}-%';
      CREATE TEMP TABLE copies ON COMMIT DROP AS SELECT v.id, gen_random_uuid() AS inspection_id FROM versions v WHERE v.inspection_id IS NULL;
      INSERT INTO inspections (id, version_id, status, attempts, verdict, reason, scanners, uses, left_out, report_digest, started_at, finished_at)
        SELECT copies.inspection_id, copies.id, i.status, 1, i.verdict, i.reason, i.scanners, i.uses, i.left_out, i.report_digest, i.started_at, i.finished_at
        FROM copies, sample JOIN inspections i ON i.id = sample.inspection_id;
      INSERT INTO findings SELECT copies.inspection_id, f.position, f.rule, f.scanner, f.severity, f.category, f.file, f.line, f.message, f.hint, f.snippet, f.also
        FROM copies, sample JOIN findings f ON f.inspection_id = sample.inspection_id;
      INSERT INTO artifacts SELECT copies.id, a.kind, a.sha256, a.size_bytes FROM copies, sample JOIN artifacts a ON a.version_id = sample.id;
      INSERT INTO files SELECT copies.id, f.path, f.sha256, f.size_bytes FROM copies, sample JOIN files f ON f.version_id = sample.id;
      UPDATE versions SET inspection_id = copies.inspection_id FROM copies WHERE copies.id = versions.id;
      UPDATE skills SET latest_version_id = versions.id FROM versions WHERE versions.skill_id = skills.id;
      COMMIT;`);
  });
}
