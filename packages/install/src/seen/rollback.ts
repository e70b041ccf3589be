import type { components } from "@gaia/client";
import { compareVersions, heldReason, type MinAge, type Range, satisfies, whyTooYoung } from "@gaia/resolver";
import { type AllowedOfSkill, allowedTiers, isBelow } from "../allowed-versions.ts";
import { heldRowFor } from "../terms/held.ts";
import { readStanding, type SignedStanding } from "../trust/attestations.ts";
import { type InstallError, unverified } from "../failures.ts";
import { isVersion } from "../home/home.ts";
import { readSeenStatements } from "./seen-statements.ts";
import type { SeenVersion, SeenVersions } from "./seen-versions.ts";
import type { InstallContext } from "../terms/context.ts";
import { type PinnedKey, pinnedFor } from "../trust/trust-store.ts";

type Row = components["schemas"]["Skill"]["versions"][number];
type AttestationList = components["schemas"]["AttestationList"]["attestations"];

/** What a registry offers of a skill at this moment, and what an install would take of it. */
export interface Offer extends AllowedOfSkill {
  name: string;
  rows: readonly Row[];
  range: Range;
  /** Null when nothing may be installed. */
  chosen: string | null;
  allowDowngrade: boolean;
  /** Versions younger than this are not taken; null: all are. */
  minAge: MinAge | null;
}

/** What an install may go by: what to remember, what its user gave up, and which newer versions were accounted for. */
export interface Accounted {
  seen: SeenVersions;
  forgotten: readonly string[];
}

/**
 * A registry cannot go back in silence (G9): every version in the range that this home has seen and that is newer than the chosen one
 * must be accounted for. With a pinned key by what that key signed last, newer than all this home knows of it; else by the registry's
 * word. Throws exit 5 and says what vanished, unless the user allows the downgrade.
 */
export async function accountForSeen(context: InstallContext, offer: Offer): Promise<Accounted> {
  const { tell } = context;
  const { name, range, chosen, allowDowngrade } = offer;
  const known = await readSeenStatements(context, name);
  const seen = new Map<string, SeenVersion>();
  const forgotten: string[] = [];
  for (const version of newerSeen(known, range, chosen)) {
    if (isOfferedStill(offer, version, known.get(version))) continue;
    const { why, sequence } = await findWithdrawal(context, offer, { version, known: known.get(version) });
    if (why === null && !allowDowngrade) throw unaccounted(context, offer, version);
    if (why === null) {
      forgotten.push(version);
      tell({
        kind: "warning",
        text: `warning: ${name} ${version} was seen here and is no longer offered; you allowed to go below it`,
      });
    } else {
      seen.set(version, { sequence, said: known.get(version)?.said ?? [], releaseDigest: null });
      tell({ kind: "note", text: `${name} ${version}, seen here before, is not taken: ${why}` });
    }
  }
  const highest = newestFirst(offer.rows.filter(({ status }) => status === "published").map((row) => row.version))[0];
  if (highest !== undefined && highest !== chosen && !seen.has(highest)) {
    const found = await observe(context, offer, { version: highest, known: known.get(highest) });
    if (found !== null) seen.set(highest, found);
  }
  sayIfOlder(context, offer, [...known.keys(), ...seen.keys()]);
  return { seen, forgotten };
}

/**
 * Whether a version that was seen before a key was pinned is published still, where nothing is installed anyway: what is in its way is its
 * tier, age or signer, and nobody goes back. Where an older one would be taken, the list alone says too little: it may hide a promotion.
 */
function isOfferedStill({ rows, chosen }: Offer, version: string, known: SeenVersion | undefined): boolean {
  if (chosen !== null || known?.sequence != null) return false;
  return rows.some((row) => row.version === version && row.status === "published");
}

/** What vanished, or what is listed otherwise than anybody signed it. */
function unaccounted({ registry }: InstallContext, offer: Offer, version: string): InstallError {
  const { name, chosen } = offer;
  const row = offer.rows.find((one) => one.version === version);
  if (row === undefined) return vanished(registry, name, version, chosen);
  const stated = asListed(row);
  const why = whyNot(offer, version, stated) ?? "it does not fit with the rest";
  const { leastTier, allowExperimental } = offer;
  const isTier = row.status === "published" && row.security_tier === "experimental" && !allowExperimental;
  const isTooLow = row.status === "published" && leastTier !== null && isBelow(row.security_tier, leastTier);
  return rolledBack(
    `${registry} passes over ${name} ${version}, which this machine has seen there (${why}), ` +
      `and no statement of the registry that is known to be newer says so`,
    name,
    chosen,
    isTooLow ? ", ask for a lower --tier to take it" : isTier ? ", add --allow-experimental to take it" : "",
  );
}

