import type { Tool } from "@modelcontextprotocol/server";
import type { Catalog, ServedTool } from "../catalog/catalog.ts";
import type { ServedSkill } from "../catalog/served-skill.ts";
import { cleaned, cleanedSchema } from "./cleaned-text.ts";
import { qualifiedName } from "../catalog/tool-names.ts";

const LONGEST_DESCRIPTION = 4_000;

/** What clients are told of every tool, in the order of names: the short name as the title (docs/specification.md §5.2). */
export const listedTools = (catalog: Catalog): Tool[] =>
  [...catalog.tools]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, served]) => listedTool(name, served));

function listedTool(name: string, { skill, tool }: ServedTool): Tool {
  const title = cleaned(tool.name, 128);
  return {
    name,
    title,
    description: `${standingOf(skill)}${cleaned(tool.description, LONGEST_DESCRIPTION)}`,
    inputSchema: inputSchemaOf(tool.inputSchema),
    annotations: { title },
    _meta: { "gaia-skill/tool": cleaned(qualifiedName(skill.runnable.name, tool.name), 256), ...metaOf(skill) },
  };
}

/** What a model reads first of what nobody vouches for. */
function standingOf({ scope, runnable }: ServedSkill): string {
  if (scope === "local") return "[local: this repository's own, no registry vouches for it] ";
  return runnable.tier === "experimental" ? "[experimental: only its author vouches for it] " : "";
}

/** Where a skill comes from, for clients that show it. */
export const metaOf = ({ runnable, scope, origin }: ServedSkill): Record<string, unknown> => ({
  "gaia-skill/skill": runnable.name,
  "gaia-skill/version": runnable.version,
  "gaia-skill/tier": runnable.tier,
  "gaia-skill/scope": scope,
  ...(origin === null ? {} : { "gaia-skill/registry": origin.registry, "gaia-skill/publisher": origin.publisher }),
});

/** The root of a tool's schema is an object's (MCP, Tool.inputSchema). */
function inputSchemaOf(schema: object): Tool["inputSchema"] {
  // JSON data throughout: the model of a manifest holds nothing else.
  const shown = cleanedSchema(schema) as Record<string, never>;
  return { ...shown, type: "object" };
}
