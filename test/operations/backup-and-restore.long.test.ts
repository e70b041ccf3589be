import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DUMPED_SEQUENCES, DUMPED_TABLES, executeRows, migrate, openDatabase } from "@gaia/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import {
  blobNames,
  changeRowAndSums,
  command,
  digestIn,
  executable,
  replaceIn,
  makeOlder,
  rewriteSums,
  rowsOf,
  runProgram,
  seen,
} from "../harness/operations.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf as queried } from "../harness/rows.ts";
import { startS3 } from "../harness/s3-server.ts";
import { sampleZip } from "../harness/samples.ts";
import { until } from "../harness/until.ts";
import { freshBucket, freshDatabase, service } from "../harness/services.ts";

const s3 = await service("s3");

const scratch = await mkdtemp(join(tmpdir(), "operations-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));
let places = 0;
const freshPath = (): string => join(scratch, `place-${(places += 1)}`);

/** A stopped embedded registry with two skills, three versions and one download counted. */
async function filledRegistry(): Promise<{ dataDir: string; shown: unknown }> {
  const dataDir = freshPath();
  await mkdir(dataDir);
  const registry = await startTestRegistry({ dataDir, withoutScanners: true });
  const token = await account(registry.url, registry.adminToken, "ada");
  const archives = [
    sampleZip({ name: "hello-one", body: 'Says "hello" in two lines, \\ 🙂.' }),
    sampleZip({ name: "hello-one", version: "1.1.0" }),
    sampleZip({ name: "hello-two", tags: ["sample", "greeting"] }),
  ];
  for (const archive of archives) expect(await publish(registry.url, token, archive)).toMatchObject({ status: 201 });
  await publishAll(registry);
  // U+2028 ends a line for some readers.
  const reason = "one\u2028line";
  const yanked = await call(`${registry.url}/api/v1/skills/hello-one/1.0.0/yank`, { token, json: { reason } });
  expect(yanked).toMatchObject({ status: 200 });
  const shown = await seen(registry.url);
  // What is pending when it stops is placed when it starts again, and rows would differ.
  await until(async () => (await queried(registry, "SELECT 1 FROM log_leaves WHERE position IS NULL")).length === 0);
  await registry.running.services.downloads.flush();
  await registry.close();
  return { dataDir, shown };
}

/** Waits until each version is listed: one that is inspected yet cannot be yanked. */
async function publishAll({ url }: TestRegistry): Promise<void> {
  for (const path of ["hello-one/1.0.0", "hello-one/1.1.0", "hello-two/1.0.0"]) {
    await until(async () => (await call(`${url}/api/v1/skills/${path}`)).body.status === "published", 90_000);
  }
}

let source: Awaited<ReturnType<typeof filledRegistry>>;
let backup: string;
let digest: string;

beforeAll(async () => {
  source = await filledRegistry();
  backup = join(scratch, "backup");
  const made = await executable(["backup", backup, "--with-signing-key"], { DATA_DIR: source.dataDir });
  expect(made, made.err).toMatchObject({ code: 0 });
  digest = digestIn(made.out);
});

describe("backup", () => {
  it("is whole, private, and can be checked with sha256sum alone", async () => {
    expect(digest).toMatch(/^sha256:/);
    const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
    expect(manifest.tables).toMatchObject({ skills: 2, versions: 3, accounts: 2 });
    expect(manifest.blobs.count).toBe((await blobNames(backup)).length);
    const sums = await runProgram("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], backup);
    expect(sums).toEqual({ code: 0, out: "", err: "" });
    const listed = (await readFile(join(backup, "SHA256SUMS"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => line.slice(66));
    const there = (await readdir(backup, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(listed.length + 2).toBe(there.length);
    for (const entry of there) expect((await stat(join(entry.parentPath, entry.name))).mode & 0o777).toBe(0o600);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
  });

  it("holds no token, and no private key unless asked for", async () => {
    const without = freshPath();
    expect((await command(["backup", without], { DATA_DIR: source.dataDir })).code).toBe(0);
    const names = await readdir(without, { recursive: true });
    expect(names).not.toContain("signing-key.pem");
    for (const name of names.filter((each) => /\.(jsonl|json)$|SUMS$/.test(each))) {
      const text = await readFile(join(without, name), "utf8");
      expect(text).not.toMatch(/PRIVATE KEY|gsk_|test-admin-token/);
    }
    expect(await rowsOf(without)).toEqual(await rowsOf(backup));
  });

  it("refuses a directory that is not empty, and leaves nothing beside it", async () => {
    const taken = freshPath();
    await mkdir(taken);
    await writeFile(join(taken, "letter"), "mine");
    const refused = await command(["backup", taken], { DATA_DIR: source.dataDir });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is not empty") });
    expect(await readdir(taken)).toEqual(["letter"]);
    expect((await readdir(scratch)).filter((name) => name.includes("incomplete"))).toEqual([]);
  });

  it("refuses a place without a registry rather than make one", async () => {
    const nowhere = freshPath();
    const refused = await command(["backup", freshPath()], { DATA_DIR: nowhere });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("There is no registry in DATA_DIR") });
    await expect(stat(nowhere)).rejects.toThrow("ENOENT");
  });

  it("refuses the embedded database of a running server", async () => {
    const dataDir = freshPath();
    await mkdir(dataDir);
    const registry = await startTestRegistry({ dataDir, withoutScanners: true });
    const refused = await command(["backup", freshPath()], { DATA_DIR: dataDir });
    await registry.close();
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is in use by process") });
  });

  it("stops at a blob that storage altered, or leaves it out when told so", async () => {
    const dataDir = freshPath();
    await cp(source.dataDir, dataDir, { recursive: true });
    const [blob = ""] = await blobNames(dataDir);
    await writeFile(join(dataDir, "blobs", blob), "altered");
    const target = freshPath();
    const refused = await command(["backup", target], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(blob.slice(-64)) });
    await expect(stat(target)).rejects.toThrow("ENOENT");
    const told = await command(["backup", target, "--with-signing-key", "--skip-unreadable"], { DATA_DIR: dataDir });
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining("LEFT OUT 1 blobs") });
    expect(await blobNames(target)).toHaveLength((await blobNames(backup)).length - 1);
    const restored = await command(["restore", target], { DATA_DIR: freshPath() });
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("without 1 blobs") });
  });
});

