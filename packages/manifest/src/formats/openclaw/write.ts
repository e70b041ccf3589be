import type { CanonicalSkill } from "../../model/canonical.ts";
import type { PackageView, Written } from "../format.ts";
import { carriedFor, gaiaBlock, isFromSkillFile } from "../gaia-block/write-block.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import {
  agentFields,
  allowedToolsOf,
  isForeign,
  partsOf,
  versionOf,
  withoutLostCode,
} from "../skill-file/write-base.ts";
import { newLosses, putAt, writeSkillFile } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { openClawBlock } from "./write-block.ts";

/** Writes what OpenClaw and ClawHub read. What they have no field for goes into `metadata.openclaw.gaia`, which they ignore. */
export function writeOpenClaw(original: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(original, "openclaw");
  const skill = withoutLostCode(original, null, losses);
  const front = mapping();
  const natively: CanonicalFieldName[] = ["allowedTools", "compatibility"];
  front["name"] = skill.name.value;
  front["description"] = skill.description.value;
  const version = versionOf(skill);
  if (version !== null) front["version"] = version;
  if (skill.displayName.origin.how === "declared") front["title"] = skill.displayName.value;
  if (skill.license !== null) front["license"] = skill.license.value;
  putTopFields(skill, front, natively);
  const allowed = allowedToolsOf(skill);
  if (allowed !== undefined) front["allowed-tools"] = allowed;
  if (skill.requires.text !== null) front["compatibility"] = skill.requires.text.value;
  const agent = agentFields(skill);
  Object.assign(front, agent.fields);
  const openclaw = openClawBlock(skill, { withPlainPackages: true, withEnv: true });
  const metadata = mapping();
  metadata[openclaw.name] = openclaw.block;
  front["metadata"] = metadata;

  const kept: CanonicalSkill["extensions"] = {};
  for (const [pointer, sourced] of Object.entries(skill.extensions)) {
    if (
      !isFromSkillFile(skill) ||
      !pointer.startsWith("/") ||
      isForeign(skill, "openclaw", pointer) ||
      isTaken(pointer, front, metadata) ||
      !putAt(front, pointer, sourced.value)
    )
      kept[pointer] = sourced;
  }
  const skillKey = openclaw.block["skillKey"];
  const aliases = skill.aliases.filter(({ value }) => value !== skillKey);
  // OpenClaw's own block holds the packages, variables and tools.
  const rest = { ...skill, aliases, requires: { ...skill.requires, packages: [], env: [], tools: [] } };
  const all = [...natively, ...agent.natively, ...openclaw.natively];
  const block = gaiaBlock(rest, { natively: all, keptExtensions: carriedFor(skill, kept) }, losses);
  if (Object.keys(block).length > 0) {
    openclaw.block["gaia"] = block;
    const { canonical, ...named } = block;
    for (const name of [...Object.keys(named), ...Object.keys(canonical ?? {})])
      losses.encoded(name, `metadata.${openclaw.name}.gaia`);
  }
  return writeSkillFile(skill, pkg, front, losses);
}

function putTopFields(skill: CanonicalSkill, front: Mapping, natively: CanonicalFieldName[]): void {
  const { authors, links, discovery } = skill;
  if (authors.length < 2) {
    natively.push("authors");
    if (authors[0] !== undefined) front["author"] = authors[0].name;
  }
  natively.push("homepage", "repository", "tags", "category");
  if (links.homepage !== null) front["homepage"] = links.homepage.value;
  if (links.repository !== null) front["repository"] = links.repository.value;
  if (discovery.tags.length > 0) front["tags"] = discovery.tags.map(({ value }) => value);
  if (discovery.category !== null) front["category"] = discovery.category.value;
}

/** A place that would be read as something else: GAIA's namespace, or one that is written already. */
function isTaken(pointer: string, front: Mapping, metadata: Mapping): boolean {
  const [top = "", key, ...deeper] = partsOf(pointer);
  if (top !== "metadata") return key === undefined && top !== "license" && Object.hasOwn(front, top);
  if (key === undefined || key === "gaia") return true;
  return deeper.length === 0 && Object.hasOwn(metadata, key);
}
