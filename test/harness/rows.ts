import type { TestRegistry } from "./registry.ts";

/** Rows of a registry's database, by plain SQL: for what a test has to see and no address of the API shows. */
export const rowsOf = <Row = Record<string, unknown>>(
  registry: TestRegistry,
  text: string,
  params: unknown[] = [],
): Promise<Row[]> => registry.running.services.database.withSession((session) => session.query<Row>(text, params));

/** Runs statements that give no rows. */
export const runSql = (registry: TestRegistry, text: string): Promise<void> =>
  registry.running.services.database.withSession((session) => session.exec(text));

/** The version rows of a skill with what hangs on each, counted. */
export const standingOf = (registry: TestRegistry, name: string) =>
  rowsOf<{
    version: string;
    status: string;
    tier: string;
    verdict: string | null;
    artifacts: number;
    files: number;
    inspections: number;
    completed: number;
    publish_statements: number;
    verdict_statements: number;
    tier_statements: number;
    publish_audits: number;
    verdict_audits: number;
  }>(
    registry,
    `SELECT v.version, v.status, v.tier, v.verdict,
       (SELECT count(*)::int FROM artifacts a WHERE a.version_id = v.id) AS artifacts,
       (SELECT count(*)::int FROM files f WHERE f.version_id = v.id) AS files,
       (SELECT count(*)::int FROM inspections i WHERE i.version_id = v.id) AS inspections,
       (SELECT count(*)::int FROM inspections i WHERE i.version_id = v.id AND i.status = 'completed') AS completed,
       (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'publish') AS publish_statements,
       (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'verdict') AS verdict_statements,
       (SELECT count(*)::int FROM attestations t WHERE t.version_id = v.id AND t.decision = 'tier') AS tier_statements,
       (SELECT count(*)::int FROM audit_log l WHERE l.action = 'version.publish' AND l.target = 'skill:' || s.name || '@' || v.version) AS publish_audits,
       (SELECT count(*)::int FROM audit_log l WHERE l.action = 'version.inspected' AND l.target = 'skill:' || s.name || '@' || v.version) AS verdict_audits
     FROM versions v JOIN skills s ON s.id = v.skill_id WHERE s.name = $1 ORDER BY v.sort_key`,
    [name],
  );
