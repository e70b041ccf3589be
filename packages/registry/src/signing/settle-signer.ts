import type { FoundVersion } from "@gaia/catalog";
import {
  type AuditEntry,
  type Db,
  inTransaction,
  notices,
  publishers,
  signatures,
  signerChanges,
  skills,
  versions,
} from "@gaia/db";
import { writeDecision, writeLeaf } from "@gaia/decisions";
import type { Leaf } from "@gaia/log";
import { isSameSigner, type Signer, signersText } from "@gaia/policy";
import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isSignerHeld } from "../kernel/signer-held.ts";
import { holdLeaf } from "../kernel/leaves.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";
import { knownSigners, toSigner, toSigners } from "./known-signers.ts";

/** A new version is signed by nobody yet: where the skill was signed before, it waits for that, or for its owner's word. */
export async function holdUnsigned(
  tx: Db,
  { skillId, versionId, now }: { skillId: number; versionId: number; now: Date },
): Promise<void> {
  const { from } = await knownSigners(tx, skillId);
  if (from.length > 0)
    await tx.insert(signerChanges).values({ versionId, status: "pending", fromSigners: from, createdAt: now });
}

/** The locks under which it is decided who signs a skill, in the order of `refreshLatest`. */
export async function lockSigners(tx: Db, { version, skill }: Pick<FoundVersion, "version" | "skill">): Promise<void> {
  await tx.select({ id: versions.id }).from(versions).where(eq(versions.id, version.id)).for("no key update");
  await tx.select({ id: skills.id }).from(skills).where(eq(skills.id, skill.id)).for("no key update");
}

/** The signatures of a version that hold. */
export const validSignatures = (tx: Db, versionId: number) =>
  tx
    .select()
    .from(signatures)
    .where(and(eq(signatures.versionId, versionId), eq(signatures.status, "valid")))
    .orderBy(signatures.verifiedAt, signatures.id);

/**
 * Accepts the signatures of a version that go on from the skill's known signers, or are its first; else the version is held. The caller
 * has written a signature in this transaction, with its audit row, and tells lists and search.
 */
export async function settleSigner(ctx: Ctx, tx: Db, found: FoundVersion): Promise<void> {
  const settled = await settle(ctx, tx, found);
  for (const leaf of settled.leaves) await writeLeaf(tx, leaf);
  if (settled.movesHold) await refreshLatest(tx, { skillId: found.skill.id, now: ctx.now() });
}

/** What settling came to: what the log says of it, and whether a hold began or ended, so that another version may be the newest. */
interface Settled {
  leaves: Leaf[];
  movesHold: boolean;
}

const UNMOVED: Settled = { leaves: [], movesHold: false };

/** Settling that is a decision of its own. */
async function writeSettled(ctx: Ctx, tx: Db, { skill }: FoundVersion, said: Settled & { audit: AuditEntry }) {
  await writeDecision(tx, said);
  if (said.movesHold) await refreshLatest(tx, { skillId: skill.id, now: ctx.now() });
}

async function settle(ctx: Ctx, tx: Db, found: FoundVersion): Promise<Settled> {
  await lockSigners(tx, found);
  const [now] = await tx
    .select({ awaitsApproval: versions.awaitsApproval })
    .from(versions)
    .where(eq(versions.id, found.version.id));
  // Who signs a skill is decided when a version goes live.
  if (now?.awaitsApproval !== false) return UNMOVED;
  const continued = await acceptContinued(ctx, tx, found);
  if (continued !== null) return continued;
  const { version, skill } = found;
  const all = await validSignatures(tx, version.id);
  if (all.some(({ acceptedAt }) => acceptedAt !== null)) return UNMOVED;
  const { from } = await knownSigners(tx, skill.id);
  const held = { status: "pending", fromSigners: from, toSigners: null, decidedBy: null, decidedAt: null } as const;
  await tx
    .insert(signerChanges)
    .values({ ...held, versionId: version.id, createdAt: ctx.now() })
    .onConflictDoUpdate({ target: signerChanges.versionId, set: held });
  await notifyHeld(tx, found, { from, to: toSigners(all) });
  return { leaves: [leafOf(found, { change: "held", signers: toSigners(all), at: ctx.now() })], movesHold: true };
}

/**
 * What is left of a version's signatures when those that were accepted were taken down was never accepted itself: it waits like any other
 * signer's, or goes on where its signer has become known since.
 */
export async function holdUnaccepted(ctx: Ctx, versionId: number, actor: string): Promise<void> {
  const [found] = await ctx.db
    .select({ version: versions, skill: skills, publisher: publishers })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(eq(versions.id, versionId));
  if (!found) return;
  await inTransaction(ctx.db, async (tx) => {
    await lockSigners(tx, found);
    const left = await validSignatures(tx, versionId);
    if (left.length === 0 || left.some(({ acceptedAt }) => acceptedAt !== null)) return;
    const held = await tx
      .select({ id: versions.id })
      .from(versions)
      .where(and(eq(versions.id, versionId), isSignerHeld(tx, versions.id)));
    if (held.length > 0) return;
    const settled = await settle(ctx, tx, found);
    await writeSettled(ctx, tx, found, {
      ...settled,
      audit: {
        actor,
        action: "version.signer_lost",
        target: `skill:${found.skill.name}@${found.version.version}`,
        detail: {},
        requestId: ctx.requestId,
      },
    });
  });
}

/** That a version is not signed in the moment in which it is published is no news. */
const leafOf = (
  { version, skill }: FoundVersion,
  said: { change: "held" | "continued"; signers: readonly Signer[]; at: Date },
): Leaf => {
  const { releaseDigest } = version;
  const about = { publisher: version.releasedAs, name: skill.name, version: version.version, releaseDigest };
  return holdLeaf({ ...about, ...said });
};

