import type { Tier } from "@gaia/policy";
import { isBelow } from "../allowed-versions.ts";
import { whyFailed } from "../failures.ts";
import { agreedTier, type LockEntry } from "../home/skill-lock.ts";
import { consultRevocations } from "../revocations/consult-revocations.ts";
import type { InstallContext } from "../terms/context.ts";
import { readStanding } from "../trust/attestations.ts";
import { type PinnedKey, pinnedFor } from "../trust/trust-store.ts";

/** A version that is installed and whose tier its registry lowered since. */
export interface FallenTier {
  name: string;
  version: string;
  /** That its user agreed to. */
  from: Tier;
  /** The registry's word for it. */
  to: string;
  /** Why, in the registry's words, of nobody's signing; null: it does not say. */
  reason: string | null;
  /** Whether a key that is pinned here signed that. */
  isSigned: boolean;
  /** The lowest tier and the range that were asked for with it; null: none, and it came for another skill's sake. */
  leastTier: Tier | null;
  requested: string | null;
}

/** Of a reason: anybody's text. */
const MOST_REASON = 400;

/**
 * Which of some installed versions fell below the tier that their lock entries were taken at. With a pinned key the signed list of
 * revocations and the statements say it, where the registry shows any: a list of versions alone lowers nothing. Else it is not `isSigned`.
 */
export async function findFallen(
  context: InstallContext,
  { names, entries }: { names: readonly string[]; entries: ReadonlyMap<string, LockEntry> },
): Promise<FallenTier[]> {
  const pinned = await pinnedFor(context.paths.trust, context.registry);
  const revoked = await revokedTiers(context);
  const fallen: FallenTier[] = [];
  for (const name of names) {
    const entry = entries.get(name);
    if (entry === undefined || agreedTier(entry) === "experimental") continue;
    const { version, release_digest: digest, least_tier: leastTier, requested } = entry;
    const from = agreedTier(entry);
    const listed = await orSilence(context, context.door.skill(name));
    const row = listed?.versions.find((one) => one.version === version);
    const revokedTo = revoked.get(digest);
    const isRevoked = revokedTo !== undefined && isBelow(revokedTo, from);
    if (!isRevoked && (row === undefined || !isBelow(row.security_tier, from))) continue;
    const signed = isRevoked ? revokedTo : await signedTier(context, { name, version, digest, pinned });
    if (signed !== null && !isBelow(signed, from)) continue;
    const told = await orSilence(context, context.door.version({ name, version }));
    const reason = (told?.demoted_reason ?? told?.status_reason)?.slice(0, MOST_REASON) ?? null;
    const to = signed ?? row?.security_tier ?? "experimental";
    fallen.push({ name, version, from, to, reason, isSigned: signed !== null, leastTier, requested });
  }
  return fallen;
}

/** `web 1.0.0: its tier fell from verified to community: it phones home`. */
export const fallenWords = ({ name, version, from, to, reason, isSigned }: FallenTier): string =>
  `${name} ${version}: its tier fell from ${from} to ${to}${reason === null ? "" : `: ${reason}`}` +
  (isSigned ? "" : " (by its registry's word, which no pinned key signed)");

/** By release, what the signed list leaves of tiers that were higher. A list that does not hold is said, and lowers nothing. */
async function revokedTiers(context: InstallContext): Promise<ReadonlyMap<string, string>> {
  let tiers = new Map<string, string>();
  const read = async (): Promise<void> => {
    const now = new Date();
    const { list } = await consultRevocations(context, { isOffline: false, allowDowngrade: false, now });
    tiers = new Map(
      (list?.entries ?? []).flatMap(({ release_digest: digest, tier }) =>
        tier === null ? [] : [[digest, tier] as const],
      ),
    );
  };
  const why = await whyFailed(read());
  if (why !== null) context.tell({ kind: "warning", text: `warning: ${why.message}` });
  return tiers;
}

/** What the registry last signed of its tier; null: nothing is pinned, or nothing that holds is shown. */
async function signedTier(
  context: InstallContext,
  input: { name: string; version: string; digest: string; pinned: readonly PinnedKey[] },
): Promise<string | null> {
  const { name, version, digest, pinned } = input;
  if (pinned.length === 0) return null;
  const said = (await orSilence(context, context.door.attestations({ name, version }))) ?? [];
  const envelopes = said.map(({ envelope }) => envelope);
  const standing = readStanding(envelopes, pinned, { name, version, releaseDigest: digest }, new Date());
  return typeof standing === "string" ? null : (standing.tier ?? "experimental");
}

/** Null where the registry has nothing there, or will not show it. */
const orSilence = <T>({ door }: InstallContext, asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (door.isSilence(error)) return null;
    throw error;
  });
