import { isSortable, type ReadCtx, readable, sortKeyOf } from "@gaia/catalog";
import { skills, versions } from "@gaia/db";
import type { Protocol, Unserved } from "@gaia/policy";
import { and, eq, inArray } from "drizzle-orm";
import { NotServed } from "./not-served.ts";
import { findFacts, type VersionFacts } from "./version-facts.ts";
import { whyNot } from "./why-not.ts";

/** The versions of a skill that a client of this protocol may have, the highest first; none: as of a name that nobody has. */
export async function listServed(ctx: ReadCtx, input: { protocol: Protocol; name: string }): Promise<VersionFacts[]> {
  return listServedOf(ctx, { protocol: input.protocol, names: [input.name] });
}

/** The same of several skills at once. */
export async function listServedOf(
  ctx: ReadCtx,
  { protocol, names }: { protocol: Protocol; names: readonly string[] },
): Promise<VersionFacts[]> {
  const found = await findFacts(ctx.db, { where: and(inArray(skills.name, [...names]), readable(ctx)) });
  return found.filter((each) => whyNot(ctx, protocol, each) === null);
}

/** A version, and why a client of this protocol may not have it; null: it may. */
export type JudgedVersion = VersionFacts & { why: Unserved | null };

/** All versions of a skill that whoever asks may see, the highest first; for a protocol that says why there is nothing. */
export async function listJudged(
  ctx: ReadCtx,
  { protocol, name }: { protocol: Protocol; name: string },
): Promise<JudgedVersion[]> {
  const found = await findFacts(ctx.db, { where: and(eq(skills.name, name), readable(ctx)) });
  return found.map((each) => ({ ...each, why: whyNot(ctx, protocol, each) }));
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
