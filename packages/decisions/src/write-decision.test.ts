import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accounts,
  appendAudit,
  attestations,
  auditLog,
  type Database,
  type Db,
  inTransaction,
  logLeaves,
  migrate,
  openDatabase,
  publishers,
  skills,
  versions,
} from "@gaia/db";
import { decisionStatement, generateSigningKey, registrySigner, signStatement } from "@gaia/trust";
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Decision, writeDecision } from "./index.ts";

const SALT = "ab".repeat(32);
const AT = new Date("2026-05-03T09:12:00Z");
const signer = registrySigner(generateSigningKey());
const dataDir = await mkdtemp(join(tmpdir(), "gaia-decisions-"));
let database: Database;
/** By the name of its skill. */
const versionIds = new Map<string, number>();

beforeAll(async () => {
  database = await openDatabase({ url: null, dataDir });
  await migrate(database, join(import.meta.dirname, "../../../migrations"));
  await inTransaction(database.db, async (tx) => {
    const [publisher] = await tx.insert(publishers).values({ handle: "grace", kind: "user" }).returning();
    await tx.insert(accounts).values({ handle: "grace", role: "user" });
    for (const name of ["open-skill", "hidden-skill"])
      versionIds.set(name, await insertVersion(tx, name, publisher?.id ?? 0));
    await appendAudit(tx, { actor: "grace", action: "test.begin", target: "registry" });
  });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function insertVersion(tx: Db, name: string, publisherId: number): Promise<number> {
  const hidden = name === "hidden-skill" ? ({ visibility: "private", salt: SALT } as const) : {};
  const [skill] = await tx
    .insert(skills)
    .values({ name, publisherId, ...hidden })
    .returning();
  const [version] = await tx
    .insert(versions)
    .values({
      skillId: skill?.id ?? 0,
      version: "1.0.0",
      releasedAs: "grace",
      sortKey: "1",
      status: "published",
      tier: "experimental",
      format: "gaia",
      kind: "skill",
      displayName: name,
      description: name,
      tags: [],
      toolNames: [],
      permissionLevels: [],
      permissionsDeclared: false,
      // Nobody reads it here.
      manifest: {} as never,
      diagnostics: [],
      readme: "",
      contentDigest: `sha256:${"1".repeat(64)}`,
      releaseDigest: `sha256:${"2".repeat(64)}`,
      uploadSha256: "3".repeat(64),
      uploadKind: "tgz",
      sizeBytes: 1,
      fileCount: 1,
      publishedBy: 1,
    })
    .returning();
  return version?.id ?? 0;
}

async function signed(name: string, sequence: number, decision: "publish" | "verdict" | "tier") {
  const detail = {
    ...(decision === "verdict" && { verdict: "ALLOW" }),
    ...(decision === "tier" && { tier: "verified" }),
  };
  const statement = decisionStatement({
    registry: "http://127.0.0.1:8080",
    publisher: "grace",
    name,
    version: "1.0.0",
    decision,
    releaseDigest: `sha256:${"2".repeat(64)}`,
    contentDigest: `sha256:${"1".repeat(64)}`,
    archives: [],
    detail,
    sequence,
    issuedAt: AT,
    expiresAt: null,
  });
  return { sequence, decision, envelope: await signStatement(signer, statement), createdAt: AT };
}

const auditOf = (action: string) => ({ actor: "grace", action, target: "skill:open-skill", detail: { of: action } });
const ownership = (name: string) => ({
  kind: "ownership" as const,
  at: AT,
  fields: { publisher: "grace", name, change: "transferred", by: "grace" },
});

async function everything() {
  const { db } = database;
  return {
    statements: await db.select().from(attestations).orderBy(asc(attestations.sequence)),
    leaves: await db.select().from(logLeaves).orderBy(asc(logLeaves.id)),
    audit: await db.select().from(auditLog).orderBy(asc(auditLog.id)),
  };
}

/** What a decision adds, in its order. */
async function addedBy(decision: Decision) {
  const before = await everything();
  await inTransaction(database.db, (tx) => writeDecision(tx, decision));
  const after = await everything();
  return {
    statements: after.statements.slice(before.statements.length),
    leaves: after.leaves.slice(before.leaves.length),
    audit: after.audit.slice(before.audit.length),
  };
}

test("each statement is written with a leaf that names its payload, in their order, and one audit row", async () => {
  const versionId = versionIds.get("open-skill") ?? 0;
  const statements = [await signed("open-skill", 1, "publish"), await signed("open-skill", 2, "verdict")];
  const added = await addedBy({ versionId, statements, audit: auditOf("version.approve") });
  expect(added.statements).toEqual(statements.map((statement) => ({ ...statement, versionId })));
  expect(added.leaves.map(({ leaf, ...row }) => [leaf.split("\n")[1], row.versionId, row.attestationSequence])).toEqual(
    [
      [expect.stringContaining("publish"), versionId, 1],
      [expect.stringContaining("verdict"), versionId, 2],
    ],
  );
  for (const [index, { envelope }] of statements.entries()) {
    const payload = createHash("sha256").update(Buffer.from(envelope.payload, "base64")).digest("hex");
    expect(added.leaves[index]?.leaf).toContain(`sha256:${payload}`);
  }
  expect(added.audit).toMatchObject([{ ...auditOf("version.approve"), requestId: null }]);
});

test("the leaf of a statement about a skill that is not public names nothing that could be guessed", async () => {
  const versionId = versionIds.get("hidden-skill") ?? 0;
  const statements = [await signed("hidden-skill", 3, "tier")];
  const { leaves } = await addedBy({ versionId, statements, audit: auditOf("version.tier") });
  expect(leaves).toMatchObject([{ salt: SALT, versionId, attestationSequence: 3 }]);
  expect(leaves[0]?.leaf).not.toMatch(/hidden-skill|grace/);
});

test("of what nobody signs there are the leaves alone, in their order, with one audit row", async () => {
  const leaves = [ownership("hidden-skill"), ownership("open-skill")];
  const added = await addedBy({ leaves, audit: auditOf("skill.transfer") });
  expect(added.statements).toEqual([]);
  expect(added.leaves).toMatchObject([
    { salt: SALT, versionId: null },
    { salt: null, versionId: null, leaf: expect.stringContaining("open-skill") },
  ]);
  expect(added.audit).toMatchObject([auditOf("skill.transfer")]);
});

test.for([{ leaves: [] }, { versionId: 1, statements: [] }])(
  "where the log says nothing the audit row is there all the same: %j",
  async (nothing) => {
    expect(await addedBy({ ...nothing, audit: auditOf("version.stage") })).toMatchObject({
      statements: [],
      leaves: [],
      audit: [auditOf("version.stage")],
    });
  },
);

test("nothing of a decision is written where one part of it fails: a statement, a leaf or the audit row", async () => {
  const versionId = versionIds.get("open-skill") ?? 0;
  const first = await signed("open-skill", 10, "publish");
  // Broken on purpose: no caller could write these.
  const nobody = { ...auditOf("version.broken"), actor: null as never };
  const broken: Record<string, Decision> = {
    "a statement's place in the order is taken": {
      versionId,
      statements: [first, { ...(await signed("open-skill", 11, "verdict")), sequence: 10 }],
      audit: auditOf("version.broken"),
    },
    "a leaf has a line of its own in a field": {
      leaves: [ownership("open-skill"), ownership("two\nlines")],
      audit: auditOf("version.broken"),
    },
    "nobody decided on the statement": { versionId, statements: [first], audit: nobody },
    "nobody decided on the leaf": { leaves: [ownership("open-skill")], audit: nobody },
  };
  const before = await everything();
  for (const [why, decision] of Object.entries(broken)) {
    await expect(
      inTransaction(database.db, (tx) => writeDecision(tx, decision)),
      why,
    ).rejects.toThrow();
    expect(await everything(), why).toEqual(before);
  }
  // Each of them is sound but for that.
  expect((await addedBy({ versionId, statements: [first], audit: auditOf("version.mended") })).leaves).toHaveLength(1);
});