describe("restore", () => {
  it("brings back the same registry: list, versions, bytes, statements, search and key", async () => {
    const dataDir = freshPath();
    const restored = await command(["restore", backup, "--expect", digest], { DATA_DIR: dataDir });
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("2 skills are in the search index") });
    for (const key of ["signing-key.pem", "hub-signing-key.pem"]) {
      expect((await stat(join(dataDir, key))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(dataDir, key), "utf8")).toBe(await readFile(join(source.dataDir, key), "utf8"));
    }
    const again = freshPath();
    expect((await command(["backup", again], { DATA_DIR: dataDir })).code).toBe(0);
    expect(await rowsOf(again)).toEqual(await rowsOf(backup));
    const registry = await startTestRegistry({ dataDir, withoutScanners: true });
    expect(await seen(registry.url)).toEqual(source.shown);
    // Numbers go on where they stopped: nothing that is published now meets an old row.
    const token = await account(registry.url, registry.adminToken, "grace");
    expect((await publish(registry.url, token, sampleZip({ name: "hello-three" }))).status).toBe(201);
    const audit = await call(`${registry.url}/api/v1/admin/audit`, { token: registry.adminToken });
    expect(JSON.stringify(audit.body)).toContain("registry.restore");
    await registry.close();
  });

  it("refuses a target that is not empty, without changing it", async () => {
    const refused = await command(["restore", backup], { DATA_DIR: source.dataDir });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("not empty") });
    const after = freshPath();
    expect((await command(["backup", after], { DATA_DIR: source.dataDir })).code).toBe(0);
    expect(await rowsOf(after)).toEqual(await rowsOf(backup));
  });

  it("goes on after a restore that was killed half way", async () => {
    const dataDir = freshPath();
    const killed = await executable(["restore", backup], { DATA_DIR: dataDir }, "blobs are in");
    expect(killed.code).not.toBe(0);
    const second = await command(["restore", backup], { DATA_DIR: dataDir });
    // Either nothing was in yet and all is now, or the kill came after the commit: never a part.
    if (second.code !== 0) expect(second.err).toContain("not empty");
    const after = freshPath();
    expect((await command(["backup", after], { DATA_DIR: dataDir })).code).toBe(0);
    const counts = Object.entries(await rowsOf(after)).map(([table, rows]) => [table, rows.length]);
    expect(counts).toEqual(Object.entries(await rowsOf(backup)).map(([table, rows]) => [table, rows.length]));
  });

  it("asks for the key that signed, and takes another only when told so", async () => {
    const keyless = freshPath();
    expect((await command(["backup", keyless], { DATA_DIR: source.dataDir })).code).toBe(0);
    const dataDir = freshPath();
    const refused = await command(["restore", keyless], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("Set SIGNING_KEY to the former key") });
    await expect(stat(dataDir)).rejects.toThrow("ENOENT");
    const given = { DATA_DIR: freshPath(), SIGNING_KEY: join(source.dataDir, "signing-key.pem") };
    expect((await command(["restore", keyless], given)).code).toBe(0);
    expect((await command(["restore", keyless, "--new-signing-key"], { DATA_DIR: freshPath() })).code).toBe(0);
  });

  const attacks: [string, (dir: string) => Promise<void>, string][] = [
    [
      "a row changed",
      (dir) => replaceIn(join(dir, "rows/versions.jsonl"), "experimental", "verified"),
      "rows/versions.jsonl is not",
    ],
    ["a row's file emptied", (dir) => writeFile(join(dir, "rows/audit_log.jsonl"), ""), "rows/audit_log.jsonl is not"],
    ["a row's file gone", (dir) => rm(join(dir, "rows/tokens.jsonl")), "rows/tokens.jsonl cannot be read"],
    [
      "a blob changed",
      async (dir) => writeFile(join(dir, "blobs", (await blobNames(dir))[0] ?? ""), "other bytes"),
      "is not the file that was backed up",
    ],
    ["a blob gone", async (dir) => rm(join(dir, "blobs", (await blobNames(dir))[0] ?? "")), "cannot be read"],
    ["the key changed", (dir) => writeFile(join(dir, "signing-key.pem"), "another"), "signing-key.pem is not"],
    ["a sum changed", (dir) => replaceIn(join(dir, "SHA256SUMS"), /^./, "f"), "SHA256SUMS is not the file"],
    ["the manifest cut", (dir) => writeFile(join(dir, "manifest.json"), "{"), "manifest.json is not JSON"],
    ["no manifest", (dir) => rm(join(dir, "manifest.json")), "is not a whole backup"],
    ["a row and its sums changed", changeRowAndSums, "is not the backup that was asked for"],
  ];
  for (const [what, attack, words] of attacks) {
    it(`refuses a tampered backup, before it makes anything: ${what}`, async () => {
      const dir = await tampered(attack);
      const dataDir = freshPath();
      // A changed manifest is caught by its digest first; without one, by what it says.
      const refused = await command(["restore", dir, "--expect", digest], { DATA_DIR: dataDir });
      const unexpected = words.includes("manifest.json is")
        ? await command(["restore", dir], { DATA_DIR: dataDir })
        : refused;
      expect(unexpected).toMatchObject({ code: 1, err: expect.stringContaining(words) });
      expect(refused.code).toBe(1);
      await expect(stat(dataDir)).rejects.toThrow("ENOENT");
    });
  }

  it("refuses rows whose blob the backup does not have, and loads none of them", async () => {
    const dir = await tampered(async (copy) => {
      const [blob = ""] = await blobNames(copy);
      await rm(join(copy, "blobs", blob));
      await rewriteSums(
        copy,
        (lines) => lines.filter((line) => !line.endsWith(blob)),
        (manifest) => (manifest.blobs.count -= 1),
      );
    });
    const dataDir = freshPath();
    const refused = await command(["restore", dir], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("which the backup lacks") });
    expect((await command(["restore", backup], { DATA_DIR: dataDir })).code).toBe(0);
  });

  it("refuses a backup of a newer release and one of another layout, in words", async () => {
    const newer = await tampered((copy) =>
      rewriteSums(
        copy,
        (lines) => lines,
        (manifest) => manifest.migrations.push({ name: "9999_future.sql", sha256: "0".repeat(64) }),
      ),
    );
    const dataDir = freshPath();
    expect(await command(["restore", newer], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining("9999_future.sql, which this release does not know"),
    });
    const other = await tampered((copy) =>
      replaceIn(join(copy, "manifest.json"), "registry-backup/1", "registry-backup/2"),
    );
    expect(await command(["restore", other], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining("has the format gaia-registry-backup/2"),
    });
    expect((await command(["restore", backup], { DATA_DIR: dataDir })).code).toBe(0);
  });

  it("applies migrations that came after the backup once its rows are in", async () => {
    const older = await tampered(makeOlder);
    const dataDir = freshPath();
    expect(await command(["restore", older], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const registry = await startTestRegistry({ dataDir, withoutScanners: true });
    expect((await call(`${registry.url}/api/v1/search?q=hello-one`)).body.hits[0].name).toBe("hello-one");
    await registry.close();
  });
});

