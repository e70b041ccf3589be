import { isLive, RegistryError, sortKeyOf } from "@gaia/catalog";
import {
  artifacts,
  type AuthorSignature,
  type Db,
  files,
  inspections,
  isUniqueViolation,
  skills,
  versions,
} from "@gaia/db";
import { type PublishedVia, type Visibility, workloadOf } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import { newSalt } from "../kernel/salt.ts";
import { type PreparedAttestation, prepareAttestation } from "../kernel/attest.ts";
import type { Ctx, PublishingActor } from "../kernel/context.ts";
import { recordDecision } from "../kernel/leaves.ts";
import { permissionLevels } from "../kernel/permission-levels.ts";
import type { ReadUpload } from "../kernel/packages.ts";
import { holdUnsigned } from "../signing/settle-signer.ts";
import { ensureWithinQuota, storedBytesOf } from "../kernel/quota.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { freeName } from "./free-name.ts";
import { type ImportedFrom, noteImported } from "./imported-from.ts";
import { ensureFromThere, type MirroredFrom, noteMirrored } from "./mirrored-from.ts";
import { findSame, findStanding, refuseSkill } from "./taken.ts";
import { ensureMayPublishSo, sayAwaited } from "./who-publishes.ts";

interface Input {
  upload: ReadUpload;
  publisher: { id: number; handle: string };
  actor: PublishingActor;
  visibility: Visibility | null;
  /** It awaits approval: nothing is said of it to anybody until then. */
  isStaged: boolean;
  authorSignature: AuthorSignature | null;
  mirrored: MirroredFrom | null;
  imported: ImportedFrom | null;
}

interface Inserted {
  created: boolean;
  versionId: number;
  inspectionId: string;
}

/**
 * The one transaction of publish, for a number that was free when it was asked for. Whoever was first meanwhile is compared with: the same
 * content by the same publisher is answered as it stands.
 * @throws RegistryError `name_taken`, `version_exists`, `conflict`, `quota_exceeded`, and as `inTransactionWhileAllowed`
 */
export async function insertVersion(ctx: Ctx, input: Input): Promise<Inserted> {
  const { upload, publisher } = input;
  const { skill, releaseDigest, contentDigest } = upload;
  const [name, version] = [skill.name.value, skill.version.value];
  const statement = input.isStaged
    ? null
    : await prepareAttestation(ctx, {
        publisher: publisher.handle,
        name,
        version,
        decision: "publish",
        releaseDigest,
        contentDigest,
        of: archivesOf(upload),
        detail: {},
      });
  const asked = {
    action: input.isStaged ? ("stageSkill" as const) : ("publishSkill" as const),
    target: { publisher: publisher.handle, skill: name },
  };
  const insert = () => inTransactionWhileAllowed(ctx, asked, (tx) => insertRows(ctx, tx, input, statement));
  // What somebody else wrote who was first is there now, and was not when it was asked for.
  const findTheirs = () =>
    findSame(ctx, {
      name,
      version,
      publisherId: publisher.id,
      contentDigest,
      visibility: input.visibility,
      isStaged: input.isStaged,
    });
  return insertOrFind({ insert, findTheirs });
}

/**
 * Inserts, or finds what was first. Where neither is (only the skill's row was theirs, or what was there is rejected by now) it goes below
 * that, and once more only: a number that comes and goes is given out when it rests.
 * @throws RegistryError `conflict`
 */
export async function insertOrFind(ways: {
  insert(): Promise<Inserted>;
  findTheirs(): Promise<Omit<Inserted, "created"> | null>;
}): Promise<Inserted> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return await ways.insert();
    } catch (error) {
      if (!isUniqueViolation(error) && !(error instanceof AlreadyThere)) throw error;
      const theirs = await ways.findTheirs();
      if (theirs) return { created: false, ...theirs };
    }
  }
  throw new RegistryError("conflict", "Another request stages or publishes this version at this moment: try again.");
}

/** The version came between the first look and the skill's lock. */
export class AlreadyThere extends Error {}

/**
 * Asked before the insert: that would wait for whoever changes this version's row, as its inspection does, who waits for the skill that is
 * held here.
 */
async function ensureNotThere(tx: Db, { skillId, version }: { skillId: number; version: string }): Promise<void> {
  const there = await tx.$count(versions, and(eq(versions.skillId, skillId), eq(versions.version, version)));
  if (there > 0) throw new AlreadyThere(version);
}

const archivesOf = ({ zip, tgz }: ReadUpload) => [
  { kind: "zip" as const, sha256: zip.sha256, sizeBytes: zip.bytes.byteLength },
  { kind: "tgz" as const, sha256: tgz.sha256, sizeBytes: tgz.bytes.byteLength },
];

