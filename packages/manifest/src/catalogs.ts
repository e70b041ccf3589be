import type { CanonicalSkill, Json, JsonSchema } from "./model/canonical.ts";
import { ariaDirectory, skillNameOfAria } from "./formats/aria-2/names.ts";

/** A verified skill that the MiaOS catalog may list. */
export interface MiaosCatalogSource {
  skill: Pick<CanonicalSkill, "name" | "displayName" | "description">;
  /** The npm package that holds it, as an audit confirmed it; null when nobody did. */
  npmPackage: string | null;
}

/** One entry of MiaOS's `config/skills-catalog.json`. */
export interface MiaosCatalogEntry {
  package: string;
  id: string;
  name: string;
  description: string;
}

/** npm: lower case, URL-safe, at most 214 characters, perhaps in a scope. */
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]{0,100}\/)?[a-z0-9~-][a-z0-9._~-]{0,213}$/;

/**
 * The catalog that MiaOS reads: a bare array. A skill without a confirmed npm package is left out, for a stranger may own its name; so
 * is the second one of a package or an id. Sorted by id, so that the same skills give the same bytes.
 */
export function miaosCatalog(entries: readonly MiaosCatalogSource[]): MiaosCatalogEntry[] {
  const packages = new Set<string>();
  const ids = new Set<string>();
  const catalog: MiaosCatalogEntry[] = [];
  for (const { skill, npmPackage } of entries.toSorted((a, b) => compare(a.skill.name.value, b.skill.name.value))) {
    const id = skill.name.value;
    if (npmPackage === null || npmPackage.length > 214 || !NPM_NAME.test(npmPackage)) continue;
    if (packages.has(npmPackage) || ids.has(id)) continue;
    packages.add(npmPackage);
    ids.add(id);
    catalog.push({ package: npmPackage, id, name: skill.displayName.value, description: skill.description.value });
  }
  return catalog;
}

/** A verified skill that the Aria catalog may list. */
export interface AriaCatalogSource {
  skill: Pick<
    CanonicalSkill,
    "name" | "aliases" | "version" | "description" | "authors" | "discovery" | "requires" | "tools" | "provenance"
  >;
  /** Where its package is downloaded from. */
  url: string;
  /** `sha256:<hex>` of the release. */
  digest: string;
}

/** A skill.json of standard v2 (its required keys), and where to get the package. */
export interface AriaCatalogEntry {
  name: string;
  version: string;
  description: string;
  author: string;
  layer: number;
  dependencies: string[];
  focus_affinity: string[];
  tools: { name: string; description: string; input_schema: JsonSchema }[];
  url: string;
  digest: string;
}

/**
 * The catalog for Aria systems. Standard v2 names no catalog file, so this is its skill.json, once for each skill: `{skills: […]}` in an
 * order in which they can be loaded, lower layers first and then by name. Only skills that came as Aria skills: whatever else is
 * verified here has no layer, and no class to load.
 */
export function ariaCatalog(entries: readonly AriaCatalogSource[]): { skills: AriaCatalogEntry[] } {
  const names = new Set<string>();
  const own = entries.filter(({ skill }) => skill.provenance.format === "aria-2" && skill.discovery.layer !== null);
  const skills = own.map(toAriaEntry).toSorted((a, b) => a.layer - b.layer || compare(a.name, b.name));
  return { skills: skills.filter(({ name }) => !names.has(name) && names.add(name)) };
}

function toAriaEntry({ skill, url, digest }: AriaCatalogSource): AriaCatalogEntry {
  const { name, aliases, discovery, requires, tools } = skill;
  const written = aliases.find(({ value }) => skillNameOfAria(value) === name.value);
  return {
    name: written?.value ?? `aria-${name.value}`,
    version: skill.version.value,
    description: skill.description.value,
    author: skill.authors[0]?.name ?? "",
    layer: discovery.layer?.value ?? 3,
    dependencies: requires.skills.map((one) => ariaDirectory(one.name)),
    focus_affinity: discovery.focusAffinity.map(({ value }) => value),
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema satisfies { [key: string]: Json },
    })),
    url,
    digest,
  };
}

/** By code units: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
