import type { CanonicalSkill, CanonicalTool, Json, JsonSchema } from "../../model/canonical.ts";
import { isMapping } from "../canonical/shapes.ts";
import type { Losses } from "../skill-file/write.ts";

/** The sections that a skill of another format needs for its tools, as Markdown. "" when there is nothing to say. */
export function toolSections(skill: CanonicalSkill, losses: Losses): string {
  const required = skill.requires.tools.map(({ value }) => `- \`${value}\`\n`);
  const sections = [
    ...(required.length === 0 ? [] : [`## Required Tools\n\n${required.join("")}`]),
    ...(skill.tools.length === 0
      ? []
      : [`## Provided Tools\n\n${skill.tools.map((tool) => toolText(tool, losses)).join("\n")}`]),
  ];
  return sections.join("\n");
}

function toolText(tool: CanonicalTool, losses: Losses): string {
  const lost = new Set<string>();
  const parameters = listText(tool.inputSchema, lost, true);
  const returns = tool.outputSchema === null ? "" : listText(tool.outputSchema, lost, false);
  if (tool.outputSchema !== null && returns === "") lost.add("the output schema");
  if (tool.atomic) lost.add("atomic");
  if (lost.size > 0) {
    const message = `The schema of ${tool.name} was flattened: ${[...lost].slice(0, 5).join(", ")} cannot be kept.`;
    losses.report.note("SK9001", tool.origin, message);
  }
  return [
    `### ${tool.name}\n`,
    `${descriptionText(tool)}\n`,
    ...(parameters === "" ? [] : [`**Parameters:**\n${parameters}`]),
    ...(returns === "" ? [] : [`**Returns:**\n${returns}`]),
  ].join("\n");
}

/** A paragraph: on one line, and nothing at its start that Markdown takes for something else. */
function descriptionText({ name, description }: CanonicalTool): string {
  const line = oneLine(description);
  return /^[\p{L}"'(]/u.test(line) && !/^\d/.test(line) ? line : `${name}: ${line || "no description"}`;
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}

function listText(schema: JsonSchema, lost: Set<string>, hasRequired: boolean): string {
  const { type: _, properties, required, ...rest } = schema;
  for (const key of Object.keys(rest)) lost.add(key);
  const needed = Array.isArray(required) ? required : [];
  if (needed.length > 0 && !hasRequired) lost.add("required");
  const lines = Object.entries(isMapping(properties) ? properties : {}).map(([name, member]) => {
    if (!/^[^`\s]{1,64}$/.test(name)) {
      lost.add(name);
      return "";
    }
    const { text, description } = memberText(name, member, lost);
    const words = hasRequired ? [text, needed.includes(name) ? "required" : "optional"] : [text];
    const brackets = words.filter((word) => word !== "").join(", ");
    return `- \`${name}\`${brackets === "" ? "" : ` (${brackets})`}${description === "" ? "" : `: ${description}`}\n`;
  });
  return lines.join("");
}

function memberText(name: string, member: Json, lost: Set<string>): { text: string; description: string } {
  if (!isMapping(member)) {
    lost.add(name);
    return { text: "", description: "" };
  }
  const { type, description, items, ...rest } = member;
  for (const key of Object.keys(rest)) lost.add(`${name}.${key}`);
  const inner = isMapping(items) && Object.keys(items).length === 1 ? items["type"] : undefined;
  const isTypedList = type === "array" && typeof inner === "string" && inner !== "array";
  if (items !== undefined && !isTypedList) lost.add(`${name}.items`);
  if (type !== undefined && typeof type !== "string") lost.add(`${name}.type`);
  const text = isTypedList ? `${inner}[]` : typeof type === "string" ? type : "";
  return { text, description: typeof description === "string" ? oneLine(description) : "" };
}
