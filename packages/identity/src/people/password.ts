import { authIdentities } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import type { People } from "./people.ts";

/** The hash of somebody's password; null: they have none. */
async function findHash({ db }: People, userId: string): Promise<string | null> {
  const credential = and(eq(authIdentities.userId, userId), eq(authIdentities.providerId, "credential"));
  const [found] = await db.select({ hash: authIdentities.password }).from(authIdentities).where(credential);
  return found?.hash ?? null;
}

export const hasPassword = async (people: People, userId: string): Promise<boolean> =>
  (await findHash(people, userId)) !== null;

/** @throws IdentityError `unauthorized` */
export async function ensurePassword(people: People, userId: string, password: string): Promise<void> {
  const hash = await findHash(people, userId);
  const { password: passwords } = await (await people.engine()).$context;
  if (hash !== null && (await passwords.verify({ hash, password }))) return;
  throw new IdentityError("unauthorized", "The password is wrong.");
}
