import { type Db, tokens } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";
import { tokenDigest } from "../token-secret.ts";

/** What the token is called that operators give a registry; no other one is. */
export const BOOTSTRAP_TOKEN = "ADMIN_TOKEN";

/** Whether this is the token that the operators gave this registry, and not one that came of it. */
export async function isBootstrapToken(db: Db, secret: string): Promise<boolean> {
  const isIt = and(eq(tokens.secretSha256, tokenDigest(secret)), eq(tokens.name, BOOTSTRAP_TOKEN));
  return (await db.$count(tokens, and(isIt, isNull(tokens.revokedAt)))) > 0;
}
