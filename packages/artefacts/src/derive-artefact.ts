import { sha256Hex } from "@gaia/archive";
import { blobKey, RegistryError } from "@gaia/catalog";
import { derivedArtefacts, droppedArtefacts, inTransaction, versions } from "@gaia/db";
import type { Protocol } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { ArtefactCtx } from "./context.ts";
import { ensureServedById } from "./find-served.ts";
import { onceAtATime } from "./once-at-a-time.ts";
import { rememberingRefusals } from "./refused-makings.ts";
import { Moved, type Release, toRelease } from "./release.ts";
import { findFacts, isUnmoved, type VersionFacts } from "./version-facts.ts";

const ATTEMPTS = 3;

/** Which bytes a client wants, and how they are made. */
export interface Wanted {
  versionId: number;
  protocol: Protocol;
  /** Which of the protocol's files of that version: a name that the protocol lists itself (255 bytes at most), no text of a client. */
  name: string;
  /** The bytes, of the release and nothing else: no clock, no chance, no row that may change. */
  make(release: Release): Promise<Uint8Array>;
}

export interface Artefact {
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  sizeBytes: number;
  bytes: Uint8Array;
}

/**
 * The bytes of a version as a client of this protocol reads them: kept ones, or made now and kept by their digest. Whether the client may
 * have them is asked before anything is read, and what was made counts only if nothing moved meanwhile: a quarantine wins.
 * @throws NotServed; RegistryError `unavailable`; whatever `make` throws
 */
export async function deriveArtefact(ctx: ArtefactCtx, wanted: Wanted): Promise<Artefact> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await ensureServedById(ctx, wanted);
    const kept = await findKept(ctx, wanted);
    if (kept !== null && kept.bytes !== null) return { ...kept, sizeBytes: kept.bytes.length, bytes: kept.bytes };
    const key = JSON.stringify([wanted.versionId, wanted.protocol, wanted.name]);
    const made = await onceAtATime(ctx.blobs, key, () =>
      makeAndKeep(ctx, wanted, { found, lost: kept?.sha256 ?? null }),
    );
    if (made !== null) return made;
  }
  throw new RegistryError("unavailable", "This version changes at the moment; try again.");
}

/**
 * The digest of the same bytes: what a row names, or what is made now. Where a list names many files, none of them is read.
 * @throws as `deriveArtefact`
 */
export async function describeArtefact(ctx: ArtefactCtx, wanted: Wanted): Promise<Omit<Artefact, "bytes">> {
  await ensureServedById(ctx, wanted);
  const { sha256, sizeBytes } = derivedArtefacts;
  const [row] = await ctx.db.select({ sha256, sizeBytes }).from(derivedArtefacts).where(rowOf(wanted));
  return row ?? (await deriveArtefact(ctx, wanted));
}

/** Its digest and its bytes; null instead of bytes that storage has lost or altered. */
async function findKept(
  ctx: ArtefactCtx,
  wanted: Wanted,
): Promise<{ sha256: string; bytes: Uint8Array | null } | null> {
  const [row] = await ctx.db.select({ sha256: derivedArtefacts.sha256 }).from(derivedArtefacts).where(rowOf(wanted));
  if (!row) return null;
  const { sha256 } = row;
  const bytes = await ctx.blobs.read(blobKey(sha256)).catch(refuseUnavailable);
  if (bytes && sha256Hex(bytes) === sha256) return { sha256, bytes };
  ctx.warn("artefact_unreadable", { ...named(wanted), sha256, found: bytes !== null });
  return { sha256, bytes: null };
}

/** Makes the bytes, stores them and writes their row; null when the version moved, or somebody else kept other bytes first. */
async function makeAndKeep(
  ctx: ArtefactCtx,
  wanted: Wanted,
  { found, lost }: { found: VersionFacts; lost: string | null },
): Promise<Artefact | null> {
  const key = JSON.stringify([wanted.versionId, wanted.protocol, wanted.name]);
  const make = () => wanted.make(toRelease(ctx, found));
  const bytes = await rememberingRefusals(ctx.blobs, { key, now: ctx.now(), make }).catch((error: unknown) => {
    if (error instanceof Moved) return null;
    throw error;
  });
  if (bytes === null) return null;
  const sha256 = sha256Hex(bytes);
  await ctx.blobs.put(blobKey(sha256), bytes).catch(refuseUnavailable);
  const kept = await keepRow(ctx, wanted, { found, lost, sha256, sizeBytes: bytes.length });
  // Clients may have pinned the first digest: whoever wrote `make` has to hear of it.
  const first = lost ?? kept;
  if (first !== null && first !== sha256) ctx.warn("artefact_differs", { ...named(wanted), first, sha256 });
  return kept === sha256 ? { sha256, sizeBytes: bytes.length, bytes } : null;
}

/** Which digest the row names from now on; null: none, the version moved. */
async function keepRow(
  ctx: ArtefactCtx,
  wanted: Wanted,
  made: { found: VersionFacts; lost: string | null; sha256: string; sizeBytes: number },
): Promise<string | null> {
  const { versionId, protocol, name } = wanted;
  const { found, lost, sha256, sizeBytes } = made;
  const droppedAt = ctx.now();
  return await inTransaction(ctx.db, async (tx) => {
    const [now] = await findFacts(tx, { where: eq(versions.id, versionId), areHeldStill: true });
    // Its bytes are in storage already: they go with those that a purge or a quarantine takes.
    const forget = () =>
      tx
        .insert(droppedArtefacts)
        .values({ versionId, sha256, droppedAt })
        .onConflictDoUpdate({ target: [droppedArtefacts.versionId, droppedArtefacts.sha256], set: { droppedAt } });
    if (!isUnmoved(found, now)) {
      await forget();
      return null;
    }
    if (lost !== null && lost !== sha256)
      await tx.delete(derivedArtefacts).where(and(rowOf(wanted), eq(derivedArtefacts.sha256, lost)));
    await tx
      .insert(derivedArtefacts)
      .values({ versionId, protocol, name, sha256, sizeBytes, madeAt: ctx.now() })
      .onConflictDoNothing();
    const [row] = await tx.select({ sha256: derivedArtefacts.sha256 }).from(derivedArtefacts).where(rowOf(wanted));
    if (row?.sha256 !== sha256) await forget();
    return row?.sha256 ?? null;
  });
}

const rowOf = ({ versionId, protocol, name }: Wanted) =>
  and(
    eq(derivedArtefacts.versionId, versionId),
    eq(derivedArtefacts.protocol, protocol),
    eq(derivedArtefacts.name, name),
  );

const named = ({ versionId, protocol, name }: Wanted) => ({ version_id: versionId, protocol, name });

function refuseUnavailable(error: unknown): never {
  throw new RegistryError("unavailable", "Storage does not answer; try again.", { cause: error });
}
