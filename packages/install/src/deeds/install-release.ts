import type { Tier } from "@gaia/policy";
import type { ChosenRelease } from "../choice/chosen-release.ts";
import { heldFor } from "../terms/held.ts";
import type { InstallContext } from "../terms/context.ts";
import { dependenciesHash } from "../terms/generated-files.ts";
import { loggedAs } from "../log/logged-as.ts";
import { npmPinsDigest, type PackagePins, writePins } from "../pins/pins.ts";
import { type LockEntry, readSkillLock } from "../home/skill-lock.ts";
import type { AgentName } from "../home/agents.ts";
import { placeRelease } from "../release/place-release.ts";
import type { Placed } from "../skills/installed-skills.ts";

/** What is optional counts where it is there: it was installed before what needs it. */
const neededSkills = (skill: ChosenRelease["skill"], installed: ReadonlyMap<string, LockEntry>): [string, string][] =>
  (skill?.requires.skills ?? []).flatMap(({ name, range, optional }) =>
    optional && !installed.has(name) ? [] : [[name, range]],
  );

/** What its user wants of an install beside the release. */
export interface Wanted {
  /** The range that was asked for; null: another skill needs it. */
  requested: string | null;
  /** The lowest tier that was asked for with it; null: none. */
  leastTier: Tier | null;
  /** The permissions that were agreed to. */
  granted: readonly string[];
  /** To be copied for these too. */
  agents: readonly AgentName[];
  /** Copies are to have the published bytes; undefined: as it was installed. */
  asPublished: boolean | undefined;
  /** What its packages are pinned to (`pinRequirements`). */
  pins: PackagePins;
  /** Takes the place of what a person made or changed there, which is kept aside. */
  overwrites: boolean;
}

/** A judged release becomes an entry of the lock, and takes its place with its pins. Call inside `changeInstalled`. */
export async function installRelease(context: InstallContext, one: ChosenRelease, wanted: Wanted): Promise<Placed> {
  const { registry, paths } = context;
  const { release, skill, signature, proof } = one;
  const { version } = release;
  const fetchedAt = new Date();
  const installed = await readSkillLock(paths.lockFile);
  const before = installed.get(version.name);
  const entry: LockEntry = {
    version: version.version,
    integrity: version.integrity,
    security_tier: version.security_tier,
    held: heldFor(version),
    installed_at: fetchedAt.toISOString(),
    dependencies_hash: dependenciesHash(skill, wanted.pins.pip),
    npm_pins: npmPinsDigest(wanted.pins),
    content_digest: version.content_digest,
    release_digest: version.release_digest,
    publisher: version.publisher,
    registry,
    signer: signature.state === "valid" ? signature.fingerprint : null,
    ...loggedAs(proof, paths),
    // Placing it says what came, and what is copied.
    bill: before?.bill ?? null,
    requested: wanted.requested ?? before?.requested ?? null,
    least_tier: wanted.leastTier,
    requires: Object.fromEntries(neededSkills(skill, installed)),
    granted: [...wanted.granted].sort(),
    agents: [...new Set([...(before?.agents ?? []), ...wanted.agents])].sort(),
    enabled: before?.enabled ?? true,
    copies: before?.copies ?? null,
    as_published: wanted.asPublished ?? before?.as_published ?? false,
    context_tokens: version.context_tokens?.always ?? null,
  };
  await writePins(paths, entry, wanted.pins);
  return placeRelease(context, one, { entry, pins: wanted.pins.pip, fetchedAt, overwrites: wanted.overwrites });
}
