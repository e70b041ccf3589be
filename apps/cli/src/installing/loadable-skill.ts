import { withoutReserved, type PackageFile } from "@gaia/archive";
import { type BelievedEntry, type LockEntry, readPins } from "@gaia/install/installed";
import { type CanonicalSkill, describeSkill, permissionText, readSkill } from "@gaia/manifest";
import { consentNeeded } from "@gaia/policy";
import type { Session } from "../session/session.ts";

/** What a program that loads a skill has to know: the API's description of the manifest, with all of its tools. */
export const describeForLoading = (skill: CanonicalSkill) => ({
  ...describeSkill(skill),
  tools: skill.tools.map(({ name, description, inputSchema, outputSchema, atomic }) => ({
    name,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
    atomic,
  })),
});

/**
 * An installed skill as its files say (`skill`; null where the manifest cannot be read) and as its lock says (`installed`; null where this
 * home did not install it). `effective_tier` is what counts of its tier where the lock is a repository's word, `ungranted` are the declared
 * permissions that this tier asks a person for (docs/specification.md §3.3) and nobody agreed to, `python_pins` a requirements.txt with
 * digests, or null.
 */
export async function describeInstalled(
  { paths }: Session,
  files: readonly PackageFile[],
  installed: { entry: LockEntry; believed: BelievedEntry } | null,
) {
  const own = withoutReserved(files);
  const { skill } = readSkill(own, { version: installed?.entry.version });
  const described = { skill: skill === null ? null : describeForLoading(skill) };
  if (installed === null) return { ...described, installed: null };
  const { entry, believed } = installed;
  const asked = consentNeeded(believed.tier, skill?.permissions.declared ?? []).map(permissionText);
  const { pip } = await readPins(paths, { skill, entry, files, counts: believed.countsPins });
  return {
    ...described,
    installed: {
      ...entry,
      effective_tier: believed.tier,
      ungranted: asked.filter((one) => !believed.granted.includes(one)),
      python_pins: pip,
    },
  };
}
