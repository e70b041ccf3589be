import { attestations, type AuditEntry, inTransaction, registryKeys, type Tx } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import type { Leaf } from "@gaia/log";
import {
  type Envelope,
  envelopeIdsOf,
  type RegistryPublicKey,
  type RegistrySigner,
  signHandover,
  signRetirement,
  sshFingerprint,
  TrustError,
} from "@gaia/trust";
import { and, eq, isNull, max, sql } from "drizzle-orm";
import type { Registry } from "../kernel/context.ts";
import { registryKeyLeaf } from "../kernel/leaves.ts";

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
      ssh_fingerprint: sshFingerprint(row.publicKey) ?? row.fingerprint,
      state: row.state,
      valid_from: row.validFrom?.toISOString() ?? null,
      valid_until: row.validUntil?.toISOString() ?? null,
      handover: row.handover,
      retirement: row.retirement,
    }));
}

/**
 * At a process's start: the key that it signs with is the current one. A key that was announced takes its predecessor's place; one
 * that nobody announced does too, and is warned of, because no client that pinned the former key can follow. One that was made
 * `justNow`, because none was given, takes nobody's place: no operator meant it to.
 * @throws TrustError `invalid_signing_key` for a key that is former or revoked, or made just now where there is another: two processes
 * would sign with two keys
 */
export async function settleRegistryKey(ctx: Registry, { justNow = false } = {}): Promise<void> {
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
    if (justNow && current !== null)
      throw new TrustError(
        "invalid_signing_key",
        `This registry signs with ${current.fingerprint}, and this process was given no key. Set SIGNING_KEY to that key; every ` +
          "process signs with the same one. If it is lost, set SIGNING_KEY to a new key of yours.",
      );
    const now = await signedUntil(tx, ctx.now());
    const leaves: Leaf[] = [];
    if (current !== null) {
      await setState(tx, current, { state: "former", validUntil: now });
      const { fingerprint: from } = current;
      leaves.push(registryKeyLeaf({ fingerprint: publicKey.fingerprint, change: "current", from, at: now }));
    }
    if (own === null)
      await tx.insert(registryKeys).values({ ...rowOf(publicKey, now), state: "current", validFrom: now });
    else await setState(tx, own, { state: "current", validFrom: now });
    await writeDecision(tx, { leaves, audit: auditOf("registry_key.use", publicKey, current) });
    return own === null && current !== null;
  });
  if (isUnannounced) ctx.warn("signing_key_unannounced", { fingerprint: publicKey.fingerprint });
  await retireFormer(ctx);
}

/** No key took another one's place before the last thing that the other one signed: clocks of two machines differ. */
async function signedUntil(tx: Tx, now: Date): Promise<Date> {
  const [row] = await tx.select({ newest: max(attestations.createdAt) }).from(attestations);
  return row?.newest != null && row.newest > now ? row.newest : now;
}

/**
 * The current key signs of the one that handed over to it until when that one signed. After the change of keys, since no transaction waits
 * for a device; a process that was killed in between does it at its next start.
 */
async function retireFormer(ctx: Registry): Promise<void> {
  const { publicKey } = ctx.signer;
  const rows = await ctx.db.select().from(registryKeys);
  const from = rows.find(({ keyId }) => keyId === publicKey.key_id)?.handover?.signatures[0]?.keyid;
  if (from === undefined) return;
  const former = rows.find((row) => idsOf(row).includes(from) && row.state === "former");
  if (former === undefined || former.validUntil === null || former.retirement !== null) return;
  const retired = { ...publicKey, key_id: former.keyId, public_key: former.publicKey };
  const until = former.validUntil;
  const retirement = await signRetirement(ctx.signer, { registry: ctx.publicUrl, retired, until });
  await inTransaction(ctx.db, async (tx) => {
    const isUnsaid = and(eq(registryKeys.keyId, former.keyId), isNull(registryKeys.retirement));
    const said = await tx
      .update(registryKeys)
      .set({ retirement })
      .where(isUnsaid)
      .returning({ id: registryKeys.keyId });
    if (said.length === 0) return;
    const { fingerprint } = former;
    await writeDecision(tx, {
      leaves: [registryKeyLeaf({ fingerprint, change: "former", statement: retirement, at: ctx.now() })],
      audit: auditOf("registry_key.retire", publicKey, former),
    });
  });
}

/**
 * Announces the key that comes next. The current key signs the hand-over; with `isCompromised` it does not, and is revoked: whoever
 * else has it could sign one as well, so clients have to pin the new key by hand. The new key signs from the next start with it on.
 * @throws TrustError `invalid_signing_key` when the key is known already, another one is announced, or `ctx.signer` is not the current key
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
    const action = isCompromised ? "registry_key.replace" : "registry_key.announce";
    await writeDecision(tx, {
      leaves: leavesOfAnnouncement({ former, next: next.publicKey, handover, at }),
      audit: auditOf(action, next.publicKey, current),
    });
  });
  return { former, next: next.publicKey };
}

function leavesOfAnnouncement(said: {
  former: RegistryPublicKey;
  next: RegistryPublicKey;
  handover: Envelope | null;
  at: Date;
}): Leaf[] {
  const { former, next, handover: statement, at } = said;
  const { fingerprint } = next;
  return [
    ...(statement === null ? [registryKeyLeaf({ fingerprint: former.fingerprint, change: "revoked", at })] : []),
    registryKeyLeaf({ fingerprint, change: "announced", from: former.fingerprint, statement, at }),
  ];
}

/** The rows that a change of keys is about: a change waits for the one before it, also where there is no row yet to lock. */
async function lockKeys(tx: Tx, own: RegistryPublicKey) {
  await tx.execute(sql`LOCK TABLE ${registryKeys} IN SHARE ROW EXCLUSIVE MODE`);
  // Whoever writes what a key signed holds its row until that is there.
  const rows = await tx.select().from(registryKeys).for("update");
  const inState = (state: KeyRow["state"]) => rows.find((row) => row.state === state) ?? null;
  const named = rows.find(({ keyId }) => keyId === own.key_id) ?? null;
  return { own: named, current: inState("current"), announced: inState("next") };
}

const idsOf = ({ keyId, publicKey }: KeyRow): string[] => envelopeIdsOf({ key_id: keyId, public_key: publicKey });

const rowOf = (key: RegistryPublicKey, announcedAt: Date) => ({
  keyId: key.key_id,
  publicKey: key.public_key,
  fingerprint: key.fingerprint,
  announcedAt,
});

const setState = (tx: Tx, { keyId }: KeyRow, change: Partial<KeyRow>) =>
  tx.update(registryKeys).set(change).where(eq(registryKeys.keyId, keyId));

const auditOf = (action: string, key: RegistryPublicKey, former: KeyRow | null): AuditEntry => ({
  actor: "registry",
  action,
  target: key.fingerprint,
  detail: former === null ? {} : { former: former.fingerprint },
});

const refused = (what: string): TrustError => new TrustError("invalid_signing_key", `${what}.`);
