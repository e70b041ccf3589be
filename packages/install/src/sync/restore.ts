import { compareTiers, TIERS } from "@gaia/policy";
import { heldFor } from "../terms/held.ts";
import { unverified } from "../failures.ts";
import { fetchRelease } from "../release/fetched-release.ts";
import type { FetchedRelease, InstallContext, Version } from "../terms/context.ts";
import { dependenciesHash } from "../terms/generated-files.ts";
import { followHandovers } from "../handover/follow-handovers.ts";
import { readPins } from "../pins/pins.ts";
import { placeRelease } from "../release/place-release.ts";
import type { Placed } from "../skills/installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { WHAT_NEXT } from "../revocations/taken-back.ts";
import { pinnedFor } from "../trust/trust-store.ts";
import { loggedAs } from "../log/logged-as.ts";
import { lookAgainIfOvertaken, proveRelease, type ReleaseProof } from "../log/proven-release.ts";
import { type JudgedRelease, judgeRelease } from "../judging/judged-release.ts";

/** The very release that a lock names, judged on this machine. */
export interface LockedRelease extends JudgedRelease {
  name: string;
  /** As in the lock, but for a tier that rose since. */
  entry: LockEntry;
  proof: ReleaseProof;
}

/**
 * Fetches what a lock entry names from the registry that it names (which is the context's). Throws exit 5 where the registry has another
 * content, publisher or signer under that number. Writes nothing but what was seen of its log.
 */
export async function fetchLocked(context: InstallContext, name: string, entry: LockEntry): Promise<LockedRelease> {
  await followHandovers(context);
  return lookAgainIfOvertaken(context, async (asking) => {
    const release = await fetchRelease(asking, name, entry.version);
    ensureLocked(name, entry, release);
    await warnOfYanked(asking, release);
    warnOfHeld(asking, release);
    const judged = await judgeRelease(asking, release);
    const signer = judged.signature.state === "valid" ? judged.signature.fingerprint : null;
    if (signer !== entry.signer)
      throw unverified(
        "signer_changed",
        `The lock says that ${name} ${entry.version} is signed with ${entry.signer ?? "nothing"}; ` +
          `it came signed with ${signer ?? "nothing"}`,
        "nothing was restored; install it again to see what changed",
      );
    const locked = { ...entry, security_tier: tierNow(name, entry, release), held: heldFor(release.version) };
    return { ...judged, name, entry: locked, proof: await proveRelease(asking, judged) };
  });
}

function ensureLocked(name: string, entry: LockEntry, { version }: FetchedRelease): void {
  const differs = (["integrity", "content_digest", "release_digest", "publisher"] as const).find(
    (field) => version[field] !== entry[field],
  );
  if (differs === undefined) return;
  throw unverified(
    "release_changed",
    `The registry's ${name} ${entry.version} is not the one of the lock: its ${differs} is ${version[differs]}, not ${entry[differs]}`,
    "a published version never changes: nothing was restored; was the lock edited by hand, or the registry replaced?",
  );
}

/** Where a key is pinned, the signed list says it. */
async function warnOfYanked({ paths, registry, tell }: InstallContext, { version }: FetchedRelease): Promise<void> {
  const { name, status, status_reason: why } = version;
  if (status !== "yanked" || (await pinnedFor(paths.trust, registry)).length > 0) return;
  tell({
    kind: "warning",
    text: `warning: ${name} ${version.version} was yanked${why === null ? "" : `: ${why}`}`,
  });
}

/** What is locked stays, also where a review holds it now: whoever has it should know. */
function warnOfHeld({ tell }: InstallContext, { version }: FetchedRelease): void {
  const reason = heldFor(version);
  if (reason !== null)
    tell({ kind: "warning", text: `warning: ${version.name} ${version.version} is held for review: ${reason}` });
}

/** What is signed about it is of today, so its tier is; one that fell was not agreed to. */
function tierNow(name: string, entry: LockEntry, { version }: FetchedRelease): Version["security_tier"] {
  const agreed = TIERS.find((tier) => tier === entry.security_tier);
  if (agreed !== undefined && compareTiers(version.security_tier, agreed) >= 0) return version.security_tier;
  if (version.status === "quarantined")
    throw unverified(
      "revoked",
      `${name} ${entry.version} is quarantined at its registry: ${version.status_reason ?? "it does not say why"}`,
      WHAT_NEXT,
    );
  throw unverified(
    "tier_fell",
    `The tier of ${name} ${entry.version} is ${version.security_tier}, no longer ${entry.security_tier}, which the lock agreed to`,
    "nothing was restored; see what became of it, and install another version",
  );
}

/**
 * Puts it in its place again, with its copies. What a person changed there is refused, or `overwrites` keeps it aside. Call inside
 * `changeInstalled`.
 */
export async function restoreSkill(
  context: InstallContext,
  locked: LockedRelease,
  overwrites: boolean,
): Promise<Placed> {
  const { paths, tell } = context;
  const { name, skill, proof } = locked;
  const hash = locked.entry.dependencies_hash;
  const { pip: pins } = await readPins(paths, { skill, entry: locked.entry, counts: true });
  // The proof that came now lies there, of a later tree than the one of the install. A team's lock has none, and stays as it is.
  const logged = paths.place.scope === "project" ? {} : loggedAs(proof, paths);
  const entry = { ...locked.entry, ...logged, dependencies_hash: dependenciesHash(skill, pins) };
  if (entry.dependencies_hash !== hash)
    tell({
      kind: "warning",
      text: `warning: what ${name} was pinned to is not beside the lock: its needs are as it declares them`,
    });
  return placeRelease(context, locked, { entry, pins, fetchedAt: new Date(entry.installed_at), overwrites });
}
