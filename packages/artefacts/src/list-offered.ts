import { isPrerelease, type ReadCtx } from "@gaia/catalog";
import { versions } from "@gaia/db";
import type { Protocol } from "@gaia/policy";
import { inArray } from "drizzle-orm";
import { listServedOf } from "./find-served.ts";

/** The version of a skill that a client is offered who asks for no number. */
export interface Offered {
  versionId: number;
  name: string;
  version: string;
  description: string;
}

/** Of each of these skills the highest stable version that a client of this protocol may have, in their order; others are left out. */
export async function listOffered(
  ctx: ReadCtx,
  { protocol, names }: { protocol: Protocol; names: readonly string[] },
): Promise<Offered[]> {
  const served = await listServedOf(ctx, { protocol, names });
  const stable = Map.groupBy(
    served.filter(({ version }) => !isPrerelease(version)),
    ({ name }) => name,
  );
  const newest = names.flatMap((name) => stable.get(name)?.[0] ?? []);
  if (newest.length === 0) return [];
  const { id, description } = versions;
  const ids = newest.map(({ versionId }) => versionId);
  const rows = await ctx.db.select({ id, description }).from(versions).where(inArray(id, ids));
  const described = new Map(rows.map((row) => [row.id, row.description]));
  return newest.map(({ versionId, name, version }) => ({
    versionId,
    name,
    version,
    description: described.get(versionId) ?? "",
  }));
}
