import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A package and the id of what is planted in every version of it. */
export interface Planted {
  id: string;
  ecosystem: "python" | "npm";
  name: string;
}

/** What grype asks of its database's schema 6.1, and no more of it. */
const SCHEMA = `
CREATE TABLE blobs (id integer PRIMARY KEY, value text NOT NULL);
CREATE TABLE db_metadata (build_timestamp datetime, model integer, revision integer, addition integer);
CREATE TABLE providers (id text PRIMARY KEY, version text, processor text, date_captured datetime, input_digest text);
CREATE TABLE vulnerability_handles (id integer PRIMARY KEY, name text, status text, published_date datetime, modified_date datetime,
  withdrawn_date datetime, provider_id text, blob_id integer);
CREATE TABLE vulnerability_aliases (name text, alias text, PRIMARY KEY (name, alias));
CREATE TABLE affected_package_handles (id integer PRIMARY KEY, vulnerability_id integer, operating_system_id integer, package_id integer,
  blob_id integer);
CREATE TABLE unaffected_package_handles (id integer PRIMARY KEY, vulnerability_id integer, operating_system_id integer, package_id integer,
  blob_id integer);
CREATE TABLE packages (id integer PRIMARY KEY, ecosystem text, name text);
CREATE TABLE package_specifier_overrides (ecosystem text, replacement_ecosystem text);
CREATE TABLE operating_systems (id integer PRIMARY KEY, name text, release_id text, major_version text, minor_version text,
  label_version text, codename text, channel text, eol_date datetime, eoas_date datetime);
CREATE TABLE known_exploited_vulnerability_handles (id integer PRIMARY KEY, cve text, blob_id integer);
CREATE TABLE epss_handles (id integer PRIMARY KEY, cve text, epss real, percentile real);
CREATE TABLE epss_metadata (date datetime);
CREATE TABLE cwe_handles (id integer PRIMARY KEY, cve text, cwe text, source text, type text);
INSERT INTO db_metadata VALUES ('2026-01-02 00:00:00+00:00', 6, 1, 10);
INSERT INTO providers VALUES ('planted', '1', 'test', '2026-01-02 00:00:00+00:00', 'xxh64:00');
`;

/**
 * A database for grype with these vulnerabilities alone, in a directory.
 * @returns the environment in which grype reads it, without a network
 */
export async function plantForGrype(dir: string, planted: readonly Planted[]): Promise<Record<string, string>> {
  await mkdir(join(dir, "6"), { recursive: true });
  const db = new DatabaseSync(join(dir, "6", "vulnerability.db"));
  db.exec(SCHEMA);
  const blob = db.prepare("INSERT INTO blobs VALUES (?, ?)");
  for (const [index, { id, ecosystem, name }] of planted.entries()) {
    const [own, about, affected] = [index + 1, 2 * index + 1, 2 * index + 2];
    const version = { type: ecosystem === "python" ? "python" : "semver", constraint: "< 999" };
    blob.run(about, JSON.stringify({ id, severities: [{ scheme: "CHML", value: "high", rank: 1 }] }));
    blob.run(affected, JSON.stringify({ ranges: [{ version, fix: { state: "not-fixed" } }] }));
    db.prepare("INSERT INTO packages VALUES (?, ?, ?)").run(own, ecosystem, name);
    db.prepare("INSERT INTO vulnerability_handles VALUES (?, ?, 'active', NULL, NULL, NULL, 'planted', ?)").run(
      own,
      id,
      about,
    );
    db.prepare("INSERT INTO affected_package_handles VALUES (?, ?, NULL, ?, ?)").run(own, own, own, affected);
  }
  db.close();
  await writeFile(join(dir, "6", "import.json"), JSON.stringify({ digest: "xxh64:0", client_version: "v6.1.10" }));
  return {
    GRYPE_DB_CACHE_DIR: dir,
    GRYPE_DB_AUTO_UPDATE: "false",
    GRYPE_DB_VALIDATE_AGE: "false",
    GRYPE_DB_VALIDATE_BY_HASH_ON_START: "false",
    GRYPE_CHECK_FOR_APP_UPDATE: "false",
  };
}
