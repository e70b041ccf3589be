import { hasHidden } from "@gaia/text";
import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, Json, JsonSchema } from "../../model/canonical.ts";
import { toJson } from "../../model/yaml-json.ts";
import type { PackageView, Written } from "../format.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import {
  bodyOf,
  carriedBlock,
  carriedExtensions,
  dropForeignCode,
  jsonFile,
  otherFiles,
  putExtensions,
  setSaid,
} from "../json/json-write.ts";
import { requiredVersion, versionOf } from "../skill-file/write-base.ts";
import { newLosses } from "../skill-file/write.ts";
import type { Losses } from "../skill-file/write.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { miaosFiles, PACKAGE_FILE, SKILL_FILE } from "./manifests.ts";
import { KEYWORD } from "./read-package.ts";
import { stubScript, STUB_FILE } from "./stub-script.ts";

const README = "README.md";

const NATIVE: readonly CanonicalFieldName[] = [
  "tags",
  "node",
  "os",
  "homepage",
  "repository",
  "runtime",
  "implementations",
];

/**
 * Writes a skill for MiaOS: the skill object in package.json (or in the miaos.skill.json that it came from), its instructions as README.md.
 * MiaOS has one tool a skill, so several become the `action` of one. A skill without a Node script gets one that hands out its instructions
 * and says that its tools were not ported.
 */
export function writeMiaos(skill: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(skill, "miaos");
  return skill.provenance.format === "miaos" ? writeOwn(skill, pkg, losses) : writeForeign(skill, pkg, losses);
}

function writeOwn(skill: CanonicalSkill, pkg: PackageView, losses: Losses): Written {
  const isWrapped = skill.provenance.manifestFile === PACKAGE_FILE;
  const object = skillObject(skill, skill.runtime?.entry.value ?? "", losses);
  const block = carriedBlock(
    carried(skill),
    { natively: natively(skill), keptExtensions: carriedExtensions(skill, "miaos") },
    losses,
  );
  if (block !== null) object["gaia"] = block;
  const version = versionOf(skill);
  const root = packageMapping(skill, version, mapping());
  const written = new Map<string, Mapping>();
  if (isWrapped) {
    root["skill"] = object;
    putExtensions(root, skill.extensions);
    written.set(PACKAGE_FILE, root);
  } else {
    const rest = putExtensions(object, skill.extensions);
    putExtensions(root, rest, `${PACKAGE_FILE}#`);
    if (pkg.find(PACKAGE_FILE) !== null) written.set(PACKAGE_FILE, root);
    else if (version !== null) object["version"] = version;
    written.set(SKILL_FILE, object);
  }
  const files = pkg.files.flatMap((file): PackageFile[] => {
    const content = written.get(file.path);
    if (content !== undefined) return [jsonFile(file.path, content)];
    // The two say the same; the wrapped one is read.
    return isWrapped && file.path === SKILL_FILE ? [] : [file];
  });
  return { files, losses: losses.report.diagnostics };
}

function writeForeign(skill: CanonicalSkill, pkg: PackageView, losses: Losses): Written {
  const script = skill.runtime?.type === "node-subprocess" ? skill.runtime.entry.value : null;
  const entry = script !== null && pkg.find(script) !== null ? script : STUB_FILE;
  const source = entry === STUB_FILE ? dropForeignCode(skill, "miaos", "a Node script", losses) : skill;
  const beside = miaosFiles(pkg).package?.opened?.root;
  // A mapping becomes an object.
  const before = beside === undefined ? mapping() : (toJson(beside).value as Mapping);
  const root = packageMapping(source, requiredVersion(skill, losses), before);
  if (typeof root["name"] !== "string") root["name"] = `miaos-skill-${skill.name.value}`;
  const object = skillObject(source, entry, losses);
  const rest = { natively: natively(skill), keptExtensions: skill.extensions };
  const block = carriedBlock(carried(source), rest, losses);
  if (block !== null) object["gaia"] = block;
  root["skill"] = object;
  const body = bodyOf(skill, pkg);
  const added = [jsonFile(PACKAGE_FILE, root), ...(body === null ? [] : [{ path: README, bytes: body }])];
  if (entry === STUB_FILE) added.push({ path: STUB_FILE, bytes: new TextEncoder().encode(stubScript(skill)) });
  const others = otherFiles(skill, pkg, [...added.map(({ path }) => path), SKILL_FILE, PACKAGE_FILE]);
  return { files: [...added, ...others], losses: losses.report.diagnostics };
}

