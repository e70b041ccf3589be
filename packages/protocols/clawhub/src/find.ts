import { type JudgedVersion, listJudged, newestServed, type VersionFacts } from "@gaia/artefacts";
import type { ReadCtx } from "@gaia/catalog";
import type { Unserved } from "@gaia/policy";
import type { Asked } from "./asked.ts";
import { ClawhubError, noSkill, WHY } from "./errors.ts";

export const PROTOCOL = "clawhub";

/** A skill that whoever asks may see, and what of it a client may have. */
export interface FoundSkill {
  name: string;
  owner: string;
  /** The highest first. */
  versions: readonly JudgedVersion[];
  served: readonly VersionFacts[];
  /** What is had without naming a number; null: none may be had. */
  latest: VersionFacts | null;
}

/** What is nobody's to know of: no version was ever published. */
const isTold = ({ why }: JudgedVersion): boolean => why !== "unknown";

/** @throws ClawhubError 404 for what is not there, is nobody's to see, or is another owner's than was asked for */
export async function findSkill(ctx: ReadCtx, { name, owner }: Asked): Promise<FoundSkill> {
  const versions = (await listJudged(ctx, { protocol: PROTOCOL, name })).filter(isTold);
  const [first] = versions;
  if (!first || (owner !== null && owner !== first.owner)) throw noSkill();
  const served = versions.filter(({ why }) => why === null);
  return { name, owner: first.owner, versions, served, latest: newestServed(served) };
}

/** Why none of a skill's versions is served: by the one that weighs most. */
export function whyNone({ versions }: FoundSkill): Unserved {
  const said = new Set(versions.map(({ why }) => why));
  const order = ["held", "below_tier", "quarantined", "yanked", "purged"] as const;
  return order.find((why) => said.has(why)) ?? "unknown";
}

/** The version that is meant. @throws ClawhubError with the reason why it is not served */
export function ensureVersion(found: FoundSkill, version: string | null): VersionFacts {
  if (version === null) {
    if (found.latest !== null) return found.latest;
    const { status, words } = WHY[whyNone(found)];
    throw new ClawhubError(status, words);
  }
  const named = found.versions.find((each) => each.version === version);
  if (named?.why === null) return named;
  const { status, words } = WHY[named?.why ?? "unknown"];
  throw new ClawhubError(status, words);
}

/**
 * A skill that is about to be changed. Its owner may have versions of it that are nobody else's to know of; to others it is there when
 * one of them is. @throws ClawhubError 404 for what is not there, or is another owner's
 */
export async function findOwned(ctx: ReadCtx, { name, owner }: Asked): Promise<{ name: string }> {
  const versions = await listJudged(ctx, { protocol: PROTOCOL, name });
  const [first] = versions;
  if (!first || (owner !== null && owner !== first.owner)) throw noSkill();
  if (!versions.some(isTold) && !isOf(ctx, first.owner)) throw noSkill();
  return { name };
}

function isOf({ actor }: ReadCtx, owner: string): boolean {
  if (actor === null || !("publishers" in actor)) return false;
  const isAdmin = "role" in actor && actor.role === "admin";
  return isAdmin || actor.publishers.some(({ handle }) => handle === owner);
}
