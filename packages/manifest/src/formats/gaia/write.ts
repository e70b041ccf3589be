import type { CanonicalSkill } from "../../model/canonical.ts";
import type { PackageView, Written } from "../format.ts";
import { openClawBlock } from "../openclaw/write-block.ts";
import {
  agentFields,
  allowedToolsOf,
  isForeign,
  conventionalMetadata,
  partsOf,
  strictName,
  versionOf,
  withoutLostCode,
} from "../skill-file/write-base.ts";
import { newLosses, putAt, writeSkillFile } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { carriedFor, gaiaBlock, gaiaPermissions, isFromSkillFile } from "../gaia-block/write-block.ts";

/** Writes what GAIA ships: Agent Skills, `version` at the top level, the rest below `metadata.gaia` and what OpenClaw reads beside it. */
export function writeGaia(original: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(original, "gaia");
  const skill = withoutLostCode(original, "python", losses);
  const front = mapping();
  front["name"] = strictName(skill, losses);
  front["description"] = skill.description.value;
  if (skill.license !== null) front["license"] = skill.license.value;
  const version = versionOf(skill);
  if (version !== null) front["version"] = version;
  const conventional = conventionalMetadata(skill);
  const agent = agentFields(skill);
  const openclaw = openClawBlock(skill, { withPlainPackages: false, withEnv: false });
  const permissions = gaiaPermissions(skill, "gaia", losses);
  const declared = permissions && permissions.map((one) => ({ ...one, origin: skill.name.origin }));
  const written = { ...skill, permissions: { ...skill.permissions, declared } };
  const metadata: Mapping = mapping();
  metadata["gaia"] = mapping();
  if (Object.keys(openclaw.block).length > 0) metadata[openclaw.name] = openclaw.block;
  Object.assign(metadata, conventional.metadata);
  const allowed = allowedToolsOf(skill);
  if (allowed !== undefined) front["allowed-tools"] = allowed;
  if (skill.requires.text !== null) front["compatibility"] = skill.requires.text.value;
  Object.assign(front, agent.fields);
  front["metadata"] = metadata;

  const natively = [...conventional.natively, ...agent.natively, ...openclaw.natively];
  const kept: CanonicalSkill["extensions"] = {};
  const later: [string, CanonicalSkill["extensions"][string]][] = [];
  for (const [pointer, sourced] of Object.entries(skill.extensions)) {
    if (
      !isFromSkillFile(skill) ||
      !pointer.startsWith("/") ||
      isForeign(skill, "gaia", pointer) ||
      isTaken(pointer, front, metadata)
    )
      kept[pointer] = sourced;
    else later.push([pointer, sourced]);
  }
  const outside = later.filter(([pointer]) => !pointer.startsWith("/metadata/gaia/"));
  for (const [pointer, sourced] of outside) if (!putAt(front, pointer, sourced.value)) kept[pointer] = sourced;
  metadata["gaia"] = gaiaBlock(written, { natively, keptExtensions: carriedFor(skill, kept) }, losses);
  for (const [pointer, sourced] of later) {
    if (!pointer.startsWith("/metadata/gaia/")) continue;
    if (!putAt(front, pointer, sourced.value)) losses.dropped(pointer);
  }
  return writeSkillFile(skill, pkg, front, losses);
}

/** GAIA wants text in its own fields and a mapping for `metadata`; what is there is not overwritten. */
function isTaken(pointer: string, front: Mapping, metadata: Mapping): boolean {
  const [top = "", key, ...deeper] = partsOf(pointer);
  if (top !== "metadata")
    return key === undefined && (["version", "license"].includes(top) || Object.hasOwn(front, top));
  return key === undefined || (deeper.length === 0 && Object.hasOwn(metadata, key));
}
