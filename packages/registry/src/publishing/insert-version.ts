import {
  appendAudit,
  artifacts,
  attestations,
  type Db,
  files,
  inspections,
  inTransaction,
  isUniqueViolation,
  skills,
  versions,
} from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { type PreparedAttestation, prepareAttestation } from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { permissionLevels } from "../catalog/permission-levels.ts";
import type { ReadUpload } from "../kernel/packages.ts";
import { sortKeyOf } from "../kernel/sort-key.ts";

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
 * The one transaction of publish. A version that is there already is compared instead: the same content by the same
 * publisher is answered as it stands.
 * @throws RegistryError `name_taken`, `version_exists`
 */
export async function insertVersion(ctx: Ctx, input: Input): Promise<Inserted> {
  const known = await findTaken(ctx.db, input);
  if (known) return known;
  const { skill } = input.upload;
  const statement = await prepareAttestation(ctx, {
    publisher: input.publisher.handle,
    name: skill.name.value,
    version: skill.version.value,
    decision: "publish",
    releaseDigest: input.upload.releaseDigest,
    contentDigest: input.upload.contentDigest,
    detail: {},
  });
  try {
    return await inTransaction(ctx.db, (tx) => insertRows(ctx, tx, input, statement));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Somebody else was first: what they wrote is there now.
    const theirs = await findTaken(ctx.db, input);
    if (theirs) return theirs;
    // Only the skill's row was theirs; ours goes below it.
    return await inTransaction(ctx.db, (tx) => insertRows(ctx, tx, input, statement));
  }
}

/**
 * The version that is there under this name and number with the same content, or null when the number is free.
 * @throws RegistryError `name_taken`, `version_exists`
 */
export async function findTaken(db: Db, { upload, publisher }: Input): Promise<Inserted | null> {
  const name = upload.skill.name.value;
  const [skill] = await db.select().from(skills).where(eq(skills.name, name));
  if (!skill) return null;
  if (skill.publisherId !== publisher.id) {
    throw new RegistryError("name_taken", `${name} belongs to another publisher; choose another name.`);
  }
  const [taken] = await db
    .select({
      id: versions.id,
      version: versions.version,
      status: versions.status,
      contentDigest: versions.contentDigest,
      inspectionId: versions.inspectionId,
    })
    .from(versions)
    .where(and(eq(versions.skillId, skill.id), eq(versions.sortKey, sortKeyOf(upload.skill.version.value))));
  if (!taken) return null;
  const same =
    taken.version === upload.skill.version.value &&
    taken.contentDigest === upload.contentDigest &&
    taken.inspectionId !== null;
  if (taken.status === "purged") {
    throw new RegistryError(
      "version_exists",
      `${name} ${taken.version} was purged; its number is not given out again: raise the version.`,
    );
  }
  if (!same) {
    throw new RegistryError(
      "version_exists",
      `${name} ${taken.version} was published with other content; versions are immutable: raise the version.`,
    );
  }
  return { created: false, versionId: taken.id, inspectionId: taken.inspectionId ?? "" };
}

async function insertRows(ctx: Ctx, tx: Db, input: Input, statement: PreparedAttestation): Promise<Inserted> {
  const { upload, publisher, actor } = input;
  const skillId = await findOrInsertSkill(tx, upload.skill.name.value, publisher.id, ctx.now());
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
  await tx.insert(attestations).values({ ...statement, versionId });
  await appendAudit(tx, {
    actor: actor.handle,
    action: "version.publish",
    target: `skill:${upload.skill.name.value}@${upload.skill.version.value}`,
    detail: { publisher: publisher.handle, release_digest: upload.releaseDigest },
    requestId: ctx.requestId,
  });
  return { created: true, versionId, inspectionId };
}

async function findOrInsertSkill(tx: Db, name: string, publisherId: number, now: Date): Promise<number> {
  const [inserted] = await tx
    .insert(skills)
    .values({ name, publisherId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: skills.id });
  if (inserted) return inserted.id;
  const [found] = await tx.select().from(skills).where(eq(skills.name, name));
  if (!found || found.publisherId !== publisherId) {
    throw new RegistryError("name_taken", `${name} belongs to another publisher; choose another name.`);
  }
  return found.id;
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