/** Names with an address or several of them are carried whole where the extensions do not have them. */
function natively(skill: CanonicalSkill): CanonicalFieldName[] {
  const names = [...NATIVE];
  if (skill.authors.every(({ name }) => isPlainName(name)) || hasPeople(skill)) names.push("authors");
  return names;
}

function isPlainName(name: string): boolean {
  return !/[<(]/.test(name) && !hasHidden(name, { asName: true }) && name.trim() === name && name !== "";
}

function hasPeople({ provenance, extensions }: CanonicalSkill): boolean {
  if (provenance.format !== "miaos") return false;
  return ["/author", "/contributors"].some((key) => key in extensions || `${PACKAGE_FILE}#${key}` in extensions);
}

function carried(skill: CanonicalSkill): CanonicalSkill {
  const npmName = (skill.extensions["/name"] ?? skill.extensions[`${PACKAGE_FILE}#/name`])?.value;
  return {
    ...skill,
    aliases: skill.aliases.filter(({ value }) => value !== npmName),
    requires: { ...skill.requires, packages: skill.requires.packages.filter((one) => npmOf(one) === null) },
  };
}

/** `a@^1` -> `["a", "^1"]`; null for what package.json cannot say. */
function npmOf({ manager, spec, raw }: CanonicalSkill["requires"]["packages"][number]): [string, string] | null {
  if (manager !== "npm" || raw !== null) return null;
  const found = /^(@?[^@\s]{1,214})@([^\s]{1,400})$/.exec(spec);
  const [, name, range] = found ?? [];
  return name === undefined || range === undefined ? null : [name, range];
}

function packageMapping(skill: CanonicalSkill, version: string | null, root: Mapping): Mapping {
  const { requires, links } = skill;
  const [author, ...others] = skill.authors.map(({ name }) => name);
  if (version !== null) root["version"] = version;
  if (skill.provenance.format !== "miaos") root["description"] = skill.description.value;
  setSaid(root, "license", skill.license?.value);
  if (!hasPeople(skill)) {
    setSaid(root, "author", author);
    setSaid(root, "contributors", others);
  }
  root["keywords"] = [KEYWORD, ...skill.discovery.tags.map(({ value }) => value)];
  setSaid(root, "homepage", links.homepage?.value);
  // What was inferred from npm's object is in the extensions.
  if (links.repository?.origin.how !== "inferred") setSaid(root, "repository", links.repository?.value);
  if (requires.node !== null) root["engines"] = Object.assign(mapping(), { node: requires.node.value });
  setSaid(
    root,
    "os",
    requires.os.map(({ value }) => value),
  );
  const dependencies = mapping();
  for (const [name, range] of requires.packages.flatMap((one) =>
    [npmOf(one) ?? []].filter((pair) => pair.length === 2),
  ))
    dependencies[name as string] = range as string;
  if (Object.keys(dependencies).length > 0) root["dependencies"] = dependencies;
  return root;
}

function skillObject(skill: CanonicalSkill, entry: string, losses: Losses): Mapping {
  const object = mapping();
  object["id"] = skill.name.value;
  object["name"] = skill.displayName.value;
  object["description"] = skill.description.value;
  object["parameters"] = parametersOf(skill, losses);
  if (entry !== "") object["entryPoint"] = entry;
  return object;
}

/** One tool gives its schema; several become one with an `action`; none takes nothing. */
function parametersOf({ name, tools, provenance }: CanonicalSkill, losses: Losses): JsonSchema {
  const [tool] = tools;
  if (tool === undefined) return { type: "object", properties: {} };
  if (tools.length === 1) {
    const toolName = name.value;
    if (tool.name !== toolName) losses.changed(`The tool ${tool.name} is called ${toolName} in miaos.`);
    if (tool.outputSchema !== null) losses.dropped(`the output schema of ${tool.name}`);
    return tool.inputSchema["type"] === "object" ? tool.inputSchema : { ...tool.inputSchema, type: "object" };
  }
  for (const { name: lost, origin } of tools) {
    const place = { file: provenance.manifestFile, line: origin.line, column: origin.column };
    losses.report.note("SK9001", place, `The tool ${lost} became an action; its schema is not checked any more.`);
  }
  const said = tools.map((one) => `${one.name}: ${one.description}`).join("\n");
  return {
    type: "object",
    properties: {
      action: { type: "string", enum: tools.map((one): Json => one.name), description: said },
      input: { type: "object", description: "The arguments of the action." },
    },
    required: ["action"],
  };
}
