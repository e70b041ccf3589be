import { type MinAge, type Range, whyTooYoung } from "@gaia/resolver";
import type { AllowedOfSkill } from "../allowed-versions.ts";
import { chooseFrom, ensureChosen, isNewer } from "./chosen-version.ts";
import { accountInBundle } from "../bundle/accounted-in-bundle.ts";
import { fetchRelease } from "../release/fetched-release.ts";
import { changeInstalled } from "../skills/installed-skills.ts";
import { lookAgainIfOvertaken, proveRelease, type ReleaseProof } from "../log/proven-release.ts";
import { followHandovers } from "../handover/follow-handovers.ts";
import { type JudgedRelease, judgeRelease } from "../judging/judged-release.ts";
import { type Accounted, accountForSeen, ensureUnchanged, newerSeen, type Offer, vanished } from "../seen/rollback.ts";
import { readSeenStatements } from "../seen/seen-statements.ts";
import { readSeen, rememberSeen, type SeenVersions } from "../seen/seen-versions.ts";
import { unverified } from "../failures.ts";
import type { InstallContext } from "../terms/context.ts";
import { pinnedFor } from "../trust/trust-store.ts";
import { ensureAllowed } from "../terms/needed-consent.ts";

/** What is asked for by name. */
interface Wish extends AllowedOfSkill {
  name: string;
  range: Range;
  allowDowngrade: boolean;
  /** Versions younger than this are passed over; null: none are. */
  minAge: MinAge | null;
  /** The version that fits with everything else; null: the highest that is allowed. */
  picked: string | null;
}

/** A release that may be installed, and what it goes by: what this home has seen of the skill. */
export interface ChosenRelease extends JudgedRelease {
  proof: ReleaseProof;
  range: Range;
  accounted: Accounted;
}

/** Chooses a version, fetches it and judges it against everything this home knows. Nothing is written but what was seen. */
export async function chooseRelease(context: InstallContext, wish: Wish): Promise<ChosenRelease> {
  const { name, range, allowDowngrade, picked } = wish;
  await followHandovers(context);
  const skill = await context.door.skill(name).catch(async (error: unknown) => {
    if (context.door.isSilence(error)) await account(context, { ...wish, rows: [], chosen: null });
    throw error;
  });
  const highest = chooseFrom(skill, wish);
  const choice = picked === null || picked === highest.chosen ? highest : { ...highest, chosen: picked, note: null };
  const accounted = await account(context, { ...wish, rows: skill.versions, chosen: choice.chosen });
  const { chosen, note, passedOver } = ensureChosen({ ...skill, name }, wish, choice);
  for (const { version, reason } of passedOver.filter((one) => isNewer(one.version, chosen)))
    context.tell({ kind: "note", text: `${name} ${version} is newer and was passed over: ${reason}` });
  if (note !== null) context.tell({ kind: "note", text: `${name} ${note}` });
  if (picked !== null && highest.chosen !== null && picked !== highest.chosen)
    context.tell({ kind: "note", text: `${name} ${highest.chosen} was passed over: it does not fit with the rest` });
  const { judged, seen, proof } = await lookAgainIfOvertaken(context, async (asking) => {
    const release = await fetchRelease(asking, name, chosen);
    ensureAllowed(release.version, wish);
    const judged = await judgeRelease(asking, release);
    ensureSameNeeds(judged);
    if (wish.minAge !== null && range.exact !== chosen) ensureSignedAge(judged, wish.minAge);
    const seen = await ensureSeenUnchanged(asking, judged, allowDowngrade);
    return { judged, seen, proof: await proveRelease(asking, judged) };
  });
  // Only now: what the log does not have is nothing that was said, and must not stand in the way of what was.
  await remember(context, name, seen);
  return { ...judged, proof, range, accounted };
}

/** What was resolved upon is the registry's word; what the package itself needs is signed. Throws exit 5. */
function ensureSameNeeds({ release, skill }: JudgedRelease): void {
  if (skill === null) return;
  const { name, version, requirements } = release.version;
  // An older registry does not say what is optional; all of it is needed then.
  const word = (optional: boolean | undefined) => (optional === true ? " (optional)" : "");
  const isSaid = requirements.skills.some(({ optional }) => optional !== undefined);
  const said = requirements.skills.map((one) => `${one.name} ${one.version}${word(one.optional)}`).sort();
  const own = skill.requires.skills.map((one) => `${one.name} ${one.range}${word(isSaid && one.optional)}`).sort();
  if (said.length === own.length && said.every((one, at) => one === own[at])) return;
  throw unverified(
    "requirements_mismatch",
    `The registry says that ${name} ${version} needs ${said.join(", ") || "no other skill"}; its manifest says ${own.join(", ") || "none"}`,
    "nothing was installed; tell the registry's operators",
  );
}

/** The registry's list of dates is anybody's word on the way here: its signed statement says when it published. Throws exit 5. */
function ensureSignedAge({ release, attestation }: JudgedRelease, minAge: MinAge): void {
  if (attestation.state !== "valid") return;
  const { name, version } = release.version;
  const young = whyTooYoung(attestation.publishedAt, minAge, new Date());
  if (young !== null)
    throw unverified(
      "published_later",
      `${name} ${version} is listed as older than the registry signed: ${young}`,
      "nothing was installed; try again, and tell the registry's operators if it stays",
    );
}

/** Looks once more under the lock, because another run may have seen newer versions meanwhile. Call inside `changeInstalled`. */
export async function settleSeenVersions(
  context: InstallContext,
  { release, range, accounted }: ChosenRelease,
): Promise<void> {
  const { paths, registry } = context;
  const { name, version } = release.version;
  const skill = { registry, name };
  const { seen, forgotten } = accounted;
  if (context.isOffline) return;
  const newer = newerSeen(await readSeen(paths, skill), range, version).find(
    (one) => !seen.has(one) && !forgotten.includes(one),
  );
  if (newer !== undefined) throw vanished(registry, name, newer, version);
  await rememberSeen(paths, skill, { seen: new Map(), forgotten });
}

async function account(context: InstallContext, offer: Offer): Promise<Accounted> {
  if (context.bundle !== undefined) return accountInBundle(context, offer);
  // What is offered is what lies here: nobody goes back.
  if (context.isOffline) return { seen: new Map(), forgotten: [] };
  const accounted = await accountForSeen(context, offer);
  if (accounted.seen.size > 0) await remember(context, offer.name, accounted.seen);
  return accounted;
}

async function ensureSeenUnchanged(
  context: InstallContext,
  judged: JudgedRelease,
  allowDowngrade: boolean,
): Promise<SeenVersions> {
  const { name, version, release_digest: releaseDigest } = judged.release.version;
  const { attestation } = judged;
  const isPinned = attestation.state === "valid";
  const found = {
    sequence: isPinned ? attestation.sequence : null,
    said: isPinned ? attestation.said : [],
    releaseDigest,
  };
  const known = await readSeenStatements(context, name);
  const pinned = await pinnedFor(context.paths.trust, context.registry);
  ensureUnchanged(`${name} ${version}`, known.get(version), found, { allowDowngrade, pinned });
  return new Map([[version, found]]);
}

const remember = (context: InstallContext, name: string, seen: SeenVersions): Promise<void> =>
  changeInstalled(context.paths, () =>
    rememberSeen(context.paths, { registry: context.registry, name }, { seen, forgotten: [] }),
  );
