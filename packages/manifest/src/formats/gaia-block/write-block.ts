import { isDeepStrictEqual } from "node:util";
import type { CanonicalSkill, CanonicalTool, Json, JsonSchema, Permission } from "../../model/canonical.ts";
import { permissionText } from "../../model/permission.ts";
import { isToolId } from "../../model/tool-id.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { writeCanonicalFields } from "../canonical/canonical-fields.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { isMapping } from "../canonical/shapes.ts";

const FAMILY: readonly string[] = ["gaia", "gaia-0.1", "agent-skills", "openclaw", "openclaw-draft"];

/** Whether an extension's pointer means a place in a SKILL.md. */
export function isFromSkillFile({ provenance }: CanonicalSkill): boolean {
  return FAMILY.includes(provenance.format);
}

/**
 * A skill as a GAIA block: GAIA's own fields, and below `canonical` those that the target does not hold `natively`. `keptExtensions` are
 * those that found no place of their own.
 */
export function gaiaBlock(
  skill: CanonicalSkill,
  {
    natively,
    keptExtensions,
    keepsToolIds = false,
  }: {
    natively: readonly CanonicalFieldName[];
    keptExtensions: CanonicalSkill["extensions"];
    /** Nobody loads tools by their names there but whoever reads the skill anew. */
    keepsToolIds?: boolean;
  },
  losses: Losses,
): Mapping {
  const nameOf = (name: string) => (keepsToolIds && isToolId(name) ? name : identifierOf(name));
  const block = mapping();
  const tier = skill.trust.claimedTier;
  if (tier !== null) block["security_tier"] = tierText(skill, "gaia", losses);
  const { declared } = skill.permissions;
  if (declared !== null) block["permissions"] = declared.map(permissionText);
  const requirements = requirementsMapping(skill);
  if (requirements !== null) block["requirements"] = requirements;
  if (skill.tools.length > 0) block["tools"] = toolMappings(skill, losses, nameOf);
  if (skill.requires.tools.length > 0) block["tools_required"] = skill.requires.tools.map(({ value }) => value);
  const packages = skill.requires.packages.filter((one) => !isPlainPackage(one));
  const env = skill.requires.env.some(hasDetails) ? skill.requires.env : [];
  // By the names that `tools` has, so that reading finds whose code it is.
  const tools = skill.tools.map((tool) => ({
    ...tool,
    name: nameOf(tool.name),
    implementation: ownImplementation(tool),
  }));
  const rest = { ...skill, tools, requires: { ...skill.requires, packages, env }, extensions: keptExtensions };
  const canonical = writeCanonicalFields(rest, natively);
  if (canonical !== null) block["canonical"] = canonical;
  return block;
}

/**
 * What a SKILL.md carries for another file: the keys of a manifest that is no SKILL.md name their file, for without it they would be
 * taken for its own when it is written again (an `author` with an address).
 */
export function carriedFor(
  skill: CanonicalSkill,
  extensions: CanonicalSkill["extensions"],
): CanonicalSkill["extensions"] {
  if (isFromSkillFile(skill)) return extensions;
  const file = skill.provenance.manifestFile.replaceAll("#", "_");
  const entries = Object.entries(extensions).map(([pointer, kept]) => {
    const isOwn = pointer.startsWith("/") && kept.origin.how !== "inferred";
    return [isOwn ? `${file}#${pointer}` : pointer, kept] as const;
  });
  return Object.fromEntries(entries);
}

/** Spec §8.2, step 4: trust is not carried over into another format. */
export function tierText({ trust, provenance }: CanonicalSkill, target: string, losses: Losses): string {
  const tier = trust.claimedTier?.value ?? "experimental";
  if (provenance.format === target || tier === "experimental") return tier;
  const place = { file: provenance.manifestFile, line: null, column: null };
  losses.report.note("SK9005", place, `The tier claim ${tier} was reset to experimental.`);
  return "experimental";
}

/** GAIA finds a tool's function in `tools.py` without being told. */
function ownImplementation({ name, implementation }: CanonicalTool): CanonicalTool["implementation"] {
  const isUsual = implementation?.file === "tools.py" && implementation.symbol === name;
  return isUsual ? null : implementation;
}

function hasDetails({ required, primary, description }: CanonicalSkill["requires"]["env"][number]): boolean {
  return !required || primary || description !== null;
}

function isPlainPackage({ manager, raw, spec }: CanonicalSkill["requires"]["packages"][number]): boolean {
  return raw === null && spec !== "" && (manager === "pip" || manager === "npm");
}

/** Spec §2.1 `requirements`; null when there are none. */
export function requirementsMapping({ requires }: CanonicalSkill): Mapping | null {
  const { model, context, python, packages, env, hardware, skills } = requires;
  const plain = packages.filter(isPlainPackage);
  const specs = (manager: string) => plain.filter((one) => one.manager === manager).map(({ spec }) => spec);
  const hints = mapping();
  for (const [hint, { value }] of Object.entries(hardware)) hints[hint] = value;
  const all: [string, Json | undefined][] = [
    ["model", model?.value],
    ["context", context?.value],
    ["python", python?.value],
    ["dependencies", specs("pip")],
    ["node_dependencies", specs("npm")],
    ["env_vars", env.map(({ name }) => name)],
    ["hardware", hints],
    ["skills", skills.map(({ name, range, optional }) => skillMapping(name, range, optional))],
  ];
  const said = all.filter(([, value]) => value !== undefined && !isEmpty(value));
  return said.length === 0 ? null : (Object.assign(mapping(), Object.fromEntries(said)) as Mapping);
}

