import { withoutReserved } from "@gaia/archive";
import { type CanonicalSkill, permissionText, readSkill } from "@gaia/manifest";
import type { Plan } from "../choice/planned-install.ts";
import type { Held } from "../choice/planned-update.ts";
import type { PassedOver } from "../choice/passed-over.ts";
import type { InstallContext, Needed } from "../terms/context.ts";
import type { HomePaths } from "../home/home.ts";
import { installedFiles } from "../skills/installed-skills.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import { neededConsent } from "../terms/needed-consent.ts";
import type { PlannedRelease } from "../plan/planned-release.ts";
import type { ReleaseProof } from "../log/proven-release.ts";
import type { JudgedRelease } from "../judging/judged-release.ts";
import type { SignerNews } from "./news-of-signers.ts";
import type { UnderReview } from "./under-review.ts";

/** What a newer version may do that the installed one may not, and the other way round; permissions as text. */
export interface PermissionDifference {
  added: string[];
  dropped: string[];
}

/** One release that would be written: fetched and judged, with everything that a person has to agree to. */
export interface ProposedRelease {
  row: PlannedRelease;
  /** Its `signerChange` and `alarms` need agreement too, each by itself. */
  judged: JudgedRelease & { proof: ReleaseProof };
  /** All that is granted once it is written. */
  granted: string[];
  /** What of it nobody agreed to before. */
  asks: Needed[];
  /** Against what is installed; null: it is not, or is asked for anew as a whole. */
  difference: PermissionDifference | null;
}

/** Everything that would be done, from one registry or, for a lock, from several; nothing is written yet. */
export interface Proposal {
  deed: "install" | "update" | "sync";
  /** In the order in which they are written. */
  releases: ProposedRelease[];
}

/** What was chosen, before any of it is fetched. */
export interface Chosen {
  plan: Plan;
  /** Of an update: what stays although something newer is there. */
  passedOver: PassedOver[];
  /** Of an update: what stays because no other version of it may be taken. */
  held: Held[];
  /** Of an update: who signed what stays, where that changed. */
  signerNews: SignerNews[];
  /** Of an update: what stays and is held for review by now. */
  underReview: UnderReview[];
}

/** The person for whom skills are installed, or whoever answers for them. */
export interface Person {
  /** Is shown what was chosen; throws what is to end it there. */
  chosen?(chosen: Chosen): Promise<void>;
  /**
   * Is shown everything that would be done, and agrees to all of it: to what each release asks for, to another signer, to the alarms.
   * False: nothing is written, and that is no failure. Refusals: these are left out, and what remains is proposed again. Throws what
   * is to end all of it, as a refusal.
   */
  agree(proposal: Proposal): Promise<boolean | Refusals>;
}

/** Why single skills are not taken, by name: where an update or a sync of everything is asked for, the others go on without them. */
export type Refusals = ReadonlyMap<string, Error>;

/** What is to be agreed to of one release. `agreed`: what of it was agreed to before. */
export async function proposeRelease(
  { nearHosts }: Pick<InstallContext, "nearHosts">,
  judged: ProposedRelease["judged"],
  { row, agreed }: { row: PlannedRelease; agreed: readonly string[] },
): Promise<ProposedRelease> {
  const near = await nearHosts(judged.skill);
  const needed = [...neededConsent(judged.release.version, judged.skill), ...near];
  const granted = needed.map(({ what }) => what);
  const asNear = near.map(({ what, why }) => ({ permission: what, treatment: "prompt" as const, why }));
  const permissions = [...row.permissions, ...asNear];
  return {
    row: { ...row, permissions },
    judged,
    granted,
    asks: needed.filter(({ what }) => !agreed.includes(what)),
    difference: null,
  };
}

/** What a release may do, against the installed one: what either declares, and what has to be agreed to. */
export async function differenceOf(
  paths: HomePaths,
  entry: LockEntry,
  { judged: { release, skill }, granted }: ProposedRelease,
): Promise<PermissionDifference> {
  const files = (await installedFiles(paths, release.version.name)) ?? [];
  const installed = readSkill(withoutReserved(files), { version: entry.version }).skill;
  const before = new Set([...entry.granted, ...granting(installed)]);
  const now = new Set([...granted, ...granting(skill)]);
  return {
    added: [...now].filter((what) => !before.has(what)),
    dropped: [...before].filter((what) => !now.has(what)),
  };
}

/** What is declared and grants anything. */
const granting = (skill: CanonicalSkill | null): string[] =>
  (skill?.permissions.declared ?? []).filter(({ level }) => level !== "none").map(permissionText);