/** The seen versions in a range that are newer than the chosen one, newest first. */
export const newerSeen = (known: SeenVersions, range: Range, chosen: string | null): string[] =>
  newestFirst([...known.keys()]).filter(
    (version) => satisfies(version, range) && (chosen === null || compareVersions(version, chosen) > 0),
  );

/**
 * The chosen release against what was seen of that very version: one number is one release for ever, and what the registry says of it only
 * grows. `found.sequence` is that of its newest statement, null when no key is pinned. Throws exit 5.
 */
export function ensureUnchanged(
  subject: string,
  known: SeenVersion | undefined,
  found: SeenVersion,
  { allowDowngrade, pinned }: { allowDowngrade: boolean; pinned: readonly PinnedKey[] },
): void {
  if (known?.releaseDigest != null && known.releaseDigest !== found.releaseDigest)
    throw unverified(
      "release_changed",
      `${subject} is not the release that this machine has seen under that number: ${found.releaseDigest}, not ${known.releaseDigest}`,
      "a published version never changes: nothing was installed; tell the registry's operators",
    );
  if (known?.sequence == null || found.sequence === null || allowDowngrade) return;
  if (found.sequence < known.sequence)
    throw unverified(
      "statements_rolled_back",
      `The registry's newest statement about ${subject} is number ${found.sequence}; this machine has seen number ${known.sequence}`,
      "nothing was installed; try again, or add --allow-downgrade when the registry's operators say that it lost data",
    );
  const [gone] = missingOf(known, found.said, pinned);
  if (gone !== undefined)
    throw unverified(
      "statements_rolled_back",
      `The registry no longer shows a statement about ${subject} that this machine has seen: number ${gone.split(":").at(-1)}`,
      "nothing was installed; try again, or add --allow-downgrade when the registry's operators say that it lost data",
    );
}

/**
 * What was said by a key that is pinned, and is not said any more. A statement left out may be the one that took another back, also when
 * its key has handed over to the next one since.
 */
function missingOf({ said }: SeenVersion, now: readonly string[], pinned: readonly PinnedKey[]): string[] {
  const believed = new Set(pinned.map(({ key_id: id }) => id));
  return said.filter((each) => believed.has(each.split(":", 1)[0] ?? "") && !now.includes(each));
}

export const vanished = (registry: string, name: string, version: string, chosen: string | null): InstallError =>
  rolledBack(
    `${registry} no longer offers ${name} ${version}, which this machine has seen there, ` +
      `and no statement of the registry that is known to be newer withdraws it`,
    name,
    chosen,
  );

const rolledBack = (what: string, name: string, chosen: string | null, orElse = ""): InstallError =>
  unverified(
    "rolled_back",
    what,
    chosen === null
      ? "nothing was installed; ask the registry's operators what became of it"
      : `nothing was installed; ask the registry's operators${orElse}, name ${name}@${chosen} exactly, or add --allow-downgrade`,
  );

/** Why a version that was seen is not there to be installed, as far as it can be believed; `why` is null when nothing says so. */
async function findWithdrawal(
  context: InstallContext,
  offer: Offer,
  { version, known }: { version: string; known: SeenVersion | undefined },
): Promise<{ why: string | null; sequence: number | null }> {
  const said = await findStatements(context, offer.name, version);
  const pinned = await pinnedFor(context.paths.trust, context.registry);
  if (pinned.length === 0) return { why: whyUnpinned(offer, version, said), sequence: null };
  const subject = { name: offer.name, version, releaseDigest: known?.releaseDigest ?? null };
  const standing = readStanding(envelopesOf(said), pinned, subject, new Date());
  // A true statement may be one that was taken back since: only what is no older than what this home knows of the version says anything.
  const isNewer =
    typeof standing !== "string" &&
    known?.sequence != null &&
    standing.sequence >= known.sequence &&
    missingOf(known, standing.said, pinned).length === 0;
  if (!isNewer) return { why: null, sequence: null };
  const why = whyNot(offer, version, asSigned(standing));
  // That a version is held is the registry's word, which no key signs: it is not enough to hide a version that this home has taken.
  const isBelieved = why !== HELD || known.releaseDigest === null;
  return { why: isBelieved ? why : null, sequence: standing.sequence };
}

