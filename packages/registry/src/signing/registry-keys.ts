import { appendAudit, inTransaction, registryKeys, type Tx } from "@gaia/db";
import { type RegistryPublicKey, type RegistrySigner, signHandover, TrustError } from "@gaia/trust";
import { eq, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";

type KeyRow = typeof registryKeys.$inferSelect;

const ORDER = ["current", "next", "former", "revoked"];

/** Every key the registry signed with or will: the current one first, then by when it was announced. */
export async function listRegistryKeys({ db }: Registry) {
  const rows = await db.select().from(registryKeys).orderBy(registryKeys.announcedAt);
  return rows
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
    .map((row) => ({
      key_id: row.keyId,
      algorithm: "ed25519" as const,
      public_key: row.publicKey,
      fingerprint: row.fingerprint,
      state: row.state,
      valid_from: row.validFrom?.toISOString() ?? null,
      valid_until: row.validUntil?.toISOString() ?? null,
      handover: row.handover,
    }));
}

/**
 * At a process's start: the key that it signs with is the current one. A key that was announced takes its predecessor's place; one
 * that nobody
 * announced does too, and is warned of, because no client that pinned the former key can follow.
 * @throws TrustError `invalid_signing_key` for a key that is former or revoked: two processes would sign with two keys
 */
export async function settleRegistryKey(ctx: Registry): Promise<void> {
  const { publicKey } = ctx.signer;
  const isUnannounced = await inTransaction(ctx.db, async (tx) => {
    const { own, current } = await lockKeys(tx, publicKey);
    if (own?.state === "current") return false;
    if (own !== null && own.state !== "next")
      throw new TrustError(
        "invalid_signing_key",
        `SIGNING_KEY is ${publicKey.fingerprint}, a ${own.state} key of this registry` +
          (current === null ? "." : `; it signs with ${current.fingerprint} now.`),
      );
    const now = ctx.now();
    if (current !== null) await setState(tx, current, { state: "former", validUntil: now });
    if (own === null)
      await tx.insert(registryKeys).values({ ...rowOf(publicKey, now), state: "current", validFrom: now });
    else await setState(tx, own, { state: "current", validFrom: now });
    await audit(tx, "registry_key.use", publicKey, current);
    return own === null && current !== null;
  });
  if (isUnannounced) ctx.warn("signing_key_unannounced", { fingerprint: publicKey.fingerprint });
}

/**
 * Announces the key that comes next. The current key signs the hand-over; with `isCompromised` it does not, and is revoked: whoever
 * else has it
 * could sign one as well, so clients have to pin the new key by hand. The new key signs from the next start with it on.
 * @throws TrustError `invalid_signing_key` when the key is known already, another one is announced, or `ctx.signer` is not the
 * current key
 */
export async function announceRegistryKey(
  ctx: Registry,
  { next, isCompromised }: { next: RegistrySigner; isCompromised: boolean },
): Promise<{ former: RegistryPublicKey; next: RegistryPublicKey }> {
  const former = ctx.signer.publicKey;
  const at = ctx.now();
  const said = { registry: ctx.publicUrl, next: next.publicKey, at };
  // Signed ahead of the transaction: no transaction waits for a device.
  const handover = isCompromised ? null : await signHandover(ctx.signer, said);
  await inTransaction(ctx.db, async (tx) => {
    const { own, current, announced } = await lockKeys(tx, next.publicKey);
    if (current?.keyId !== former.key_id)
      throw refused(`SIGNING_KEY is ${former.fingerprint}, which is not the key that the registry signs with`);
    if (own !== null) throw refused(`${own.fingerprint} is a ${own.state} key of this registry already`);
    if (announced !== null) throw refused(`${announced.fingerprint} is announced already: start the registry with it`);
    if (isCompromised) await setState(tx, current, { state: "revoked", validUntil: at });
    await tx.insert(registryKeys).values({ ...rowOf(next.publicKey, at), state: "next", handover });
    await audit(tx, isCompromised ? "registry_key.replace" : "registry_key.announce", next.publicKey, current);
  });
  return { former, next: next.publicKey };
}

/** The rows that a change of keys is about: a change waits for the one before it, also where there is no row yet to lock. */
async function lockKeys(tx: Tx, own: RegistryPublicKey) {
  await tx.execute(sql`LOCK TABLE ${registryKeys} IN SHARE ROW EXCLUSIVE MODE`);
  const rows = await tx.select().from(registryKeys);
  const inState = (state: KeyRow["state"]) => rows.find((row) => row.state === state) ?? null;
  const named = rows.find(({ keyId }) => keyId === own.key_id) ?? null;
  return { own: named, current: inState("current"), announced: inState("next") };
}

const rowOf = (key: RegistryPublicKey, announcedAt: Date) => ({
  keyId: key.key_id,
  publicKey: key.public_key,
  fingerprint: key.fingerprint,
  announcedAt,
});

const setState = (tx: Tx, { keyId }: KeyRow, change: Partial<KeyRow>) =>
  tx.update(registryKeys).set(change).where(eq(registryKeys.keyId, keyId));

const audit = (tx: Tx, action: string, key: RegistryPublicKey, former: KeyRow | null) =>
  appendAudit(tx, {
    actor: "registry",
    action,
    target: key.fingerprint,
    detail: former === null ? {} : { former: former.fingerprint },
  });

const refused = (what: string): TrustError => new TrustError("invalid_signing_key", `${what}.`);
