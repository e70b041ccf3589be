import { RegistryError } from "@gaia/catalog";
import { type Db, registryKeys } from "@gaia/db";
import type { RegistryPublicKey } from "@gaia/trust";
import { eq } from "drizzle-orm";

/**
 * In a transaction: nobody takes a key's place until it ends, so what it signed is of the time in which it signs. A process that was not
 * restarted with the new key signs nothing more; clients would refuse it.
 * @throws RegistryError `unavailable`
 */
export async function holdCurrentKey(tx: Db, keyId: string): Promise<void> {
  const [row] = await tx
    .select({ state: registryKeys.state })
    .from(registryKeys)
    .where(eq(registryKeys.keyId, keyId))
    .for("share");
  if (row?.state === "former" || row?.state === "revoked") throw notCurrent(row.state);
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
