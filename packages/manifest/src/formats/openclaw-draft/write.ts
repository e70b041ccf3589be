import type { CanonicalSkill, Json } from "../../model/canonical.ts";
import { permissionText } from "../../model/permission.ts";
import type { PackageView, Written } from "../format.ts";
import { writeCanonicalFields } from "../canonical/canonical-fields.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { gaiaPermissions, isFromSkillFile, requirementsMapping, toolMappings } from "../gaia-block/write-block.ts";
import {
  agentFields,
  allowedToolsOf,
  isForeign,
  conventionalMetadata,
  versionOf,
  withoutLostCode,
} from "../skill-file/write-base.ts";
import { newLosses, putAt, writeSkillFile } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { COARSE_PERMISSIONS, DOMAINS } from "./read.ts";

/** Writes the form of docs/specification.md §8.1. Permissions that are finer than its switches stay a list. */
export function writeOpenClawDraft(original: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(original, "openclaw-draft");
  const skill = withoutLostCode(original, null, losses);
  const isOwn = skill.provenance.format === "openclaw-draft";
  const front = mapping();
  front["name"] = skill.name.value;
  if (!isOwn) front["claw_version"] = "1.0";
  const version = versionOf(skill);
  if (version !== null) front["version"] = version;
  front["description"] = skill.description.value;
  if (skill.license !== null) front["license"] = skill.license.value;
  const allowed = allowedToolsOf(skill);
  if (allowed !== undefined) front["allowed-tools"] = allowed;
  if (skill.requires.text !== null) front["compatibility"] = skill.requires.text.value;
  const agent = agentFields(skill);
  Object.assign(front, agent.fields);
  putPermissions(skill, front, losses);
  if (skill.tools.length > 0)
    front["actions"] = toolMappings(skill, losses, isOwn ? (name) => name : undefined).map((tool, index) => {
      const { implementation } = skill.tools[index] ?? { implementation: null };
      if (isOwn || implementation === null) return tool;
      const { file, symbol } = implementation;
      return { ...tool, handler: symbol === null ? file : `${file}:${symbol}` };
    });
  const { dependencies, ...others }: Mapping = requirementsMapping(skill) ?? {};
  if (dependencies !== undefined) front["pip_requires"] = dependencies;
  if (!isOwn) for (const name of Object.keys(others)) losses.dropped(`requirements.${name}`);
  const conventional = conventionalMetadata(skill);
  if (Object.keys(conventional.metadata).length > 0) front["metadata"] = conventional.metadata;
  const tags = skill.discovery.tags.map(({ value }) => value);
  if (tags.length > 0 && conventional.metadata["tags"] === undefined) front["tags"] = tags;
  noteDropped(skill, ["tags", ...agent.natively, ...conventional.natively], losses);
  for (const [pointer, { value }] of Object.entries(skill.extensions)) {
    const isOurs =
      isOwn ||
      (isFromSkillFile(skill) &&
        !isForeign(skill, "openclaw-draft", pointer) &&
        !/^\/(?:metadata\/)?(?:gaia|openclaw|claw)/.test(pointer));
    if (!isOurs || !pointer.startsWith("/") || !putAt(front, pointer, value)) losses.dropped(pointer);
  }
  return writeSkillFile(skill, pkg, front, losses);
}

function putPermissions(skill: CanonicalSkill, front: Mapping, losses: Losses): void {
  const permissions = gaiaPermissions(skill, "openclaw-draft", losses);
  if (permissions === null) return;
  const texts = permissions.map(permissionText);
  const flags = mapping();
  const expanded: string[] = [];
  for (const domain of DOMAINS) {
    const granular = COARSE_PERMISSIONS[domain].map((level) => `${domain}:${level}`);
    const isAll = granular.every((text) => texts.includes(text));
    if (!isAll && !texts.includes(`${domain}:none`)) continue;
    flags[domain] = isAll;
    expanded.push(...(isAll ? granular : [`${domain}:none`]));
  }
  // A switch that was not read, because a list stood beside it, stays one that is not read.
  const isList = DOMAINS.some((domain) => Object.hasOwn(skill.extensions, `/${domain}`));
  const isExact = !isList && texts.length > 0 && texts.join("\n") === expanded.join("\n");
  if (isExact) Object.assign(front, flags);
  else front["permissions"] = texts as Json[];
}

function noteDropped(skill: CanonicalSkill, natively: readonly CanonicalFieldName[], losses: Losses): void {
  if (skill.provenance.format === "openclaw-draft") return;
  const packages = skill.requires.packages.filter(({ manager, raw }) => raw !== null || manager !== "pip");
  const tools = skill.tools.map((tool) => ({ ...tool, implementation: null }));
  const rest = { ...skill, tools, extensions: {}, requires: { ...skill.requires, packages } };
  for (const field of Object.keys(writeCanonicalFields(rest, natively) ?? {})) losses.dropped(field);
  if (skill.requires.tools.length > 0) losses.dropped("requires.tools");
  if (skill.trust.claimedTier !== null) losses.dropped("security_tier");
}
