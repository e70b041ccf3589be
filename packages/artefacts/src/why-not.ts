import type { ReadCtx } from "@gaia/catalog";
import { type Protocol, type Unserved, whyNotServed } from "@gaia/policy";
import type { VersionFacts } from "./version-facts.ts";

/** Why a client of this protocol may not have a version that was found by what whoever asks may see; null: it may. Pure. */
export const whyNot = (ctx: ReadCtx, protocol: Protocol, found: VersionFacts): Unserved | null =>
  whyNotServed(protocol, { ...found, isReached: true }, ctx.clientsLeastTier);