/** Tells a version's publisher that it waits for their word. */
async function notifyHeld(
  tx: Db,
  { version, skill, publisher }: FoundVersion,
  { from, to }: { from: readonly Signer[]; to: readonly Signer[] },
): Promise<void> {
  const text =
    to.length === 0
      ? unsignedText({ version, skill }, from)
      : `${skill.name} ${version.version} was signed by ${signersText(to)}, ${skill.name} until now by ${signersText(from)}. ` +
        "No plain install takes it until you confirm that (`gaia-skill confirm-signer`); " +
        "if it was not you, yank it and revoke the key and the token.";
  await notify(tx, { publisherId: publisher.id, versionId: version.id, kind: "signer-change", text });
}

const unsignedText = ({ version, skill }: Pick<FoundVersion, "version" | "skill">, from: readonly Signer[]): string =>
  `${skill.name} ${version.version} is not signed; until now ${skill.name} was signed by ${signersText(from)}. ` +
  "No plain install takes it until that signer signs it (`gaia-skill sign`), or you confirm that it stays unsigned " +
  "(`gaia-skill confirm-signer`); if you did not publish it, yank it and revoke the token.";

/** A version that is published unsigned although its skill was signed: whoever signs later is told when they do. */
export async function tellIfUnsigned(tx: Db, versionId: number): Promise<void> {
  const [held] = await tx
    .select({ version: versions, skill: skills, publisher: publishers, from: signerChanges.fromSigners })
    .from(signerChanges)
    .innerJoin(versions, eq(versions.id, signerChanges.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(signerChanges.versionId, versionId), eq(signerChanges.status, "pending")));
  if (held && (await validSignatures(tx, versionId)).length === 0)
    await notifyHeld(tx, held, { from: held.from, to: [] });
}

/** That a version is not signed, where nobody has read it yet and its signature has come; what was told of another's stays. */
const takeBackUnsigned = (tx: Db, { version, skill, publisher }: FoundVersion, from: readonly Signer[]) =>
  tx
    .delete(notices)
    .where(
      and(
        eq(notices.publisherId, publisher.id),
        eq(notices.versionId, version.id),
        eq(notices.text, unsignedText({ version, skill }, from)),
        isNull(notices.readAt),
      ),
    );

/** The caller holds the locks. @returns null: no signature goes on from the skill's signers */
async function acceptContinued(ctx: Ctx, tx: Db, found: FoundVersion, isKnownSince = false): Promise<Settled | null> {
  const { version, skill } = found;
  const all = await validSignatures(tx, version.id);
  if (all.some(({ acceptedAt }) => acceptedAt !== null)) return null;
  const { from, standing } = await knownSigners(tx, skill.id);
  const continued = all.filter((row) => from.length === 0 || standing.some((one) => isSameSigner(one, toSigner(row))));
  if (continued.length === 0) return null;
  const ids = continued.map(({ id }) => id);
  await tx.update(signatures).set({ acceptedAt: ctx.now() }).where(inArray(signatures.id, ids));
  const [change] = await tx
    .delete(signerChanges)
    .where(eq(signerChanges.versionId, version.id))
    .returning({ from: signerChanges.fromSigners });
  if (change === undefined) return UNMOVED;
  // Somebody else's signature was what held it.
  const isNews = isKnownSince || all.length > continued.length;
  // `publish --sign` sends the signature after the package: a scan that was faster has told of a version that nobody signed.
  if (!isNews) await takeBackUnsigned(tx, found, change.from);
  const leaf = () => leafOf(found, { change: "continued", signers: toSigners(continued), at: ctx.now() });
  return { leaves: isNews ? [leaf()] : [], movesHold: true };
}

/**
 * Ends the holds of versions whose signers have become known since: another version's were confirmed. Also what the sweep does after a
 * crash, then for every skill.
 * @returns how many ended
 */
export async function settleHeld(ctx: Ctx, input: { skillId: number | null; limit: number }): Promise<number> {
  let ended = 0;
  for (const found of await findEndable(ctx, input)) {
    const isOver = await inTransaction(ctx.db, async (tx) => {
      await lockSigners(tx, found);
      const settled = await acceptContinued(ctx, tx, found, true);
      if (settled === null) return false;
      await writeSettled(ctx, tx, found, {
        ...settled,
        audit: {
          actor: "registry",
          action: "version.signer_known",
          target: `skill:${found.skill.name}@${found.version.version}`,
          detail: {},
          requestId: ctx.requestId,
        },
      });
      return true;
    });
    if (!isOver) continue;
    ended += 1;
    await settleCommunity(ctx, found.version.id);
    await syncSearch(ctx, found.skill.id);
  }
  return ended;
}

/** In SQL as narrow as need be; `acceptContinued` decides. */
const isAcceptedElsewhere = sql`EXISTS (SELECT 1 FROM signatures s JOIN versions v ON v.id = s.version_id
  WHERE v.skill_id = ${versions.skillId} AND s.accepted_at IS NOT NULL AND s.signing_key_id = ${signatures.signingKeyId})`;

/** Held versions with a signature of somebody whose signature of another version of the skill was accepted. */
async function findEndable(ctx: Ctx, { skillId, limit }: { skillId: number | null; limit: number }) {
  const signed = ctx.db
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.versionId, versions.id), eq(signatures.status, "valid"), isAcceptedElsewhere));
  return ctx.db
    .select({ version: versions, skill: skills, publisher: publishers })
    .from(signerChanges)
    .innerJoin(versions, eq(versions.id, signerChanges.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(
      and(eq(signerChanges.status, "pending"), skillId === null ? undefined : eq(skills.id, skillId), exists(signed)),
    )
    .orderBy(versions.id)
    .limit(limit);
}
