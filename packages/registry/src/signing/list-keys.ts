import { ensurePublisher } from "@gaia/catalog";
import { signingKeys } from "@gaia/db";
import { refusalOf } from "@gaia/policy";
import { eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { type PublisherKey, viewKeys } from "./publisher-key.ts";

/**
 * The keys of a publisher. Anyone may register anyone's public key, so a key is shown to others only once a signature of it verified
 * for this publisher; members and admins see all.
 * @throws RegistryError `not_found`
 */
export async function listKeys(ctx: Ctx, input: { handle: string }): Promise<{ keys: PublisherKey[] }> {
  const publisher = await ensurePublisher(ctx, input.handle);
  const keys = await viewKeys(ctx.db, eq(signingKeys.publisherId, publisher.id));
  if (refusalOf("seeUnprovenKeys", ctx.actor, { publisher: publisher.handle }) === null) return { keys };
  return { keys: keys.filter(({ proven_at }) => proven_at !== null) };
}
