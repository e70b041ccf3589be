import { RegistryError } from "@gaia/catalog";
import { publishers, skills } from "@gaia/db";
import { refusalOf, refusalOfName } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

interface Named {
  name: string;
  /** The handle of who would have it. */
  publisher: string;
}

/** Why a name is not this publisher's to have, by `RESERVED_NAMES` (docs/specification.md §2.3); null: it may be, or an admin says so. */
export function findReservedFor(ctx: Ctx, { name, publisher }: Named): string | null {
  if (refusalOf("useReservedName", ctx.actor, { publisher, skill: name }) === null) return null;
  return refusalOfName(ctx.reservedNames, { name, publisher });
}

/**
 * Refuses the first publish of a name that is reserved for others. What has it already goes on, whatever was reserved since.
 * @throws RegistryError `name_reserved`
 */
export async function ensureNotReserved(ctx: Ctx, named: Named): Promise<void> {
  const reason = findReservedFor(ctx, named);
  if (reason === null) return;
  const [theirs] = await ctx.db
    .select({ id: skills.id })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(skills.name, named.name), eq(publishers.handle, named.publisher)));
  if (!theirs) throw new RegistryError("name_reserved", reason);
}
