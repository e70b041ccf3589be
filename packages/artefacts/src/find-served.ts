import { isSortable, type ReadCtx, readable, sortKeyOf } from "@gaia/catalog";
import { skills, versions } from "@gaia/db";
import { type Protocol, whyNotServed } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import { NotServed } from "./not-served.ts";
import { findFacts, type VersionFacts } from "./version-facts.ts";

/** The versions of a skill that a client of this protocol may have, the highest first; none: as of a name that nobody has. */
export async function listServed(ctx: ReadCtx, input: { protocol: Protocol; name: string }): Promise<VersionFacts[]> {
  const found = await findFacts(ctx.db, { where: and(eq(skills.name, input.name), readable(ctx)) });
  return found.filter((each) => whyNot(ctx, input.protocol, each) === null);
}

/** The version of this number, if a client of this protocol may have it. @throws NotServed */
export async function ensureServed(
  ctx: ReadCtx,
  input: { protocol: Protocol; name: string; version: string },
): Promise<VersionFacts> {
  const { protocol, name, version } = input;
  if (!isSortable(version)) throw new NotServed("unknown");
  const isNamed = and(eq(skills.name, name), eq(versions.sortKey, sortKeyOf(version)), readable(ctx));
  const [found] = await findFacts(ctx.db, { where: isNamed });
  // Build metadata is not part of the key, but it is part of the name.
  return judged(ctx, protocol, found?.version === version ? found : undefined);
}

/** The same by the id of its row. @throws NotServed */
export async function ensureServedById(
  ctx: ReadCtx,
  { protocol, versionId }: { protocol: Protocol; versionId: number },
): Promise<VersionFacts> {
  const [found] = await findFacts(ctx.db, { where: and(eq(versions.id, versionId), readable(ctx)) });
  return judged(ctx, protocol, found);
}

function judged(ctx: ReadCtx, protocol: Protocol, found: VersionFacts | undefined): VersionFacts {
  const why = found === undefined ? "unknown" : whyNot(ctx, protocol, found);
  if (found === undefined || why !== null) throw new NotServed(why ?? "unknown");
  return found;
}

const whyNot = (ctx: ReadCtx, protocol: Protocol, found: VersionFacts) =>
  whyNotServed(protocol, { ...found, isReached: true }, ctx.clientsLeastTier);
