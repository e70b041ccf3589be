import { RegistryError } from "@gaia/catalog";
import { type AccountActor, refusalOf } from "@gaia/policy";
import type { Ctx } from "../kernel/context.ts";
import { findReservedFor } from "../publishing/reserved-name.ts";

/**
 * Refuses an offer that could not be made now: an offer is worth what whoever made it may (T9), and a name is whom it is reserved for.
 * @throws RegistryError `conflict`, `name_reserved`
 */
export function ensureStillOffered(
  ctx: Ctx,
  asker: AccountActor,
  { name, from, to }: { name: string; from: string; to: string },
): void {
  const { handle } = asker;
  if (asker.isSuspended) {
    throw new RegistryError("conflict", `${handle}, who offered it, is suspended: ask for another offer.`);
  }
  if (refusalOf("requestTransfer", asker, { publisher: from, skill: name }) !== null) {
    throw new RegistryError("conflict", `${handle}, who offered it, may not any more: ask for another offer.`);
  }
  const named = { name, publisher: to };
  // An admin of the registry gives such a name, whichever side they are on.
  const reserved = findReservedFor({ ...ctx, actor: asker }, named) && findReservedFor(ctx, named);
  if (reserved !== null) throw new RegistryError("name_reserved", reserved);
}