/** Without a pinned key there is nothing to verify with: the registry must at least say it. */
function whyUnpinned(offer: Offer, version: string, said: AttestationList): string | null {
  const row = offer.rows.find((one) => one.version === version);
  if (row !== undefined) return whyNot(offer, version, asListed(row));
  const last = said.findLast(({ decision }) => !["publish", "verdict", "tier"].includes(decision))?.decision;
  return last === "yank" || last === "quarantine" || last === "purge" ? `the registry says ${last}` : null;
}

/** Why `@gaia/resolver` passes over a version that waits for its owner's word. */
const HELD = "its signer changed, which its owner has not confirmed";

interface Stated {
  status: string;
  tier: string;
  /** Null: nobody says it. */
  verdict: string | null;
  publishedAt: string | null;
}

const asListed = (row: Row): Stated => ({
  status: row.status,
  tier: row.security_tier,
  verdict: row.verdict,
  publishedAt: row.published_at,
});

const asSigned = ({ status, tier, verdict, publishedAt }: SignedStanding): Stated => ({
  status: status ?? "published",
  tier: tier ?? "experimental",
  verdict,
  publishedAt,
});

function whyNot({ minAge, rows, ...allowed }: Offer, version: string, stated: Stated): string | null {
  const { status, tier, verdict, publishedAt } = stated;
  if (status !== "published") return `it is ${status}`;
  // A clearance is the registry's word, a verdict is signed: nothing hides behind a review that no statement knows of.
  const heldFor = rows.filter((row) => row.version === version).map(heldRowFor)[0] ?? null;
  if (heldFor !== null && verdict === "REVIEW" && !allowed.allowHeld) return heldReason(heldFor);
  if (!allowedTiers(allowed).some((one) => one === tier)) return `its tier is ${tier}`;
  // While a version is held it is experimental: one with a signed tier is not held, whatever the registry lists.
  const isSignerHeld = rows.some((row) => row.version === version && row.signer_change === "pending");
  if (isSignerHeld && tier === "experimental") return HELD;
  return minAge === null ? null : whyTooYoung(publishedAt, minAge, new Date());
}

/** The highest listed version, to be remembered: with a pinned key only what that key vouches for. Null where it does not. */
async function observe(
  context: InstallContext,
  offer: Offer,
  { version, known }: { version: string; known: SeenVersion | undefined },
): Promise<SeenVersion | null> {
  const pinned = await pinnedFor(context.paths.trust, context.registry);
  if (!isVersion(version)) return null;
  if (pinned.length === 0) return { sequence: null, said: [], releaseDigest: null };
  const said = envelopesOf(await findStatements(context, offer.name, version));
  const subject = { name: offer.name, version, releaseDigest: known?.releaseDigest ?? null };
  const standing = readStanding(said, pinned, subject, new Date());
  if (typeof standing === "string") return null;
  const { status, tier, sequence, said: told } = standing;
  if (known !== undefined && missingOf(known, told, pinned).length > 0) return null;
  // What was seen without a sequence, and is said to be withdrawn now, may be an old statement: nothing to remember.
  if (known?.sequence === null && status !== null && status !== "published") return null;
  const isNewer = offer.chosen === null || compareVersions(version, offer.chosen) > 0;
  const isHeldBack = whyNot(offer, version, asSigned(standing)) === null;
  if (isNewer && satisfies(version, offer.range) && isHeldBack && !offer.allowDowngrade)
    throw unverified(
      "attestation_invalid",
      `The registry lists ${offer.name} ${version} otherwise than it signed: as ${tier ?? "experimental"}, it may be installed`,
      "nothing was installed; try again, and tell the registry's operators if it stays",
    );
  return { sequence, said: told, releaseDigest: null };
}

/** What the registry signed about a version; nothing where it does not answer for it. */
async function findStatements({ door }: InstallContext, name: string, version: string): Promise<AttestationList> {
  try {
    return await door.attestations({ name, version });
  } catch (error) {
    if (door.isSilence(error)) return [];
    throw error;
  }
}

const envelopesOf = (said: AttestationList): unknown[] => said.map(({ envelope }) => envelope);

const newestFirst = (versions: readonly string[]): string[] =>
  [...new Set(versions)].filter(isVersion).sort((left, right) => compareVersions(right, left));

/** An exact version is its user's word, and said all the same. */
function sayIfOlder({ tell }: InstallContext, { name, range, chosen }: Offer, versions: readonly string[]): void {
  const [highest] = newestFirst(versions);
  if (range.exact === null || chosen === null || highest === undefined) return;
  if (compareVersions(highest, chosen) > 0)
    tell({
      kind: "note",
      text: `${name} ${chosen} is older than ${highest}, which this machine has seen; it was named exactly.`,
    });
}
