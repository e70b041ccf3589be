import { ensureMayOn, type FoundVersion, RegistryError, subjectOf } from "@gaia/catalog";
import { type Db, findings, purges, describeError } from "@gaia/db";
import { isLeakedSecret, mayOwnerPurge, PURGE_HOURS } from "@gaia/policy";
import { eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { eraseContent, lockInspections } from "./erase-content.ts";
import { notify } from "../kernel/notify.ts";
import { move } from "./move-version.ts";
import { digestsOf, removeDropped, removePurged } from "../upkeep/remove-purged.ts";
import { type Asked } from "../kernel/while-allowed.ts";

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
 * @throws RegistryError `second_factor_required`, `forbidden` when it is older than policy allows, and as `ensureVisible`
 */
export async function purgeVersion(ctx: Ctx, input: Input): Promise<Tombstone> {
  const { actor, found } = await ensureMayOn(ctx, "purgeVersion", input);
  const { receivedAt, publishedAt, inspectionId } = found.version;
  // It may be what an admin judges by.
  if (isWithheldByAdmin(found.version))
    throw new RegistryError(
      "forbidden",
      `An admin withholds ${input.name} ${input.version}: ask an admin to purge it.`,
    );
  const hasSecret = inspectionId !== null && (await holdsSecret(ctx.db, inspectionId));
  if (!mayOwnerPurge({ thereSince: publishedAt ?? receivedAt, hasSecret }, ctx.now())) {
    throw new RegistryError(
      "forbidden",
      `${input.name} ${input.version} is older than ${PURGE_HOURS} hours and the scan found no secret in it: others rely on it. ` +
        "Yank it, or ask an admin to purge it.",
    );
  }
  const asked = { action: "purgeVersion", target: subjectOf(found) } as const;
  return purge(ctx, found, { actor, asked, reason: input.reason, isOwners: true });
}

/** The same for any release, whatever its age. @throws as `purgeVersion` */
export async function purgeAnyVersion(ctx: Ctx, input: Input): Promise<Tombstone> {
  const { actor, found } = await ensureMayOn(ctx, "purgeAnyVersion", input);
  const asked = { action: "purgeAnyVersion", target: subjectOf(found) } as const;
  return purge(ctx, found, { actor, asked, reason: input.reason, isOwners: false });
}

const isWithheldByAdmin = ({ status, quarantinedBy }: FoundVersion["version"]): boolean =>
  status === "quarantined" && quarantinedBy === "admin";

async function holdsSecret(db: Db, inspectionId: string): Promise<boolean> {
  const rows = await db.select().from(findings).where(eq(findings.inspectionId, inspectionId));
  return rows.some(isLeakedSecret);
}

async function purge(
  ctx: Ctx,
  found: FoundVersion,
  input: { actor: Person; asked: Asked; reason: string; isOwners: boolean },
): Promise<Tombstone> {
  const { id } = found.version;
  const purgedAt = ctx.now();
  await move(ctx, found, {
    actor: input.actor,
    asked: input.asked,
    action: "version.purge",
    decision: "purge",
    // Looked at again under the lock: an admin may have withheld it meanwhile.
    to: (version) => (input.isOwners && isWithheldByAdmin(version) ? null : "purged"),
    reason: input.reason,
    fallsAs: "purged",
    before: (tx) => lockInspections(tx, id),
    async andThen(tx) {
      await tx.insert(purges).values({ versionId: id, digests: await digestsOf(tx, found.version), purgedAt });
      await eraseContent(ctx, tx, id);
      const text = `${found.skill.name} ${found.version.version} was purged by an admin: ${input.reason}`;
      if (!input.isOwners) await notify(tx, { publisherId: found.publisher.id, versionId: id, kind: "purged", text });
    },
  });
  // Done as far as anybody can see; what storage refuses now, the sweep asks for again.
  await Promise.all([removePurged(ctx), removeDropped(ctx, { versionId: id })]).catch((error: unknown) =>
    ctx.warn("purge_not_removed", { error: describeError(error) }),
  );
  return {
    name: found.skill.name,
    version: found.version.version,
    status: "purged",
    status_reason: input.reason,
    purged_at: purgedAt.toISOString(),
  };
}
