import {
  appendAudit,
  artifacts,
  type Db,
  files,
  inspections,
  inTransaction,
  isUniqueViolation,
  skills,
  versions,
} from "@gaia/db";
import { eq } from "drizzle-orm";
import { type PreparedAttestation, prepareAttestation } from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { insertStatement } from "../kernel/leaves.ts";
import { permissionLevels } from "../catalog/permission-levels.ts";
import type { ReadUpload } from "../kernel/packages.ts";
import { sortKeyOf } from "../kernel/sort-key.ts";
import { holdUnsigned } from "../signing/settle-signer.ts";
import { findSame } from "./taken.ts";

interface Input {
  upload: ReadUpload;
  publisher: { id: number; handle: string };
  actor: Person;
}

interface Inserted {
  created: boolean;
  versionId: number;
  inspectionId: string;
}

/**
 * The one transaction of publish, for a number that was free when it was asked for. Whoever was first meanwhile is compared with: the same
 * content by the same publisher is answered as it stands.
 * @throws RegistryError `name_taken`, `version_exists`
 */
export async function insertVersion(ctx: Ctx, input: Input): Promise<Inserted> {
  const { upload, publisher } = input;
  const { skill, releaseDigest, contentDigest } = upload;
  const [name, version] = [skill.name.value, skill.version.value];
  const statement = await prepareAttestation(ctx, {
    publisher: publisher.handle,
    name,
    version,
    decision: "publish",
    releaseDigest,
    contentDigest,
    detail: {},
  });
  const insert = () => inTransaction(ctx.db, (tx) => insertRows(ctx, tx, input, statement));
  try {
    return await insert();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Somebody else was first: what they wrote is there now, and was not when it was asked for.
    const theirs = await findSame(ctx.db, { name, version, publisherId: publisher.id, contentDigest });
    // Or only the skill's row was theirs, and ours goes below it.
    return theirs ? { created: false, ...theirs } : await insert();
  }
}

async function insertRows(ctx: Ctx, tx: Db, input: Input, statement: PreparedAttestation): Promise<Inserted> {
  const { upload, publisher, actor } = input;
  const { skillId, isNew } = await findOrInsertSkill(tx, upload.skill.name.value, publisher.id, ctx.now());
  // The two name each other; which of them is there first, the database asks at the end only.
  const inspectionId = crypto.randomUUID();
  const [version] = await tx
    .insert(versions)
    .values({ ...versionRow(ctx, input, skillId), inspectionId })
    .returning({ id: versions.id });
  if (!version) throw new Error("insert returned no row");
  const versionId = version.id;
  await tx
    .insert(inspections)
    .values({ id: inspectionId, versionId, status: "queued", scanners: [], rungAt: ctx.now() });
  await tx.insert(files).values(upload.files.map((file) => ({ versionId, ...file })));
  await tx.insert(artifacts).values([
    { versionId, kind: "zip", sha256: upload.zip.sha256, sizeBytes: upload.zip.bytes.byteLength },
    { versionId, kind: "tgz", sha256: upload.tgz.sha256, sizeBytes: upload.tgz.bytes.byteLength },
  ]);
  // A new skill has no signers that it could miss.
  if (!isNew) await holdUnsigned(tx, { skillId, versionId, now: ctx.now() });
  await insertStatement(tx, versionId, statement);
  await appendAudit(tx, {
    actor: actor.handle,
    action: "version.publish",
    target: `skill:${upload.skill.name.value}@${upload.skill.version.value}`,
    detail: { publisher: publisher.handle, release_digest: upload.releaseDigest },
    requestId: ctx.requestId,
  });
  return { created: true, versionId, inspectionId };
}

async function findOrInsertSkill(tx: Db, name: string, publisherId: number, now: Date) {
  const [inserted] = await tx
    .insert(skills)
    .values({ name, publisherId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: skills.id });
  if (inserted) return { skillId: inserted.id, isNew: true };
  const [found] = await tx.select().from(skills).where(eq(skills.name, name));
  if (!found || found.publisherId !== publisherId) {
    throw new RegistryError("name_taken", `${name} belongs to another publisher; choose another name.`);
  }
  return { skillId: found.id, isNew: false };
}

function versionRow(ctx: Ctx, { upload, publisher, actor }: Input, skillId: number): typeof versions.$inferInsert {
  const { skill } = upload;
  return {
    skillId,
    version: skill.version.value,
    sortKey: sortKeyOf(skill.version.value),
    status: "received",
    // Whatever the manifest claims (design §5, Y13).
    tier: "experimental",
    claimedTier: skill.trust.claimedTier?.value ?? null,
    format: skill.provenance.format,
    kind: skill.kind,
    displayName: skill.displayName.value,
    description: skill.description.value,
    license: skill.license?.value ?? null,
    // A format without an author: the publisher is who there is (inferred, never stored in the manifest).
    author: skill.authors[0]?.name ?? publisher.handle,
    tags: [...new Set(skill.discovery.tags.map((tag) => tag.value))],
    toolNames: skill.tools.map((tool) => tool.name),
    permissionLevels: permissionLevels(skill, null),
    permissionsDeclared: skill.permissions.declared !== null,
    manifest: skill,
    diagnostics: upload.diagnostics,
    readme: upload.readme,
    contentDigest: upload.contentDigest,
    releaseDigest: upload.releaseDigest,
    uploadSha256: upload.upload.sha256,
    uploadKind: upload.upload.kind,
    sizeBytes: upload.sizeBytes,
    fileCount: upload.files.length,
    publishedBy: actor.accountId,
    receivedAt: ctx.now(),
    changedAt: ctx.now(),
  };
}
