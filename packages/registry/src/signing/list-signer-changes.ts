import { ensureMay, ensureMayAtAll, readable, readCursor, viewSigner, writeCursor } from "@gaia/catalog";
import { type Db, signatures, signerChanges, skills, publishers, versions } from "@gaia/db";
import { and, asc, eq, gt, inArray, ne, or, type SQL } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { type KnownSigner, toSigners } from "./known-signers.ts";

interface Page {
  limit: number;
  cursor: string | null;
}

/**
 * What waits for the word of this account's publishers, oldest first.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request`
 */
export async function listSignerChanges(ctx: Ctx, input: Page) {
  const actor = ensureMayAtAll(ctx, "listSignerChanges");
  const own = actor.publishers.map(({ id }) => id);
  return listPending(ctx.db, input, and(inArray(skills.publisherId, own), readable(ctx)));
}

/** What waits for anybody's word, oldest first, for an admin. @throws as `listSignerChanges` */
export async function listAllSignerChanges(ctx: Ctx, input: Page) {
  ensureMay(ctx, "listAllSignerChanges");
  return listPending(ctx.db, input, undefined);
}

async function listPending(db: Db, { limit, cursor }: Page, which: SQL | undefined) {
  const [at, id] = readCursor(cursor, "signer-changes", ["date", "number"]) ?? [];
  const isAfter =
    at instanceof Date && typeof id === "number"
      ? or(gt(signerChanges.createdAt, at), and(eq(signerChanges.createdAt, at), gt(signerChanges.versionId, id)))
      : undefined;
  const rows = await db
    .select({ change: signerChanges, name: skills.name, version: versions.version, publisher: publishers.handle })
    .from(signerChanges)
    .innerJoin(versions, eq(versions.id, signerChanges.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(signerChanges.status, "pending"), ne(versions.status, "purged"), which, isAfter))
    .orderBy(asc(signerChanges.createdAt), asc(signerChanges.versionId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const signed = await signersOf(
    db,
    page.map(({ change }) => change.versionId),
  );
  const last = rows.length > limit ? page.at(-1)?.change : undefined;
  return {
    items: page.map(({ change, ...row }) => ({
      ...row,
      from: change.fromSigners.map(viewSigner),
      to: (signed.get(change.versionId) ?? []).map(viewSigner),
      since: change.createdAt.toISOString(),
    })),
    next_cursor: last ? writeCursor("signer-changes", [last.createdAt, last.versionId]) : null,
  };
}

async function signersOf(db: Db, versionIds: number[]): Promise<Map<number, KnownSigner[]>> {
  const rows = await db
    .select()
    .from(signatures)
    .where(and(inArray(signatures.versionId, versionIds), eq(signatures.status, "valid")));
  return new Map(versionIds.map((id) => [id, toSigners(rows.filter(({ versionId }) => versionId === id))]));
}
