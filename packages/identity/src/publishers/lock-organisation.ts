import { type Db, holdCredential, publishers } from "@gaia/db";
import { eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import type { Asking, PublisherRow } from "./membership-change.ts";

/**
 * An organisation, locked, though not against rows that only refer to it: its members change one after the other, so that the last owner is
 * still the last one when that is decided.
 * @throws IdentityError `not_found`, `conflict` for a person's own publisher, which is theirs alone
 */
export async function lockOrganisation(tx: Db, handle: string): Promise<PublisherRow> {
  const [publisher] = await tx.select().from(publishers).where(eq(publishers.handle, handle)).for("no key update");
  if (!publisher) throw new IdentityError("not_found", `There is no publisher ${handle} here.`);
  if (publisher.kind === "user") {
    throw new IdentityError(
      "conflict",
      `${handle} is a person's own publisher and has no other members: make an organisation, and transfer skills to it.`,
    );
  }
  return publisher;
}

/**
 * The same for whoever asks, while what they act by is alive: a token that is revoked while this waits for the lock changes nothing.
 * @throws IdentityError as `lockOrganisation`, `unauthorized`
 */
export async function lockOrganisationFor(tx: Db, handle: string, asking: Asking): Promise<PublisherRow> {
  const publisher = await lockOrganisation(tx, handle);
  await holdAsking(tx, asking);
  return publisher;
}

/** Holds what somebody acts by until the transaction ends. @throws IdentityError `unauthorized`: it has ended */
export async function holdAsking(tx: Db, { actor, now }: Asking): Promise<void> {
  if (await holdCredential(tx, actor, now)) return;
  throw new IdentityError("unauthorized", "What you act by ended before the request did: nothing was changed.");
}
