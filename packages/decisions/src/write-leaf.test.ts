import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  appendAudit,
  type Database,
  inTransaction,
  logLeaves,
  migrate,
  openDatabase,
  publishers,
  skills,
} from "@gaia/db";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeLeaf } from "./index.ts";

const SALT = "ab".repeat(32);
const dataDir = await mkdtemp(join(tmpdir(), "gaia-decisions-"));
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ url: null, dataDir });
  await migrate(database, join(import.meta.dirname, "../../../migrations"));
  await inTransaction(database.db, async (tx) => {
    const [publisher] = await tx.insert(publishers).values({ handle: "grace", kind: "user" }).returning();
    const publisherId = publisher?.id ?? 0;
    await tx.insert(skills).values([
      { name: "open-skill", publisherId },
      { name: "hidden-skill", publisherId, visibility: "private", salt: SALT },
    ]);
    await appendAudit(tx, { actor: "grace", action: "test.begin", target: "registry" });
  });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const leavesNow = () => database.db.select().from(logLeaves).orderBy(asc(logLeaves.id));
const leafOf = (name: string) => ({
  kind: "visibility" as const,
  at: new Date("2026-05-03T09:12:00Z"),
  fields: { publisher: "grace", name, change: "private", by: "grace" },
});

test("a leaf names a skill that is public, and of another one nothing that could be guessed; its salt stays beside it", async () => {
  await writeLeaf(database.db, leafOf("open-skill"));
  await writeLeaf(database.db, leafOf("hidden-skill"), { skillId: 2 });
  const [open, hidden] = await leavesNow();
  expect(open).toMatchObject({ leaf: expect.stringContaining("open-skill"), salt: null });
  expect(hidden).toMatchObject({ salt: SALT, skillId: 2 });
  expect(hidden?.leaf).not.toContain("hidden-skill");
  expect(hidden?.leaf).not.toContain("grace");
});

test("a leaf goes with the transaction that would have made it true", async () => {
  const before = (await leavesNow()).length;
  await inTransaction(database.db, async (tx) => {
    await writeLeaf(tx, leafOf("open-skill"));
    throw new Error("not so");
  }).catch(() => undefined);
  expect(await leavesNow()).toHaveLength(before);
});
