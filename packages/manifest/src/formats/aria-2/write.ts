import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill, CanonicalTool, Json } from "../../model/canonical.ts";
import { pythonIdentifier } from "../../code/python-literal.ts";
import { findTitle } from "../../model/front-matter.ts";
import { suggestName, titleFromName } from "../../model/skill-name.ts";
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
import { mapping, yamlText } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { GATEWAY } from "./layers.ts";
import { ariaDirectory, skillNameOfAria } from "./names.ts";
import { STUB_METHODS, STUB_MODULE, stubModule } from "./stub-module.ts";

const FILE = "skill.json";
const SIDECAR = "SKILL.md";

/** A skill that says no layer: "most new skills belong here". */
const DEFAULT_LAYER = 3;
const MAX_TITLE_BYTES = 64 * 1024;

const NATIVE: readonly CanonicalFieldName[] = [
  "tags",
  "category",
  "homepage",
  "repository",
  "status",
  "layer",
  "focusAffinity",
  "hostConfig",
  "runtime",
  "implementations",
];

/**
 * Writes a skill as Aria's skill.json (standard v2), its instructions as SKILL.md beside it. What the standard has no key for goes below
 * `gaia`, which Aria ignores. A skill that has no `__init__.py` gets one with the class that Aria requires; its tools say that they were
 * not ported, and so does SK9006.
 */
export function writeAria(skill: CanonicalSkill, pkg: PackageView): Written {
  const losses = newLosses(skill, "aria-2");
  const isOwn = skill.provenance.format === "aria-2";
  const source = isOwn ? skill : dropForeignCode(skill, "aria-2", "a class in __init__.py", losses);
  const version = isOwn ? versionOf(skill) : requiredVersion(skill, losses);
  const root = manifestOf({ ...source, tools: namedTools(source, losses) }, { pkg, version, losses });
  const keptExtensions = carriedExtensions(skill, "aria-2");
  const block = carriedBlock(carried(source, root), { natively: natively(skill), keptExtensions }, losses);
  if (block !== null) root["gaia"] = block;
  if (isOwn) putExtensions(root, skill.extensions);
  const manifest = jsonFile(FILE, root);
  const files = isOwn
    ? pkg.files.map((file) => (file.path === FILE ? manifest : file))
    : [manifest, ...sidecar(skill, pkg, root), ...moduleOf(root, pkg, losses), ...otherFiles(skill, pkg, [FILE])];
  return { files, losses: losses.report.diagnostics };
}

function natively({ authors }: CanonicalSkill): CanonicalFieldName[] {
  return authors.length > 1 ? [...NATIVE] : [...NATIVE, "authors"];
}

/** The skill without what skill.json itself says. */
function carried(skill: CanonicalSkill, root: Mapping): CanonicalSkill {
  const derived = [root["name"], ariaDirectory(skill.name.value)];
  const { requires } = skill;
  return {
    ...skill,
    aliases: skill.aliases.filter(({ value }) => !derived.includes(value)),
    requires: {
      ...requires,
      env: requires.env.some(hasDetails) ? requires.env : [],
      skills: requires.skills.filter(({ range, optional }) => range !== "*" || optional),
    },
  };
}

function hasDetails({ required, primary, description }: CanonicalSkill["requires"]["env"][number]): boolean {
  return !required || primary || description !== null;
}

function manifestOf(
  skill: CanonicalSkill,
  { pkg, version, losses }: { pkg: PackageView; version: string | null; losses: Losses },
): Mapping {
  const { discovery, requires } = skill;
  const root = mapping();
  root["name"] = ariaName(skill, losses);
  if (version !== null) root["version"] = version;
  root["description"] = skill.description.value;
  root["author"] = skill.authors[0]?.name ?? inferred(losses, "author", "unknown", "its absence");
  root["layer"] = layerOf(skill, losses);
  root["dependencies"] = requires.skills.map(({ name }) => ariaDirectory(name));
  root["focus_affinity"] = discovery.focusAffinity.map(({ value }) => value);
  root["tools"] = skill.tools.map((tool) => toolOf(tool, losses));
  const title = titleOf(skill, pkg);
  if (skill.displayName.value !== title) root["display_name"] = skill.displayName.value;
  setSaid(root, "status", discovery.status?.value);
  setSaid(root, "category", discovery.category?.value);
  setSaid(
    root,
    "tags",
    discovery.tags.map(({ value }) => value),
  );
  setSaid(root, "homepage", skill.links.homepage?.value);
  setSaid(root, "repository", skill.links.repository?.value);
  setSaid(
    root,
    "config_keys",
    requires.hostConfig.map(({ value }) => value),
  );
  if (!requires.env.some(hasDetails))
    setSaid(
      root,
      "env",
      requires.env.map(({ name }) => name),
    );
  setSaid(root, "license", skill.license?.value);
  return root;
}

