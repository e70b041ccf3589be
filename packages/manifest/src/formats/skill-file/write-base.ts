import type { CanonicalSkill, Json, SourceFormat } from "../../canonical.ts";
import { isSkillName, suggestName } from "../../skill-name.ts";
import type { CanonicalFieldName } from "../gaia/canonical-fields.ts";
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