await describeWith("postgres", "moving between embedded and scaled", (postgres) => {
  it.skipIf(!s3.available)(
    "PGlite and files -> PostgreSQL and S3 -> PGlite and files gives equal rows and blobs",
    async () => {
      expect(postgres.available).toBe(true);
      const bucket = await freshBucket();
      const scaled = {
        DATABASE_URL: await freshDatabase(),
        S3_BUCKET: bucket.bucket,
        S3_ENDPOINT: bucket.endpoint,
        S3_REGION: bucket.region,
        AWS_ACCESS_KEY_ID: bucket.accessKeyId,
        AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        SIGNING_KEY: join(source.dataDir, "signing-key.pem"),
      };
      const moved = await command(["restore", backup, "--expect", digest], { ...scaled, DATA_DIR: freshPath() });
      expect(moved).toMatchObject({ code: 0 });
      const registry = await startTestRegistry({ environment: scaled, withoutScanners: true });
      expect(registry.running.services.database.kind).toBe("postgres");
      expect(await seen(registry.url)).toEqual(source.shown);
      expect((await call(`${registry.url}/readyz`)).status).toBe(200);
      // PostgreSQL serves on while it is backed up.
      const back = freshPath();
      expect(await command(["backup", back], { ...scaled, DATA_DIR: freshPath() })).toMatchObject({ code: 0 });
      await registry.close();
      expect(await rowsOf(back)).toEqual(await rowsOf(backup));
      expect(await blobNames(back)).toEqual(await blobNames(backup));
      const home = freshPath();
      expect(await command(["restore", back], { DATA_DIR: home, SIGNING_KEY: scaled.SIGNING_KEY })).toMatchObject({
        code: 0,
      });
      const last = freshPath();
      const made = await command(["backup", last], { DATA_DIR: home, SIGNING_KEY: scaled.SIGNING_KEY });
      expect(made).toMatchObject({ code: 0 });
      expect(await rowsOf(last)).toEqual(await rowsOf(back));
      expect(await blobNames(last)).toEqual(await blobNames(backup));
    },
  );

  it("refuses a PostgreSQL that has been migrated past the backup", async () => {
    const scaled = {
      DATABASE_URL: await freshDatabase(),
      DATA_DIR: freshPath(),
      SIGNING_KEY: join(source.dataDir, "signing-key.pem"),
    };
    const older = await tampered(makeOlder);
    await migrated(scaled.DATABASE_URL);
    expect(await command(["restore", older], scaled)).toMatchObject({
      code: 1,
      err: expect.stringContaining("which came after this backup"),
    });
  });

  it("every table and sequence is dumped, or known to be derived", async () => {
    const url = await freshDatabase();
    await migrated(url);
    const database = await openDatabase({ url, dataDir: scratch });
    const found = await executeRows<{ name: string; kind: string }>(
      database.db,
      sql`SELECT relname AS name, relkind::text AS kind FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S', 'p') ORDER BY relname`,
    );
    await database.close();
    const named = (kind: string) => found.filter((each) => each.kind === kind).map((each) => each.name);
    const derived = new Set([
      "schema_migrations",
      "search_documents",
      "search_entries",
      "search_words",
      "listings",
      "listing_counts",
      "hidden_listings",
      "held_listings",
      "publisher_usage",
      "derived_artefacts",
      "version_fingerprints",
      "upload_tickets",
      "dropped_artefacts",
      "auth_sessions",
      "auth_verifications",
      "device_logins",
    ]);
    expect(named("r").filter((name) => !derived.has(name))).toEqual(DUMPED_TABLES.map(({ name }) => name).toSorted());
    expect(named("S")).toEqual(DUMPED_SEQUENCES.map(({ name }) => name).toSorted());
    expect(named("p")).toEqual([]);
  });
});

