import { accounts, type Db, inTransaction, isUniqueViolation, memberships, publishers } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { isManager, type ReservedName } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { ensureHandleIsFree } from "../reserved-handles.ts";
import { type Asking, tell } from "./membership-change.ts";
import { holdAsking } from "./lock-organisation.ts";

/** Organisations that an account may own: more are handles that somebody keeps from others. */
const ORGANISATIONS_PER_ACCOUNT = 20;

/**
 * Makes an organisation, whose one owner is who asks.
 * @throws IdentityError `handle_taken`, `handle_reserved`, `conflict` when the account owns too many, `forbidden` (suspended),
 *   `unauthorized` (what it acts by ended)
 */
export async function createPublisher(
  db: Db,
  input: { handle: string; reserved: readonly ReservedName[]; mapped: readonly string[] } & Asking,
): Promise<typeof publishers.$inferSelect> {
  const { actor, handle, reserved, mapped, now, requestId } = input;
  const own = actor.publishers.filter(({ role }) => isManager(role)).map((publisher) => publisher.handle);
  ensureHandleIsFree(handle, { byAdmin: actor.role === "admin", reserved, mapped, own });
  try {
    return await inTransaction(db, async (tx) => {
      // One after the other for an account, so that the bound holds for those who ask at once.
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, actor.accountId)).for("update");
      if (!account || account.disabledAt !== null) throw new IdentityError("forbidden", "This account is suspended.");
      await holdAsking(tx, input);
      const owned = await tx
        .select({ id: publishers.id })
        .from(memberships)
        .innerJoin(publishers, eq(publishers.id, memberships.publisherId))
        .where(
          and(
            eq(memberships.accountId, actor.accountId),
            eq(memberships.role, "owner"),
            eq(publishers.kind, "organisation"),
          ),
        );
      if (owned.length >= ORGANISATIONS_PER_ACCOUNT) {
        throw new IdentityError("conflict", `An account owns ${ORGANISATIONS_PER_ACCOUNT} organisations at most.`);
      }
      const [publisher] = await tx
        .insert(publishers)
        .values({ handle, kind: "organisation", createdAt: now })
        .returning();
      if (!publisher) throw new Error("insert returned no row");
      const role = "owner" as const;
      await tx
        .insert(memberships)
        .values({ accountId: actor.accountId, publisherId: publisher.id, role, createdAt: now });
      const by = actor.handle;
      const fields = { publisher: handle, account: by, role, change: "created", by };
      await writeDecision(tx, {
        leaves: [{ kind: "ownership", at: now, fields }],
        audit: {
          actor: by,
          action: "publisher.create",
          target: `publisher:${handle}`,
          detail: { account: by, kind: "organisation" },
          requestId,
        },
      });
      await tell(tx, [by], { kind: "joined", text: `${by} made the organisation ${handle} and owns it.` });
      return publisher;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new IdentityError("handle_taken", `The handle ${handle} is taken.`);
    throw error;
  }
}
