import { RegistryError } from "@gaia/catalog";
import { accounts, type Db, memberships, skillReaders } from "@gaia/db";
import { and, asc, eq, inArray } from "drizzle-orm";

/** The handles on a skill's list of readers, of those who belong to its publisher: others count for nothing. */
export async function readersOf(db: Db, skill: { id: number; publisherId: number }): Promise<string[]> {
  const rows = await db
    .select({ handle: accounts.handle })
    .from(skillReaders)
    .innerJoin(accounts, eq(accounts.id, skillReaders.accountId))
    .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.publisherId, skill.publisherId)))
    .where(eq(skillReaders.skillId, skill.id))
    .orderBy(asc(accounts.handle));
  return rows.map(({ handle }) => handle);
}

/**
 * Puts these members of the publisher in the place of whoever was on the list; part of a transaction with its audit row.
 * @throws RegistryError `invalid_request` for who does not belong to the publisher
 */
export async function setReaders(
  tx: Db,
  skill: { id: number; publisherId: number },
  handles: readonly string[],
): Promise<void> {
  const wanted = [...new Set(handles)];
  const members = await tx
    .select({ id: accounts.id, handle: accounts.handle })
    .from(accounts)
    .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.publisherId, skill.publisherId)))
    .where(inArray(accounts.handle, wanted));
  const known = new Set(members.map(({ handle }) => handle));
  const other = wanted.find((handle) => !known.has(handle));
  if (other !== undefined)
    throw new RegistryError(
      "invalid_request",
      `${other} does not belong to the publisher, and only members read for it.`,
    );
  await tx.delete(skillReaders).where(eq(skillReaders.skillId, skill.id));
  if (members.length > 0)
    await tx.insert(skillReaders).values(members.map(({ id }) => ({ skillId: skill.id, accountId: id })));
}
