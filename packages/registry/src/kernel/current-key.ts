import { RegistryError } from "@gaia/catalog";
import { type Db, registryKeys } from "@gaia/db";
import { type Envelope, envelopeIdsOf, type RegistryPublicKey } from "@gaia/trust";
import { eq } from "drizzle-orm";

/**
 * In a transaction: nobody takes a key's place until it ends, so what it signed is of the time in which it signs. A process that was not
 * restarted with the new key signs nothing more; clients would refuse it.
 * @throws RegistryError `unavailable`
 */
export async function holdCurrentKey(tx: Db, signed: readonly Envelope[]): Promise<void> {
  if (signed.length === 0) return;
  const ids = signed.flatMap(({ signatures }) => signatures.map(({ keyid }) => keyid));
  // All of them: a change of keys holds all of them too, and an envelope names its key by either of two ids.
  const rows = await tx.select().from(registryKeys).for("share");
  for (const { state, keyId, publicKey } of rows) {
    const isNamed = envelopeIdsOf({ key_id: keyId, public_key: publicKey }).some((id) => ids.includes(id));
    if (isNamed && (state === "former" || state === "revoked")) throw notCurrent(state);
  }
}

/** @throws RegistryError `unavailable` */
export async function ensureCurrentKey(db: Db, { key_id: keyId }: RegistryPublicKey): Promise<void> {
  const [row] = await db.select({ state: registryKeys.state }).from(registryKeys).where(eq(registryKeys.keyId, keyId));
  if (row?.state === "former" || row?.state === "revoked") throw notCurrent(row.state);
}

const notCurrent = (state: string): RegistryError =>
  new RegistryError(
    "unavailable",
    `This process signs with a ${state} key of the registry and is to be restarted; try again.`,
  );