describe("the other commands", () => {
  it("R3 collect-orphans removes what no version names and keeps what one does", async () => {
    const dataDir = freshPath();
    await cp(source.dataDir, dataDir, { recursive: true });
    const before = await blobNames(dataDir);
    const orphan = createHash("sha256").update("an orphan").digest("hex");
    const path = join(dataDir, "blobs/sha256", orphan.slice(0, 2), orphan);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "an orphan");
    const young = await command(["collect-orphans"], { DATA_DIR: dataDir });
    expect(young).toMatchObject({ code: 0, out: expect.stringMatching(/^Removed 0 of /) });
    const now = await command(["collect-orphans", "--older-than-hours", "0"], { DATA_DIR: dataDir });
    expect(now).toMatchObject({ code: 0, out: expect.stringMatching(/^Removed 1 of \d+ blobs \(9 bytes\)/) });
    expect(await blobNames(dataDir)).toEqual(before);
  });

  it("rebuild-search finds every listed skill again", async () => {
    const dataDir = freshPath();
    await cp(source.dataDir, dataDir, { recursive: true });
    const database = await openDatabase({ url: null, dataDir });
    await database.withSession((session) => session.exec("DELETE FROM search_entries"));
    await database.close();
    expect(await command(["rebuild-search"], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      out: "2 skills are in the search index\n",
    });
    const registry = await startTestRegistry({ dataDir, withoutScanners: true });
    const found = await call(`${registry.url}/api/v1/search?q=hello-two`);
    await registry.close();
    expect(found.body.hits[0].name).toBe("hello-two");
  });

  it("says how to use it: 0 for help, 2 for what makes no command", async () => {
    const environment = { DATA_DIR: freshPath() };
    expect(await executable(["--help"], environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Usage:"),
    });
    for (const args of [
      ["backups"],
      ["backup"],
      ["backup", "a", "b"],
      ["restore", "--expect", "x", "y"],
      ["constructor"],
      ["collect-orphans", "--older-than-hours", "soon"],
      ["rebuild-search", "--fast"],
    ]) {
      expect(await command(args, environment), args.join(" ")).toMatchObject({ code: 2, out: "" });
    }
    expect((await executable(["backups"], environment)).code).toBe(2);
    await expect(stat(environment.DATA_DIR)).rejects.toThrow("ENOENT");
  });
});

