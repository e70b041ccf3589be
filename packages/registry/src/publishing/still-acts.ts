import { type Db, holdActingManager, holdStanding } from "@gaia/db";
import { workloadOf } from "@gaia/policy";
import type { PublishingActor } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";

/**
 * Asks again at the end, in the transaction that publishes, whether whoever began it may: between the two, a package was read and
 * stored (T5).
 * @throws RegistryError `forbidden`: the account was suspended, or taken out of the publisher; of a workflow, nobody is left who could
 *   trust it
 */
export async function ensureStillActs(
  tx: Db,
  { actor, publisher }: { actor: PublishingActor; publisher: { id: number; handle: string } },
): Promise<void> {
  if (workloadOf(actor) !== null && !(await holdActingManager(tx, publisher.id))) {
    throw new RegistryError("forbidden", `No owner or admin of publisher ${publisher.handle} can act.`);
  }
  if (!("accountId" in actor)) return;
  const standing = await holdStanding(tx, { accountId: actor.accountId, publisherId: publisher.id });
  if (standing === "suspended") throw new RegistryError("forbidden", `The account ${actor.handle} is suspended.`);
  if (standing === "outside") {
    throw new RegistryError(
      "forbidden",
      `Your account ${actor.handle} does not belong to publisher ${publisher.handle}.`,
    );
  }
}
