import { authUsers, type Db } from "@gaia/db";
import { eq } from "drizzle-orm";
import { hasAddress } from "../people.ts";
import { endOf, findWaiting, isWaiting, keepWaiting, rowNamed } from "../waiting.ts";

/** A change of somebody's address that is under way; of each person one. */
export interface AddressChange {
  /** The address until now, which the change is of; null: there is none. */
  from: string | null;
  to: string;
  /** Whose link is not followed yet. */
  waitsFor: "old" | "new";
  /** When it is over with all its links, in milliseconds since 1970. */
  endsAt: number;
}

const changeOf = (userId: string) => rowNamed("address-change", userId);

/** Null: none is under way. */
export async function findAddressChange(db: Db, userId: string, now: Date): Promise<AddressChange | null> {
  const kept = await findWaiting(db, isWaiting(changeOf(userId), now));
  return kept === null ? null : (JSON.parse(kept) as AddressChange);
}

/** Puts it in place of the former one. */
export async function keepAddressChange(
  tx: Db,
  { userId, change, now }: { userId: string; change: AddressChange; now: Date },
): Promise<void> {
  await endOf(tx, "address-change", userId);
  const value = JSON.stringify(change);
  await keepWaiting(tx, { identifier: changeOf(userId), value, now, forMs: change.endsAt - now.getTime() });
}

/** Ends it, and its links with it. */
export const endAddressChange = (tx: Db, userId: string): Promise<void> =>
  endOf(tx, ["address-change", "address-old", "address-new", "address-cancel"], userId);

/** The address of who signs in; null: none is known. */
export async function addressOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
  return user !== undefined && hasAddress(user.email) ? user.email : null;
}