test.skipIf(!s3.available)("readyz names the door that is shut, and what needs no such door goes on", async () => {
  const own = await startS3();
  const bucket = "skills";
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const credentials = { accessKeyId: own.accessKeyId, secretAccessKey: own.secretAccessKey };
  const client = new S3Client({ endpoint: own.url, region: own.region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  const registry = await startTestRegistry({
    withoutScanners: true,
    environment: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: own.url,
      AWS_ACCESS_KEY_ID: own.accessKeyId,
      AWS_SECRET_ACCESS_KEY: own.secretAccessKey,
    },
  });
  const open = await call(`${registry.url}/readyz`);
  expect(open).toMatchObject({
    status: 200,
    body: { doors: { database: "open", blobs: "open", queue: "open", search: "open" } },
  });
  await own.stop();
  const shut = await call(`${registry.url}/readyz`);
  expect(shut.status).toBe(503);
  expect(shut.body.doors).toMatchObject({ database: "open", queue: "open", search: "open" });
  expect(shut.body.doors.blobs).not.toBe("open");
  expect((await call(`${registry.url}/healthz`)).status).toBe(200);
  expect((await call(`${registry.url}/api/v1/skills`)).status).toBe(200);
  await registry.close();
});

async function migrated(url: string): Promise<void> {
  const database = await openDatabase({ url, dataDir: scratch });
  await migrate(database, new URL("../../migrations/", import.meta.url).pathname);
  await database.close();
}

async function tampered(change: (dir: string) => Promise<unknown>): Promise<string> {
  const dir = freshPath();
  await cp(backup, dir, { recursive: true });
  await change(dir);
  return dir;
}