async function insertRows(ctx: Ctx, tx: Db, input: Input, statement: PreparedAttestation | null): Promise<Inserted> {
  const { upload, publisher, actor, isStaged } = input;
  const name = upload.skill.name.value;
  const via = viaOf(actor);
  const { skillId, isNew } = await findOrInsertSkill(ctx, tx, input);
  if (!isNew) await ensureNotThere(tx, { skillId, version: upload.skill.version.value });
  if (!isNew && input.mirrored) await ensureFromThere(tx, { name, upstream: input.mirrored.upstream });
  const wasLive = !isNew && (await isLive(tx, skillId));
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
  if (input.mirrored) await noteMirrored(tx, { versionId, mirrored: input.mirrored, at: ctx.now() });
  await tx.insert(files).values(upload.files.map((file) => ({ versionId, ...file })));
  await tx.insert(artifacts).values(archivesOf(upload).map((archive) => ({ versionId, ...archive })));
  if (statement !== null) {
    // A new skill has no signers that it could miss.
    if (wasLive) await holdUnsigned(tx, { skillId, versionId, now: ctx.now() });
    else await sayAwaited(ctx, tx, { name, skillId, publisher });
  }
  await recordDecision(tx, versionId, {
    statements: statement === null ? [] : [statement],
    audit: {
      actor: actor.handle,
      action: isStaged ? "version.stage" : "version.publish",
      target: `skill:${upload.skill.name.value}@${upload.skill.version.value}`,
      detail: {
        publisher: publisher.handle,
        release_digest: upload.releaseDigest,
        ...(input.mirrored && { mirrored_from: input.mirrored.origin }),
        ...(via && { trusted_publisher: via.trustedPublisherId, run: via.run }),
      },
      requestId: ctx.requestId,
    },
  });
  const target = `skill:${name}@${upload.skill.version.value}`;
  if (input.imported) await noteImported(ctx, tx, { versionId, imported: input.imported, target, actor: actor.handle });
  await ensureWithinQuota(ctx, tx, publisher);
  return { created: true, versionId, inspectionId };
}

async function findOrInsertSkill(ctx: Ctx, tx: Db, input: Input) {
  const { upload, publisher, actor, visibility, isStaged } = input;
  const { name, version } = upload.skill;
  const inserted = await insertSkill(ctx, tx, input);
  if (inserted !== null) return { skillId: inserted, isNew: true };
  // Held, so that a transfer or another setting comes before this publish or after it; as strongly as the triggers of what it adds will.
  const [found] = await tx.select().from(skills).where(eq(skills.name, name.value)).for("no key update");
  const standing = await findStanding({ ...ctx, db: tx }, { name: name.value, version: version.value, isStaged });
  if (!found || standing === null) throw nameMoved(name.value);
  const refusal = refuseSkill(standing, { name: name.value, publisherId: publisher.id, visibility });
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
  if (found.publisherId !== publisher.id) {
    // A name that nothing is left of: held by now, it is as bare as it was.
    await freeName(ctx, tx, found);
    const taken = await insertSkill(ctx, tx, input);
    if (taken === null) throw nameMoved(name.value);
    return { skillId: taken, isNew: true };
  }
  ensureMayPublishSo(found, actor, isStaged);
  return { skillId: found.id, isNew: false };
}

/** Between two looks at a name another publisher began to use it: asked again, the answer is clear. */
const nameMoved = (name: string) => new RegistryError("conflict", `${name} changed hands at this moment; try again.`);

/** Null: the name is somebody's. */
async function insertSkill(ctx: Ctx, tx: Db, { upload, publisher, visibility }: Input): Promise<number | null> {
  const guarded = visibility ?? ctx.defaultVisibility;
  const now = ctx.now();
  const [inserted] = await tx
    .insert(skills)
    .values({
      name: upload.skill.name.value,
      publisherId: publisher.id,
      visibility: guarded,
      salt: guarded === "public" ? null : newSalt(),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: skills.id });
  return inserted?.id ?? null;
}

function viaOf(actor: PublishingActor): PublishedVia | null {
  const workload = workloadOf(actor);
  return workload && { ...workload.via, trustedPublisherId: workload.trustedPublisherId };
}

function versionRow(
  ctx: Ctx,
  { upload, publisher, actor, isStaged, authorSignature }: Input,
  skillId: number,
): typeof versions.$inferInsert {
  const { skill } = upload;
  return {
    skillId,
    version: skill.version.value,
    releasedAs: publisher.handle,
    sortKey: sortKeyOf(skill.version.value),
    status: "received",
    awaitsApproval: isStaged,
    // Whatever the manifest claims (docs/lifecycle.md, Y13).
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
    storedBytes: storedBytesOf(upload),
    fileCount: upload.files.length,
    publishedBy: "accountId" in actor ? actor.accountId : null,
    publishedVia: viaOf(actor),
    authorSignature,
    receivedAt: ctx.now(),
    changedAt: ctx.now(),
  };
}
