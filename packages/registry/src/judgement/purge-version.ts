import {
  artifacts,
  type Db,
  files,
  findings,
  inspections,
  promotions,
  purges,
  versionDependencies,
  versions,
} from "@gaia/db";
import { mayOwnerPurge, PURGE_HOURS } from "@gaia/policy";
import { and, eq, inArray } from "drizzle-orm";
import { ensureAdmin, ensureMemberOf } from "../kernel/actor.ts";
import type { Actor, Ctx } from "../kernel/context.ts";
import { demoteBeforeWithheld } from "./demote.ts";
import { RegistryError } from "../kernel/errors.ts";
import { ensureVisible, type FoundVersion } from "../kernel/find-version.ts";
import { move } from "./move-version.ts";
import { removePurged } from "../upkeep/remove-purged.ts";

/** What is left of a version. */
export interface Tombstone {
  name: string;
  version: string;
  status: "purged";
  status_reason: string;
  /** RFC 3339, UTC. */
  purged_at: string;
}

interface Input {
  name: string;
  version: string;
  reason: string;
}

/**
 * Takes a release of one's own away for good: its bytes, and every text that was taken from them. Name, number, digests, statements and the
 * reason stay, as a tombstone; nothing is published under the number again.
 * @throws RegistryError `forbidden` when it is older than policy allows, `conflict` while it is inspected, and as `ensureVisible`
 */
export async function purgeVersion(ctx: Ctx, input: Input): Promise<Tombstone> {
  const found = await ensureVisible(ctx, input);
  const actor = ensureMemberOf(ctx, found.publisher);
  const { receivedAt, inspectionId } = found.version;
  const hasSecret = inspectionId !== null && (await holdsSecret(ctx.db, inspectionId));
  if (!mayOwnerPurge({ receivedAt, hasSecret }, ctx.now())) {
    throw new RegistryError(
      "forbidden",
      `${input.name} ${input.version} is older than ${PURGE_HOURS} hours and the scan found no secret in it: others rely on it. ` +
        "Yank it, or ask an admin to purge it.",
    );
  }
  return purge(ctx, found, { actor, reason: input.reason });
}

/** The same for any release, whatever its age. @throws as `purgeVersion` */
export async function purgeAnyVersion(ctx: Ctx, input: Input): Promise<Tombstone> {
  const actor = ensureAdmin(ctx);
  return purge(ctx, await ensureVisible(ctx, input), { actor, reason: input.reason });
}

async function holdsSecret(db: Db, inspectionId: string): Promise<boolean> {
  const rows = await db
    .select({ position: findings.position })
    .from(findings)
    .where(and(eq(findings.inspectionId, inspectionId), eq(findings.category, "secret")))
    .limit(1);
  return rows.length > 0;
}

async function purge(ctx: Ctx, found: FoundVersion, input: { actor: Actor; reason: string }): Promise<Tombstone> {
  const { id } = found.version;
  const purgedAt = ctx.now();
  await ensureNotInspected(ctx.db, found);
  await demoteBeforeWithheld(ctx, id, { actor: input.actor.handle, reason: "purged" });
  await move(ctx, found, {
    actor: input.actor,
    action: "version.purge",
    decision: "purge",
    to: () => "purged",
    reason: input.reason,
    async andThen(tx) {
      await ensureNotInspected(tx, found);
      await tx.insert(purges).values({ versionId: id, digests: await digestsOf(tx, found), purgedAt });
      await removeTexts(tx, id);
    },
  });
  await removePurged(ctx);
  return {
    name: found.skill.name,
    version: found.version.version,
    status: "purged",
    status_reason: input.reason,
    purged_at: purgedAt.toISOString(),
  };
}

/** Its verdict would be about bytes that are gone; it comes within minutes. */
async function ensureNotInspected(db: Db, { version, skill }: FoundVersion): Promise<void> {
  const open = await db
    .select({ id: inspections.id })
    .from(inspections)
    .where(and(eq(inspections.versionId, version.id), inArray(inspections.status, ["queued", "running"])))
    .limit(1);
  if (open.length === 0) return;
  throw new RegistryError(
    "conflict",
    `${skill.name} ${version.version} is being inspected: purge it when the verdict is there.`,
  );
}

async function digestsOf(db: Db, { version }: FoundVersion): Promise<string[]> {
  const archives = await db
    .select({ sha256: artifacts.sha256 })
    .from(artifacts)
    .where(eq(artifacts.versionId, version.id));
  return [...new Set([version.uploadSha256, ...archives.map(({ sha256 }) => sha256)])];
}

/** Everything that was read from the files or quotes them. */
async function removeTexts(tx: Db, versionId: number): Promise<void> {
  const ofVersion = await tx
    .update(inspections)
    .set({ scanners: [], leftOut: [], uses: null, reason: "purged" })
    .where(eq(inspections.versionId, versionId))
    .returning({ id: inspections.id });
  const ids = ofVersion.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(findings).where(inArray(findings.inspectionId, ids));
  await tx.delete(artifacts).where(eq(artifacts.versionId, versionId));
  await tx.delete(files).where(eq(files.versionId, versionId));
  await tx.delete(versionDependencies).where(eq(versionDependencies.versionId, versionId));
  await tx
    .update(promotions)
    .set({ status: "withdrawn" })
    .where(and(eq(promotions.versionId, versionId), eq(promotions.status, "pending")));
  await tx
    .update(versions)
    .set({
      displayName: "",
      description: "",
      license: null,
      author: null,
      tags: [],
      toolNames: [],
      permissionLevels: [],
      manifest: {},
      diagnostics: [],
      readme: "",
    })
    .where(eq(versions.id, versionId));
}
