import type { CanonicalSkill } from "../../model/canonical.ts";
import type { PackageView, Written } from "../format.ts";
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
  const { metadata, natively } = conventionalMetadata(skill);
  const compatibility = skill.requires.text?.value;
  const isShort = compatibility === undefined || Array.from(compatibility).length <= COMPATIBILITY_MAX_LENGTH;
  if (compatibility !== undefined && isShort) front["compatibility"] = compatibility;
  const held = isShort ? natively : natively.filter((field) => field !== "compatibility");
  const version = versionOf(skill);
  if (version !== null) metadata["version"] = version;
  const keptExtensions = carriedFor(skill, placeText(skill, metadata));
  const block = gaiaBlock(skill, { natively: held, keptExtensions }, losses);
  if (Object.keys(block).length > 0) {
    metadata[CARRIER_KEY] = JSON.stringify({ gaia: block });
    noteEncoded(block, losses);
  }
  const allowed = allowedToolsOf(skill);
  if (allowed !== undefined) front["allowed-tools"] = allowed;
  // An empty mapping can be written in flow style alone, which StrictYAML refuses.
  if (Object.keys(metadata).length > 0) front["metadata"] = metadata;
  return writeSkillFile(skill, pkg, front, losses);
}

/** Texts below `metadata` stay there; the rest is given back. */
function placeText(skill: CanonicalSkill, metadata: Mapping): CanonicalSkill["extensions"] {
  const kept: CanonicalSkill["extensions"] = {};
  for (const [pointer, sourced] of Object.entries(skill.extensions)) {
    const [top, key, ...deeper] = partsOf(pointer);
    const isText = top === "metadata" && key !== undefined && deeper.length === 0 && typeof sourced.value === "string";
    const isFree =
      isText &&
      pointer.startsWith("/") &&
      isFromSkillFile(skill) &&
      key !== CARRIER_KEY &&
      !Object.hasOwn(metadata, key);
    if (!isFree || !putAt(metadata, `/${key}`, sourced.value)) kept[pointer] = sourced;
  }
  return kept;
}

function noteEncoded(block: Mapping, losses: Losses): void {
  const { canonical, ...own } = block;
  const names = [...Object.keys(own), ...Object.keys(canonical ?? {})];
  for (const name of names) losses.encoded(name, `metadata.${CARRIER_KEY} as JSON`);
}
