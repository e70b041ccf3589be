import { compareTiers, type Tier, TIERS } from "@gaia/policy";
import type { Revocation } from "@gaia/trust";
import type { InstallContext } from "../terms/context.ts";
import { unverified } from "../failures.ts";
import type { JudgedRelease } from "../judging/judged-release.ts";
import type { Check } from "../release/verify-installed.ts";
import { pinnedLogFor } from "../log/pinned-log.ts";
import { type Consulted, consultRevocations } from "./consult-revocations.ts";

/** What a list says of one release. `withdrawn`: quarantined or purged; `demoted`: below the tier that was agreed to. */
export type Standing = "withdrawn" | "demoted" | "yanked" | "good" | "unknown";

/** A release as it was installed: its digest, and the tier that its user agreed to. */
interface Agreed {
  releaseDigest: string;
  tier: string;
}

/** What is known of a release, and as a sentence. */
export function standingOf(consulted: Consulted, { releaseDigest, tier }: Agreed, now: Date): StandingSaid {
  const { isPinned, list, isExpired } = consulted;
  if (!isPinned)
    return {
      standing: "unknown",
      text: "without a pinned key, its revocations rest on the registry's word: pin its key",
    };
  if (list === null) return { standing: "unknown", text: `there is no list of revocations here${whyNot(consulted)}` };
  const as = `as of ${spokenAge(now.getTime() - Date.parse(list.head.issued_at))} ago`;
  const entry = list.entries.find((one) => one.release_digest === releaseDigest);
  if (entry?.status === "quarantined" || entry?.status === "purged")
    return { standing: "withdrawn", text: `it was ${entry.status} on ${entry.at}, ${as}` };
  if (entry !== undefined && isBelow(entry, tier))
    return { standing: "demoted", text: `its tier is ${entry.tier}, no longer ${tier}, which you agreed to, ${as}` };
  if (entry?.status === "yanked") return { standing: "yanked", text: `it was yanked on ${entry.at}, ${as}` };
  if (isExpired)
    return { standing: "unknown", text: `not revoked ${as}, which is too old to count${whyNot(consulted)}` };
  return { standing: "good", text: `not revoked, ${as}` };
}

export interface StandingSaid {
  standing: Standing;
  text: string;
}

const whyNot = ({ unreached }: Consulted): string => (unreached === null ? "" : ` (${unreached})`);

function isBelow({ tier: now }: Revocation, agreed: string): boolean {
  const known = (tier: string | null): Tier | null => TIERS.find((one) => one === tier) ?? null;
  const [left, before] = [known(now), known(agreed)];
  // Of a tier that this version does not know nobody can say that it is enough.
  return now !== null && (left === null || before === null ? now !== agreed : compareTiers(left, before) < 0);
}

/** The line of `verify`. */
export function checkRevocations(consulted: Consulted, agreed: Agreed, now: Date): Check {
  const { standing, text } = standingOf(consulted, agreed, now);
  const state = {
    withdrawn: "failed",
    demoted: "failed",
    yanked: "passed",
    good: "passed",
    unknown: "unchecked",
  } as const;
  return { check: "revocations", state: state[standing], detail: text, ...(standing === "yanked" && { warns: true }) };
}

/**
 * What an install may take: nothing that the signed list says is withheld, or of a lower tier than the registry says, unless its user says
 * so. Says what it goes by. Throws exit 5.
 */
export async function ensureNotRevoked(
  context: InstallContext,
  judged: readonly JudgedRelease[],
  { allowRevoked, allowDowngrade }: { allowRevoked: boolean; allowDowngrade: boolean },
): Promise<void> {
  const now = new Date();
  const { isOffline = false } = context;
  const consulted = await consultRevocations(context, { isOffline, allowDowngrade, now });
  if (context.requiresRevocations === true) ensureListed(context.registry, consulted);
  // Whoever pinned nothing is told so already.
  if (!consulted.isPinned) return;
  if (isOffline) await ensureNotStale(context, consulted, now);
  for (const { release } of judged) {
    const { name, version, release_digest: releaseDigest, security_tier: tier } = release.version;
    const { standing, text } = standingOf(consulted, { releaseDigest, tier }, now);
    const subject = `${name} ${version}`;
    if ((standing === "withdrawn" || standing === "demoted") && !allowRevoked)
      throw unverified(
        "revoked",
        `${subject} is offered, but the registry's signed list of revocations says otherwise: ${text}`,
        "nothing was installed; add --allow-revoked to take it all the same",
      );
    if (standing !== "good") context.tell({ kind: "warning", text: `warning: ${subject}: ${text}` });
  }
}

/**
 * For who goes by nothing but what a registry says now: a list that a pinned key signed, fetched when it was asked for, and not expired. A
 * list that is withheld looks like a registry that is down. Throws exit 5.
 */
export function ensureListed(registry: string, { isPinned, list, isExpired, unreached }: Consulted): void {
  if (isPinned && list !== null && !isExpired && unreached === null) return;
  const why = isPinned
    ? (unreached ?? (list === null ? "there is no list" : "its list has expired"))
    : "its key is not pinned";
  throw unverified(
    "revocations_withheld",
    `The revocations of ${registry} are not known now, and you require them: ${why}`,
    "try again, or go without --require-revocations (GAIA_REQUIRE_REVOCATIONS)",
  );
}

/** Offline nobody says what was taken back since: who refuses a stale log refuses a list that is as old. Throws exit 5. */
async function ensureNotStale({ paths, registry }: InstallContext, { list }: Consulted, now: Date): Promise<void> {
  const log = await pinnedLogFor(paths.trust, registry);
  if (log === null || !log.refusesStale) return;
  const ageMs = list === null ? Infinity : now.getTime() - Date.parse(list.head.issued_at);
  if (ageMs <= log.maxAgeSeconds * 1000) return;
  const known = list === null ? "not at all" : `as of ${spokenAge(ageMs)} ago`;
  throw unverified(
    "revocations_stale",
    `The revocations of ${registry} are known here ${known}; you refuse what is older than ${spokenAge(log.maxAgeSeconds * 1000)}`,
    "nothing was installed; ask the registry once with `audit`, or install without --offline",
  );
}

/** `90000` -> `1 minute`. */
function spokenAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const units = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
  ] as const;
  const [size, unit] = units.find(([each]) => seconds >= each) ?? ([1, "second"] as const);
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
