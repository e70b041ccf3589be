import { RegistryError } from "@gaia/catalog";
import { type Db, publishers, signingKeys } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { and, count, eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { signerLeaf } from "../kernel/leaves.ts";
import type { KeyRow } from "./publisher-key.ts";

interface Owner {
  id: number;
  handle: string;
}

/** The publisher's signer of this name, of any kind. */
export async function findKey(db: Db, publisherId: number, fingerprint: string): Promise<KeyRow | null> {
  const [row] = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, publisherId), eq(signingKeys.fingerprint, fingerprint)));
  return row ?? null;
}

/** @throws RegistryError `conflict` when the publisher has as many signers as one may have, of all kinds together */
export async function ensureRoom(ctx: Ctx, db: Db, publisher: Owner): Promise<void> {
  const [has] = await db.select({ keys: count() }).from(signingKeys).where(eq(signingKeys.publisherId, publisher.id));
  if ((has?.keys ?? 0) < ctx.keysPerPublisher) return;
  throw new RegistryError(
    "conflict",
    `Publisher ${publisher.handle} has ${ctx.keysPerPublisher} keys, revoked ones included, which is as many as it may have.`,
  );
}

type NewSigner = Omit<typeof signingKeys.$inferInsert, "publisherId" | "registeredAt">;

/**
 * Inserts a signer with its audit row and its leaf, under the publisher's lock: two at once must not both take the last place.
 * @returns its id; null when the publisher has one of that name
 * @throws RegistryError `conflict`
 */
export async function insertSigner(
  ctx: Ctx,
  tx: Db,
  { publisher, actor, signer }: { publisher: Owner; actor: Person; signer: NewSigner },
): Promise<string | null> {
  await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.id, publisher.id)).for("no key update");
  if (await findKey(tx, publisher.id, signer.fingerprint)) return null;
  await ensureRoom(ctx, tx, publisher);
  const [inserted] = await tx
    .insert(signingKeys)
    .values({ publisherId: publisher.id, registeredAt: ctx.now(), ...signer })
    .returning({ id: signingKeys.id });
  if (!inserted) throw new Error("insert returned no row");
  await writeDecision(tx, {
    leaves: [signerLeaf({ publisher: publisher.handle, key: signer, change: "added", at: ctx.now() })],
    audit: {
      actor: actor.handle,
      action: "key.add",
      target: `publisher:${publisher.handle}`,
      detail: { fingerprint: signer.fingerprint, ...(signer.revokedAs ? { revoked_as: signer.revokedAs } : {}) },
      requestId: ctx.requestId,
    },
  });
  return inserted.id;
}
