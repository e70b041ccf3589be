import type { SkillParts } from "../../model/blank-skill.ts";
import type { CanonicalTool } from "../../model/canonical.ts";
import { declaredAt, openFields, readJson } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import { readPermissionList, readTier } from "../../fields/permissions.ts";
import { readRequirements } from "../../fields/requirements.ts";
import { readToolList } from "../../fields/tools.ts";
import type { MapTree } from "../../model/yaml-tree.ts";
import type { PackageView } from "../format.ts";
import { takeWords } from "../skill-file/loose-fields.ts";
import { readCanonicalFields } from "../canonical/canonical-fields.ts";

/**
 * Reads a GAIA block into `parts`: what GAIA itself has below `metadata.gaia` (security_tier, permissions, requirements, tools,
 * tools_required) and, below `canonical`, what this registry adds for the sake of other formats. GAIA keeps keys that it does not know.
 */
export function readGaiaBlock(
  reading: Reading,
  block: { field: Field; map: MapTree },
  parts: SkillParts,
  { skillName, pkg }: { skillName: string | null; pkg: PackageView },
): void {
  const fields = openFields(reading, block.map, block.field);
  const tier = fields.take("security_tier");
  if (tier !== null) parts.trust.claimedTier = readTier(reading, tier);
  const permissions = fields.take("permissions");
  if (permissions !== null) parts.permissions.declared = readPermissionList(reading, permissions);
  const tools = fields.take("tools");
  if (tools !== null) parts.tools = inToolsPy(readToolList(reading, tools), pkg);
  const { env, python, model, context, hardware, packages, skills } = readRequirements(reading, fields, skillName);
  Object.assign(parts.requires, { env, python, model, context, hardware, skills });
  parts.requires.packages.push(...packages);
  parts.requires.tools.push(...takeWords(reading, fields, "tools_required"));
  readCanonical(reading, fields, parts);
  fields.close();
}

/** Spec §5.3: a tool's function is in `tools.py`, if there is one. */
export function inToolsPy(tools: CanonicalTool[], pkg: PackageView): CanonicalTool[] {
  const file = "tools.py";
  if (pkg.find(file) === null) return tools;
  return tools.map((tool) => ({
    ...tool,
    implementation: { file, symbol: tool.name, range: null, language: "python" },
  }));
}

function readCanonical(reading: Reading, fields: Fields, parts: SkillParts): void {
  const field = fields.take("canonical");
  if (field === null) return;
  const origin = declaredAt(reading, field.keyAt);
  for (const [name, value] of readCanonicalFields(readJson(reading, field), parts, origin)) {
    const pointer =
      name === "" ? field.pointer : `${field.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    parts.extensions[pointer] = { value, origin };
  }
}