/** The layer as it is said, unless another format said what the standard reserves or forbids. */
function layerOf({ discovery, name, requires, provenance }: CanonicalSkill, losses: Losses): number {
  const said = discovery.layer?.value;
  if (provenance.format === "aria-2" && said !== undefined) return said;
  const isGateway = name.value === GATEWAY;
  const isKept = said !== undefined && (said === 1) === isGateway && (said !== 0 || requires.skills.length === 0);
  if (isKept) return said;
  const why = isGateway ? "its name" : "the standard's advice";
  return inferred(losses, "layer", isGateway ? 1 : DEFAULT_LAYER, why);
}

/** What the reader would take for the title. */
function titleOf(skill: CanonicalSkill, pkg: PackageView): string {
  const body = bodyOf(skill, pkg);
  const title = body && findTitle(new TextDecoder().decode(body.subarray(0, MAX_TITLE_BYTES)), 0);
  return title?.title ?? titleFromName(skill.name.value);
}

/** As it was once written, if it was; otherwise, by standard v2, `aria-` and the name of the directory, which is in snake_case. */
function ariaName({ name, aliases }: CanonicalSkill, losses: Losses): string {
  const known = aliases.find(({ value }) => skillNameOfAria(value) === name.value);
  if (known !== undefined) return known.value;
  // A class may not begin with a digit, and the class has this name.
  const own = `aria-${ariaDirectory(name.value)}`;
  if (/^[a-z]/.test(name.value) && skillNameOfAria(own) === name.value) return own;
  const renamed = `aria-${ariaDirectory(suggestName(name.value))}`;
  losses.changed(`The name ${name.value} was changed to ${renamed}.`);
  return renamed;
}

function inferred<T extends string | number>(losses: Losses, field: string, value: T, source: string): T {
  losses.inferred(field, String(value), source);
  return value;
}

/** The tools under names that can be those of methods. */
function namedTools({ tools, provenance }: CanonicalSkill, losses: Losses): CanonicalTool[] {
  if (provenance.format === "aria-2") return tools;
  const taken = new Set(STUB_METHODS);
  return tools.map((tool) => {
    const name = pythonIdentifier(tool.name, taken, { fallback: "tool" });
    if (name !== tool.name) losses.changed(`The tool ${tool.name} was renamed to ${name}.`);
    return { ...tool, name };
  });
}

/** The Python that Aria loads, where the package has none of its own. */
function moduleOf(root: Mapping, pkg: PackageView, { report }: Losses): PackageFile[] {
  if (pkg.find(STUB_MODULE) !== null) {
    const place = { file: STUB_MODULE, line: null, column: null };
    report.note(
      "SK9006",
      place,
      `${STUB_MODULE} stays as it is; Aria needs a class with @SkillRegistry.register in it.`,
    );
    return [];
  }
  const tools = (root["tools"] as { name: string }[]).map(({ name }) => name);
  const directory = ariaDirectory(writtenName(root));
  return [{ path: STUB_MODULE, bytes: new TextEncoder().encode(stubModule(directory, tools)) }];
}

/** The skill's name as a reader of this manifest has it. */
const writtenName = (root: Mapping): string => skillNameOfAria(String(root["name"])) ?? "skill";

function toolOf(tool: CanonicalTool, losses: Losses): Json {
  const entry = mapping();
  const { name } = tool;
  entry["name"] = name;
  entry["description"] = tool.description || inferred(losses, `the description of ${name}`, name, "its name");
  const schema = mapping();
  schema["type"] = "object";
  entry["input_schema"] =
    tool.inputSchema["type"] === "object" ? tool.inputSchema : Object.assign(schema, tool.inputSchema, schema);
  setSaid(entry, "output_schema", tool.outputSchema);
  if (tool.atomic) entry["atomic"] = true;
  return entry;
}

/** The instructions as SKILL.md, with the front matter that the readers of a SKILL.md ask for. */
function sidecar(skill: CanonicalSkill, pkg: PackageView, root: Mapping): PackageFile[] {
  const body = bodyOf(skill, pkg);
  if (body === null) return [];
  const front = mapping();
  front["name"] = writtenName(root);
  setSaid(front, "version", root["version"]);
  front["description"] = skill.description.value;
  const head = new TextEncoder().encode(`---\n${yamlText(front)}---\n`);
  return [{ path: SIDECAR, bytes: Buffer.concat([head, body]) }];
}
