import { BLOCK_FROM, HOLD_FROM } from "@gaia/policy";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "@gaia/archive";
import { type Ctx, openLog, publishVersion, rebuildSearch } from "@gaia/registry";
import { appendAudit, type Database, type Db, executeRows, inTransaction, migrate, openDatabase } from "@gaia/db";
import { authenticate, ensureAdminAccount } from "@gaia/identity";
import { postgresSearch } from "@gaia/search/postgres";
import { fileBlobs } from "@gaia/storage/files";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { sql } from "drizzle-orm";
import { readingPool } from "../../apps/server/src/reading/reading-pool.ts";
import { webhookDoor } from "../../apps/server/src/outside/webhook-door.ts";
import { verifyingPool } from "../../apps/server/src/verifying/verifying-pool.ts";
import { type MadeUpSkill, makeCatalog } from "./catalog.ts";
import { withoutSearchIndexes, withoutTriggers } from "../harness/many-rows.ts";
import { samplePackage } from "./sample-package.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url).pathname;
const BATCH = 500;

/** The skill whose answer and package are read under load. */
export const READ_SKILL = "sample-skill";

/**
 * Fills an empty data directory, and an empty database at `databaseUrl` or else the embedded one: one skill published by the real verb,
 * then copies of its
 * rows under made-up names, all published, one archive for all of them; and the search index. No server may run there.
 */
export async function seedRegistry(
  dataDir: string,
  input: { skills: number; adminToken: string; databaseUrl: string | null },
): Promise<void> {
  const database = await openDatabase({ url: input.databaseUrl, dataDir });
  const reader = readingPool();
  const verifier = verifyingPool({ now: () => undefined });
  try {
    const { db } = database;
    await migrate(database, MIGRATIONS);
    await ensureAdminAccount(db, input.adminToken);
    const blobs = fileBlobs(join(dataDir, "blobs"));
    const post = () => Promise.reject(new Error("no witness is asked"));
    const ctx: Ctx = {
      db,
      blobs,
      log: openLog({ blobs, origin: null, policy: null, post }),
      queue: { ring: async () => {} },
      search: postgresSearch(db),
      nextSigner: null,
      hubSigner: null,
      signer: registrySigner(generateSigningKey()),
      publicUrl: "http://127.0.0.1",
      limits: DEFAULT_LIMITS,
      reader: { ...reader, tell: () => Promise.reject(new Error("nothing is compared")) },
      verifier,
      keysPerPublisher: 50,
      publisherQuotaMib: 0,
      reservedNames: [],
      defaultVisibility: "public",
      holdFrom: HOLD_FROM,
      blockFrom: BLOCK_FROM,
      clientsLeastTier: "experimental",
      webhooks: webhookDoor({ secret: "", hosts: [] }),
      rescans: { concurrency: 1, pausePercent: 1 },
      now: () => new Date(),
      warn: (event, fields) => process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
      actor: await authenticate(db, input.adminToken, new Date()),
      requestId: null,
    };
    const bytes = samplePackage({ name: READ_SKILL, version: "1.0.0", seed: 1, packedBytes: 20_000 });
    await publishVersion(ctx, { bytes, version: null, defaultVersion: null, publisher: null });
    const catalog = makeCatalog(input.skills - 1);
    await insertPublishers(db, [...new Set(catalog.map(({ publisher }) => publisher))]);
    await withoutTriggers(database, async () => {
      for (let start = 0; start < catalog.length; start += BATCH) {
        await insertSkills(db, catalog.slice(start, start + BATCH));
      }
      await concludeAll(database);
    });
    await withoutSearchIndexes(database, async () => {
      // In one transaction: thousands of small ones would each wait for the disk.
      await inTransaction(db, (tx) => rebuildSearch({ ...ctx, db: tx, search: postgresSearch(tx) }));
    });
    await database.withSession((session) => session.exec("VACUUM ANALYZE"));
  } finally {
    await reader.close();
    await verifier.close();
    await database.close();
  }
}

const audited = (tx: Db) => appendAudit(tx, { actor: "registry", action: "bench.seed", target: "registry" });

async function insertPublishers(db: Db, handles: string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await audited(tx);
    await executeRows(
      tx,
      sql`INSERT INTO publishers (handle, kind)
          SELECT handle, 'user' FROM jsonb_array_elements_text(${JSON.stringify(handles)}::text::jsonb) AS given (handle)`,
    );
  });
}

/** Copies the sample's rows: each skill has its own texts, tags and tools, and the sample's archive and files. */
async function insertSkills(db: Db, skills: MadeUpSkill[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await audited(tx);
    await executeRows(
      tx,
      sql`WITH given AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(skills)}::text::jsonb)
              AS g (name text, "displayName" text, description text, tags text[], tools text[], publisher text, downloads bigint)),
          sample AS (
            SELECT versions.* FROM versions JOIN skills ON skills.id = versions.skill_id WHERE skills.name = ${READ_SKILL}),
          new_skills AS (
            INSERT INTO skills (name, publisher_id, downloads)
            SELECT given.name, publishers.id, given.downloads FROM given JOIN publishers ON publishers.handle = given.publisher
            RETURNING id, name),
          new_versions AS (
            INSERT INTO versions (skill_id, version, sort_key, status, tier, claimed_tier, format, kind, display_name, description,
              released_as, license, author, tags, tool_names, permission_levels, permissions_declared, manifest, diagnostics, readme,
              content_digest, release_digest, upload_sha256, upload_kind, size_bytes, file_count, published_by)
            SELECT new_skills.id, sample.version, sample.sort_key, sample.status, sample.tier, sample.claimed_tier, sample.format,
              sample.kind, given."displayName", given.description, given.publisher, sample.license, sample.author, given.tags, given.tools,
              sample.permission_levels, sample.permissions_declared, sample.manifest, sample.diagnostics, sample.readme,
              sample.content_digest, sample.release_digest, sample.upload_sha256, sample.upload_kind, sample.size_bytes,
              sample.file_count, sample.published_by
            FROM new_skills JOIN given USING (name) CROSS JOIN sample
            RETURNING id)
          INSERT INTO artifacts (version_id, kind, sha256, size_bytes)
          SELECT new_versions.id, artifacts.kind, artifacts.sha256, artifacts.size_bytes
          FROM new_versions CROSS JOIN sample JOIN artifacts ON artifacts.version_id = sample.id`,
    );
  });
}

/**
 * Every version as it stands after a clean inspection: published, with its verdict, of some tier and format, listed as its skill's
 * latest.
 */
async function concludeAll(database: Database): Promise<void> {
  await database.withSession((session) =>
    session.transaction(async (tx) => {
      await tx.exec(`
        INSERT INTO inspections (version_id, status, verdict, reason, finished_at)
          SELECT id, 'completed', 'ALLOW', 'nothing was found', now() FROM versions WHERE inspection_id IS NULL;
        UPDATE inspections SET status = 'completed', verdict = 'ALLOW', reason = 'nothing was found', finished_at = now()
          WHERE status = 'queued';
        UPDATE versions SET status = 'published', verdict = 'ALLOW', published_at = now(), inspection_id = inspections.id,
            tier = CASE WHEN versions.id % 100 = 0 THEN 'verified' WHEN versions.id % 5 = 0 THEN 'community' ELSE 'experimental' END,
            format = (ARRAY['agent-skills', 'gaia', 'openclaw'])[1 + versions.id % 3]
          FROM inspections WHERE inspections.version_id = versions.id;
        UPDATE skills SET latest_version_id = versions.id, revision = 1 FROM versions WHERE versions.skill_id = skills.id`);
    }),
  );
}
