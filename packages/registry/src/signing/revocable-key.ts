import { RegistryError } from "@gaia/catalog";
import { type Db, signingKeys } from "@gaia/db";
import { and, eq, like } from "drizzle-orm";
import type { KeyRow } from "./publisher-key.ts";

/**
 * The key of a publisher that a revocation certificate names, by fingerprint or key id (the last 16 digits of one).
 * @throws RegistryError `invalid_key` when the publisher has no such key, or several that the key id fits
 */
export async function ensureRevocable(
  db: Db,
  publisher: { id: number; handle: string },
  issuer: string,
): Promise<KeyRow> {
  // Hex digits alone: nothing in it is a pattern.
  const ofIssuer = and(eq(signingKeys.kind, "openpgp"), like(signingKeys.fingerprint, `%${issuer}`));
  const [row, another] = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, publisher.id), ofIssuer));
  if (row && !another) return row;
  throw new RegistryError(
    "invalid_key",
    row
      ? `Several keys of publisher ${publisher.handle} have the id ${issuer}, which is all that this revocation certificate names: ` +
          "import it with gpg, export the key and register that."
      : `This revocation certificate is of ${issuer}, which is no key of publisher ${publisher.handle} here: register its ` +
          "certificate (the public key) first, then the revocation. Revocations by designated revokers are not supported.",
  );
}