function skillMapping(name: string, range: string, optional: boolean): Mapping {
  return { name, ...(range === "*" ? {} : { version: range }), ...(optional ? { required: false } : {}) };
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/**
 * Spec §2.1 `tools`: each parameter as a JSON Schema with `required` beside it. Names become identifiers, unless `nameOf` says
 * otherwise.
 */
export function toolMappings(skill: CanonicalSkill, losses: Losses, nameOf = identifierOf): Mapping[] {
  return skill.tools.map((tool) => {
    const entry = mapping();
    entry["name"] = nameOf(tool.name);
    if (entry["name"] !== tool.name) losses.changed(`The tool ${tool.name} was renamed to ${entry["name"]}.`);
    if (tool.description !== "") entry["description"] = tool.description;
    const parameters = parametersOf(tool, losses);
    if (parameters !== null) entry["parameters"] = parameters;
    if (tool.outputSchema !== null) entry["returns"] = tool.outputSchema;
    if (tool.atomic) entry["atomic"] = true;
    return entry;
  });
}

const identifierOf = (name: string): string => name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)/, "_");

function parametersOf(tool: CanonicalTool, losses: Losses): Json | null {
  const { inputSchema, parametersRaw } = tool;
  if (
    isMapping(parametersRaw ?? undefined) &&
    isDeepStrictEqual(schemaOf(parametersRaw as Mapping), plain(inputSchema))
  )
    return parametersRaw;
  const parameters = mapping();
  const { properties, required, type: _, ...rest } = inputSchema;
  const lost = Object.keys(rest).filter((key) => key !== "$schema" && key !== "title" && key !== "description");
  const needed = Array.isArray(required) ? required : [];
  for (const [name, schema] of Object.entries(isMapping(properties) ? properties : {})) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) {
      lost.push(name);
      continue;
    }
    const { required: inner, ...member } = isMapping(schema) ? schema : {};
    if (inner !== undefined) lost.push(`${name}.required`);
    if (member["type"] === undefined) lost.push(`${name}.type`);
    parameters[name] = { type: "string", ...member, ...(needed.includes(name) ? { required: true } : {}) };
  }
  if (lost.length > 0) {
    const place = { file: tool.origin.file, line: tool.origin.line, column: tool.origin.column };
    const message = `The input schema of ${tool.name} was flattened: ${lost.slice(0, 5).join(", ")} cannot be kept.`;
    losses.report.note("SK9001", place, message);
  }
  const isSaid = Object.keys(parameters).length > 0 || parametersRaw !== null;
  return isSaid ? parameters : null;
}

/** What the reader would make of a `parameters` mapping, as plain data. */
function schemaOf(raw: Mapping): Json | undefined {
  const required: string[] = [];
  const properties: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!isMapping(value)) return undefined;
    const { required: isRequired, ...schema } = value;
    if (isRequired === true) required.push(name);
    Object.defineProperty(properties, name, { value: schema, enumerable: true, configurable: true, writable: true });
  }
  return plain({ type: "object", properties, ...(required.length > 0 ? { required } : {}) });
}

/** Without prototypes that differ. */
function plain(schema: JsonSchema | Json): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

/**
 * The permissions as GAIA's own reader takes them: what nobody declared is inferred and said; a list of programs becomes one permission
 * each, and a scope that is no program's name is widened, which GAIA then refuses to run.
 */
export function gaiaPermissions(skill: CanonicalSkill, target: string, losses: Losses): Permission[] | null {
  const { declared, inferred } = skill.permissions;
  if (skill.provenance.format === target) return declared;
  const names = skill.requires.env.map(({ name }) => name);
  const suggested = inferred.filter(({ domain, scope }) => domain !== "env" || !names.includes(scope ?? ""));
  if (declared === null) {
    if (suggested.length === 0) return null;
    losses.inferred("permissions", suggested.map(permissionText).join(", "), "what the skill requires");
  }
  const permissions = (declared ?? suggested).flatMap((one) =>
    target === "gaia" ? splitPrograms(one, losses) : [one],
  );
  const texts = new Set<string>();
  return permissions.filter((one) => !texts.has(permissionText(one)) && texts.add(permissionText(one)));
}

function splitPrograms({ domain, level, scope }: Permission, losses: Losses): Permission[] {
  if (domain !== "shell" || level !== "execute" || scope === null) return [{ domain, level, scope }];
  return scope.split(",").map((program) => {
    const name = program.trim();
    if (/^[a-z][a-z0-9._+-]*$/.test(name)) return { domain, level, scope: name };
    losses.changed(`shell:execute:${name.slice(0, 60)} names no bare program; it was widened to shell:execute.`);
    return { domain, level, scope: null };
  });
}
