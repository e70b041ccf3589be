import type { CanonicalSkill, Implementation, Json, SourceFormat } from "../../model/canonical.ts";
import { isSkillName, suggestName } from "../../model/skill-name.ts";
import type { CanonicalFieldName } from "../canonical/canonical-fields.ts";
import { splitTools } from "../allowed-tools.ts";
import { mapping } from "../yaml-text.ts";
import type { Mapping } from "../yaml-text.ts";
import { joinWords } from "./loose-fields.ts";
import type { Losses } from "./write.ts";

/** The name as readers of Agent Skills and GAIA take it; the registry allows edge and double hyphens. */
export function strictName({ name }: CanonicalSkill, losses: Losses): string {
  if (isSkillName(name.value) && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name.value)) return name.value;
  const suggestion = suggestName(name.value);
  losses.changed(`The name ${name.value} was changed to ${suggestion}.`);
  return suggestion;
}

/** The version to write: none where an import made one up. */
export function versionOf({ version }: CanonicalSkill): string | null {
  return version.origin.how === "inferred" && version.value.startsWith("0.0.0+") ? null : version.value;
}

const FIRST_VERSION = "0.1.0";

/** The same for a format whose readers require one: where an import made one up, the first that can be published, which is told. */
export function requiredVersion(skill: CanonicalSkill, losses: Losses): string {
  const written = versionOf(skill);
  if (written !== null) return written;
  losses.inferred("version", FIRST_VERSION, "its absence");
  return FIRST_VERSION;
}

/** `allowed-tools` as the standard has it: text, or a list where a tool's own spelling has spaces. */
export function allowedToolsOf({ allowedTools }: CanonicalSkill): Json | undefined {
  if (allowedTools.length === 0) return undefined;
  const raws = allowedTools.map(({ raw }) => raw);
  const isText =
    raws.every((raw) => splitTools(raw).join(" ") === raw) && splitTools(raws.join(" ")).length === raws.length;
  return isText ? raws.join(" ") : raws;
}

/** What is written below `metadata` by convention, all of it text, and which canonical fields that holds. */
export function conventionalMetadata(skill: CanonicalSkill): { metadata: Mapping; natively: CanonicalFieldName[] } {
  const metadata = mapping();
  const natively: CanonicalFieldName[] = ["allowedTools", "compatibility"];
  const put = (key: string, field: CanonicalFieldName | null, value: string | null | undefined) => {
    if (field !== null) natively.push(field);
    if (value !== null && value !== undefined) metadata[key] = value;
  };
  const { displayName, authors, links, discovery } = skill;
  if (displayName.origin.how === "declared") put("title", null, displayName.value);
  if (authors.length < 2) put("author", "authors", authors[0]?.name);
  put("homepage", "homepage", links.homepage?.value);
  put("repository", "repository", links.repository?.value);
  const tags = joinWords(discovery.tags.map(({ value }) => value));
  if (tags !== null) put("tags", "tags", tags === "" ? null : tags);
  put("category", "category", discovery.category?.value);
  return { metadata, natively };
}

/** Agents' own fields that stand at the top level, beyond the standard. */
export function agentFields({ invocation, discovery }: CanonicalSkill): {
  fields: Mapping;
  natively: CanonicalFieldName[];
} {
  const fields = mapping();
  const { user, model, argumentHint, dispatchTool } = invocation;
  if (user !== null) fields["user-invocable"] = user.value;
  if (model !== null) fields["disable-model-invocation"] = !model.value;
  if (argumentHint !== null) fields["argument-hint"] = argumentHint.value;
  if (dispatchTool !== null) fields["command-tool"] = dispatchTool.value;
  if (discovery.triggers.length > 0) fields["triggers"] = discovery.triggers.map(({ value }) => value);
  return { fields, natively: ["user", "model", "argumentHint", "dispatchTool", "triggers"] };
}

/** An extension's place, as `putAt` takes it. */
export function partsOf(pointer: string): string[] {
  return pointer.split("/").slice(1);
}

/** What other formats have at the top level, where it would be taken for theirs. */
const FOREIGN = ["actions", "claw_version", "permissions", "pip_requires", "requirements", "security_tier", "tools"];

/** Whether an extension that came from another format must not stand where it stood. */
export function isForeign({ provenance }: CanonicalSkill, target: SourceFormat, pointer: string): boolean {
  return provenance.format !== target && FOREIGN.includes(partsOf(pointer)[0] ?? "");
}

/**
 * A skill without the pointers to code that a rewriting would break: those into the manifest itself, which is replaced. `wanted` is the
 * language that the target's runtime loads, null for any; code in another one stays in the package and is not wired.
 */
export function withoutLostCode(skill: CanonicalSkill, wanted: string | null, losses: Losses): CanonicalSkill {
  const { format, manifestFile } = skill.provenance;
  const isLost = ({ file, range }: Implementation) => file === manifestFile || range !== null;
  const foreign = skill.tools.flatMap(({ implementation }) =>
    implementation !== null && (isLost(implementation) || (wanted !== null && implementation.language !== wanted))
      ? [implementation.language]
      : [],
  );
  const place = { file: manifestFile, line: null, column: null };
  for (const language of new Set(format === losses.target ? [] : foreign))
    losses.report.note(
      "SK9006",
      place,
      `Tools are implemented in ${language}${wanted === null ? "" : `; ${losses.target} loads ${wanted}`}. ` +
        `Only their declaration was exported.`,
    );
  const tools = skill.tools.map((tool) =>
    tool.implementation !== null && isLost(tool.implementation) ? { ...tool, implementation: null } : tool,
  );
  const { orchestration } = skill;
  const isOrchestrationLost = orchestration !== null && isLost(orchestration.implementation);
  if (isOrchestrationLost) losses.dropped("orchestration");
  return { ...skill, tools, orchestration: isOrchestrationLost ? null : orchestration };
}
