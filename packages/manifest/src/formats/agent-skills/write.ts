import type { CanonicalSkill } from "../../model/canonical.ts";
import type { PackageView, Written } from "../format.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { carriedFor, gaiaBlock, isFromSkillFile } from "../gaia-block/write-block.ts";
import {
  allowedToolsOf,
  conventionalMetadata,
  partsOf,
  strictName,
  versionOf,
  withoutLostCode,
} from "../skill-file/write-base.ts";
import { newLosses, putAt, writeSkillFile } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { CARRIER_KEY } from "./read.ts";

const COMPATIBILITY_MAX_LENGTH = 500;

/**
 * Writes a skill as the Agent Skills standard has it and its reference validator accepts it: only its six fields, and below `metadata` only
 * text. What it has no field for goes, as JSON, into `metadata.gaia-manifest`, from where importing restores it.
 */
export function writeAgentSkills(original: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(original, "agent-skills");
  const skill = withoutLostCode(original, null, losses);
  const front = mapping();
  front["name"] = strictName(skill, losses);
  front["description"] = skill.description.value;
  if (skill.license !== null) front["license"] = skill.license.value;
  const compatibility = skill.requires.text?.value;
  const isShort = compatibility === undefined || Array.from(compatibility).length <= COMPATIBILITY_MAX_LENGTH;
  if (compatibility !== undefined && isShort) front["compatibility"] = compatibility;
  const { metadata, block } = agentSkillsMetadata(skill, losses, { elsewhere: isShort ? [] : ["compatibility"] });
  if (block !== null) {
    metadata[CARRIER_KEY] = JSON.stringify(block);
    for (const name of carriedNames(block)) losses.encoded(name, `metadata.${CARRIER_KEY} as JSON`);
  }
  const allowed = allowedToolsOf(skill);
  if (allowed !== undefined) front["allowed-tools"] = allowed;
  // An empty mapping can be written in flow style alone, which StrictYAML refuses.
  if (Object.keys(metadata).length > 0) front["metadata"] = metadata;
  return writeSkillFile(skill, pkg, front, losses);
}

/** What `metadata.gaia-manifest` holds. */
export interface Carrier extends Mapping {
  gaia: Mapping;
}

/**
 * What stands below `metadata`, all of it text, and what has to be carried there as JSON (null: nothing). `elsewhere` names fields that the
 * front matter has no place for after all; `isKey` says which keys may stand below `metadata`.
 */
export function agentSkillsMetadata(
  skill: CanonicalSkill,
  losses: Losses,
  { elsewhere, isKey = () => true }: { elsewhere: readonly CanonicalFieldName[]; isKey?: (key: string) => boolean },
): { metadata: Mapping; block: Carrier | null } {
  const { metadata, natively } = conventionalMetadata(skill);
  const version = versionOf(skill);
  if (version !== null) metadata["version"] = version;
  const keptExtensions = carriedFor(skill, placeText(skill, metadata, isKey));
  const held = natively.filter((field) => !elsewhere.includes(field));
  const gaia = gaiaBlock(skill, { natively: held, keptExtensions, keepsToolIds: true }, losses);
  return { metadata, block: Object.keys(gaia).length > 0 ? { gaia } : null };
}

/** Texts below `metadata` stay there; the rest is given back. */
function placeText(
  skill: CanonicalSkill,
  metadata: Mapping,
  isKey: (key: string) => boolean,
): CanonicalSkill["extensions"] {
  const kept: CanonicalSkill["extensions"] = {};
  for (const [pointer, sourced] of Object.entries(skill.extensions)) {
    const [top, key, ...deeper] = partsOf(pointer);
    const isText = top === "metadata" && key !== undefined && deeper.length === 0 && typeof sourced.value === "string";
    const isFree =
      isText &&
      pointer.startsWith("/") &&
      isFromSkillFile(skill) &&
      key !== CARRIER_KEY &&
      isKey(key) &&
      !Object.hasOwn(metadata, key);
    if (!isFree || !putAt(metadata, `/${key}`, sourced.value)) kept[pointer] = sourced;
  }
  return kept;
}

/** The names of the fields that are carried. */
export function carriedNames({ gaia }: Carrier): string[] {
  const { canonical, ...own } = gaia;
  return [...Object.keys(own), ...Object.keys(canonical ?? {})];
}
