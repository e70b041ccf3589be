import type { CanonicalSkill, Json } from "../../model/canonical.ts";
import { codePoints } from "../../model/field-reader.ts";
import { permissionText } from "../../model/permission.ts";
import type { PackageView, Written } from "../format.ts";
import { writeCanonicalFields } from "../canonical/canonical-fields.ts";
import { gaiaPermissions, requirementsMapping, tierText, toolMappings } from "../gaia-block/write-block.ts";
import { requiredVersion, withoutLostCode } from "../skill-file/write-base.ts";
import { newLosses, putAt, writeSkillFile } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import { DESCRIPTION_MAX_LENGTH } from "./read.ts";

/** Writes the flat form of the SKILL.md specification 0.1.0. It has no room for what it does not name, and needs at least one tool. */
export function writeGaia01(original: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(original, "gaia-0.1");
  const skill = withoutLostCode(original, "python", losses);
  const isOwn = skill.provenance.format === "gaia-0.1";
  const front = mapping();
  front["name"] = skill.name.value;
  front["version"] = requiredVersion(skill, losses);
  front["description"] = shortDescription(skill, losses);
  front["author"] = authorOf(skill, losses);
  front["license"] = licenseOf(skill, losses);
  const permissions = gaiaPermissions(skill, "gaia-0.1", losses);
  if (permissions === null) losses.inferred("permissions", "none", "nothing: confirm that it needs none");
  front["permissions"] = (permissions ?? []).map(permissionText);
  const requirements = requirementsMapping(skill);
  if (requirements !== null) front["requirements"] = requirements;
  if (skill.tools.length === 0) losses.impossible("at least one tool");
  front["tools"] = toolMappings(skill, losses).map((tool) => ({ description: String(tool["name"]), ...tool }));
  front["security_tier"] = tierText(skill, "gaia-0.1", losses);
  const { registry, homepage, repository } = skill.links;
  const links = { registry, homepage, repository };
  for (const [name, link] of Object.entries(links)) if (link !== null) front[name] = link.value;
  const tags = skill.discovery.tags.map(({ value }) => value);
  if (tags.length > 0) front["tags"] = tags;
  if (!isOwn) noteDropped(skill, losses);
  for (const [pointer, { value }] of Object.entries(skill.extensions))
    if (!isOwn || !putAt(front, pointer, value)) losses.dropped(pointer);
  return writeSkillFile(skill, pkg, front, losses);
}

function shortDescription({ description }: CanonicalSkill, losses: Losses): string {
  const line = description.value.replace(/[ \t]*[\r\n]+[ \t]*/g, " ");
  const characters = Array.from(line);
  if (codePoints(line) <= DESCRIPTION_MAX_LENGTH) return line;
  const start = characters.slice(0, DESCRIPTION_MAX_LENGTH - 1).join("");
  const sentence = /^.{20,}[.!?](?= )/u.exec(start)?.[0];
  losses.changed(`The description was cut to ${DESCRIPTION_MAX_LENGTH} characters; it had ${characters.length}.`);
  return sentence ?? `${start.slice(0, start.lastIndexOf(" ") > 20 ? start.lastIndexOf(" ") : undefined)}…`;
}

function authorOf({ authors }: CanonicalSkill, losses: Losses): Json {
  const [first, ...others] = authors;
  if (others.length > 0) losses.dropped("more than one author");
  if (first === undefined) losses.inferred("author", "unknown", "nothing: it is the publisher's to say");
  return first?.name ?? "unknown";
}

/** A licence is never invented: one that nobody gave is NOASSERTION, as SPDX has it. */
function licenseOf({ license }: CanonicalSkill, losses: Losses): Json {
  if (license !== null && (license.spdx !== null || license.value === "UNLICENSED")) return license.value;
  losses.inferred("license", "NOASSERTION", license === null ? "nothing" : license.value.slice(0, 60));
  return "NOASSERTION";
}

function noteDropped(skill: CanonicalSkill, losses: Losses): void {
  const tools = skill.tools.map((tool) => {
    const isUsual = tool.implementation?.file === "tools.py" && tool.implementation.symbol === tool.name;
    return isUsual ? { ...tool, implementation: null } : tool;
  });
  const packages = skill.requires.packages.filter(({ manager, raw }) => raw !== null || !/^(?:pip|npm)$/.test(manager));
  const env = skill.requires.env.filter((one) => !one.required || one.primary || one.description !== null);
  const rest = { ...skill, tools, extensions: {}, requires: { ...skill.requires, packages, env } };
  const natively = ["registry", "homepage", "repository", "tags", "authors"] as const;
  for (const field of Object.keys(writeCanonicalFields(rest, natively) ?? {})) losses.dropped(field);
  if (skill.requires.tools.length > 0) losses.dropped("requires.tools");
}
