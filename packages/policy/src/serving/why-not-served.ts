import type { Status } from "../states.ts";
import { compareTiers, type Tier } from "../tiers.ts";
import type { Verdict } from "../verdicts.ts";
import type { Visibility } from "../rights/visibility.ts";

/** By how much a protocol gives out less than every foreign protocol may. No key of it lets a client have more. */
interface Narrowing {
  /** The client tells others which addresses it asks, so that no address of a hidden skill would stay hidden. */
  isPublicAlone?: true;
}

/**
 * The protocols of other clients that give out versions. Our own API is not among them: its client shows state, verdict and tier, asks for
 * consent and refuses what is revoked, so it may name a yanked version or one that is held for review, and it shows people their own
 * releases before anybody else sees them (`showTo`). A client that was not made for this registry does none of that.
 */
const NARROWINGS = {
  apm: {},
  hub: {},
  clawhub: {},
  discovery: { isPublicAlone: true },
} as const satisfies Record<string, Narrowing>;

export type Protocol = keyof typeof NARROWINGS;

// The keys of a literal are its type's.
export const PROTOCOLS = Object.keys(NARROWINGS) as readonly Protocol[];

/** Of a version, what decides whether the client of a foreign protocol may have it. */
export interface Servable {
  status: Status;
  verdict: Verdict | null;
  /** Its verdict is REVIEW, and no admin cleared it. */
  isHeld: boolean;
  /** Its owner has not confirmed yet who signs it. */
  isSignerHeld: boolean;
  tier: Tier;
  visibility: Visibility;
  /** Whoever asks may see its skill (`reaches`). */
  isReached: boolean;
}

/** Why a client is not given a version. `unknown`: it is not there, as far as that client may know. */
export type Unserved = "unknown" | "quarantined" | "purged" | "yanked" | "held" | "below_tier";

/**
 * Why the client of a foreign protocol may not have this version, or null when it may: published, ALLOW or cleared, of `leastTier` or
 * above, and visible to whoever asks. Lists, indexes, single files and archives go by it alike. What an admin released although its verdict
 * is BLOCK is for clients that show the verdict.
 */
export function whyNotServed(protocol: Protocol, version: Servable, leastTier: Tier): Unserved | null {
  const { isPublicAlone }: Narrowing = NARROWINGS[protocol];
  // First, so that no other answer tells of a skill that is not there for this client.
  if (!version.isReached || (isPublicAlone && version.visibility !== "public")) return "unknown";
  const { status } = version;
  if (status !== "published")
    return status === "quarantined" || status === "purged" || status === "yanked" ? status : "unknown";
  const isClear = version.verdict === "ALLOW" || (version.verdict === "REVIEW" && !version.isHeld);
  if (!isClear || version.isSignerHeld) return "held";
  return compareTiers(version.tier, leastTier) < 0 ? "below_tier" : null;
}
