import { archiveName, type FoundVersion, RegistryError } from "@gaia/catalog";
import { artifacts, attestations, type Db, nextAttestationSequence } from "@gaia/db";
import { type DecisionKind, decisionStatement, type MovedStatus, type MoveKind, signStatement } from "@gaia/trust";
import { and, eq, gt } from "drizzle-orm";
import type { Registry } from "./context.ts";

type Archives = readonly Pick<typeof artifacts.$inferSelect, "kind" | "sha256">[];
export type PreparedAttestation = Omit<typeof attestations.$inferInsert, "versionId">;

/** What the registry says in one statement; the shape of `decisionStatement` without what is filled in here. */
export interface Decision {
  publisher: string;
  name: string;
  version: string;
  decision: DecisionKind;
  releaseDigest: string;
  contentDigest: string;
  /** The version's row, or what is to be in it. */
  of: number | Archives;
  detail: Parameters<typeof decisionStatement>[0]["detail"];
}

/**
 * Signs a decision of the registry (in-toto Statement v1 in a DSSE envelope) ahead of the transaction that makes it
 * true: a signing device may be slow, and no transaction waits for one. A decision that then falls through leaves a
 * gap in the sequence and no row.
 */
export async function prepareAttestation(ctx: Registry, decision: Decision): Promise<PreparedAttestation> {
  const sequence = await nextAttestationSequence(ctx.db);
  const issuedAt = ctx.now();
  const archives = await nameArchives(ctx, decision);
  const said = { registry: ctx.publicUrl, ...decision, archives, sequence, issuedAt, expiresAt: null };
  const statement = decisionStatement(said);
  return {
    sequence,
    decision: decision.decision,
    envelope: await signStatement(ctx.signer, statement),
    createdAt: issuedAt,
  };
}

/** The archives of a version as they are served. The command line of release 0.1 reads no statement that names any. */
async function nameArchives({ db, signer }: Registry, { name, version, of }: Decision) {
  if (signer.form === "0.1") return [];
  const archives = typeof of === "number" ? await db.select().from(artifacts).where(eq(artifacts.versionId, of)) : of;
  return archives
    .map(({ kind, sha256 }) => ({ name: archiveName({ name, version, archive: kind }), sha256 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Signs what a move makes of a version, ahead of the transaction that moves it. */
export const prepareMove = (
  ctx: Registry,
  { skill, version }: Pick<FoundVersion, "skill" | "version">,
  { decision, status }: { decision: MoveKind; status: MovedStatus },
): Promise<PreparedAttestation> =>
  prepareAttestation(ctx, {
    publisher: version.releasedAs,
    name: skill.name,
    version: version.version,
    decision,
    releaseDigest: version.releaseDigest,
    contentDigest: version.contentDigest,
    of: version.id,
    detail: { status },
  });

/** Something newer was said of the version while this was being signed: sign again. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * The statement of a move may be written; the caller holds the version's lock. The newest statement that names a state is the one that
 * clients believe, so the order of sequences has to be the order of the moves.
 * @throws Overtaken
 */
export async function ensureNewestMove(tx: Db, versionId: number, statement: PreparedAttestation): Promise<void> {
  const newer = await tx
    .select({ sequence: attestations.sequence })
    .from(attestations)
    .where(and(eq(attestations.versionId, versionId), gt(attestations.sequence, statement.sequence)))
    .limit(1);
  if (newer.length > 0) throw new Overtaken();
}

/** The same for a tier: the newest statement that names one is the one that clients believe. @throws Overtaken */
export async function ensureNewestTier(tx: Db, versionId: number, statement: PreparedAttestation): Promise<void> {
  const isNewer = gt(attestations.sequence, statement.sequence);
  const newer = await tx
    .select({ sequence: attestations.sequence })
    .from(attestations)
    .where(and(eq(attestations.versionId, versionId), eq(attestations.decision, "tier"), isNewer))
    .limit(1);
  if (newer.length > 0) throw new Overtaken();
}

/** Does `work` again, three times at most, while what it signed is overtaken before it is written. @throws RegistryError `unavailable` */
export async function whileOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (tries === 3)
        throw new RegistryError("unavailable", "Others are deciding about this version; try again.", { cause: error });
    }
  }
}
