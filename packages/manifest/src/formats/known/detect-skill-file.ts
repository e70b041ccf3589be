import type { MapTree, Tree } from "../../model/yaml-tree.ts";
import type { Detection, PackageView } from "../format.ts";
import { OPENCLAW_FIELDS, OPENCLAW_NAMES } from "../openclaw/read-block.ts";
import { findSkillFile } from "../skill-file/open.ts";

/** How sure the front matter makes us that a SKILL.md has one of the formats, 0 for not at all. */
type Judge = (root: MapTree) => number;

/** Fields that only the flat form of the SKILL.md specification has. */
export const judgeGaia01: Judge = (root) => {
  if (root.entries.has("security_tier")) return 0.85;
  if (kindAt(root, "permissions") === "list") return 0.8;
  if (kindAt(root, "tools") === "list" && itemsOf(root, "tools").every(({ kind }) => kind === "map")) return 0.7;
  return kindAt(root, "requirements") === "map" ? 0.6 : 0;
};

export const judgeGaia: Judge = (root) => (kindAt(metadataOf(root), "gaia") === "map" ? 0.95 : 0);

export const judgeOpenClaw: Judge = (root) => {
  const metadata = metadataOf(root);
  if (OPENCLAW_NAMES.some((name) => kindAt(metadata, name) === "map")) return 0.9;
  const text = root.entries.get("metadata")?.value;
  if (text?.kind === "scalar" && OPENCLAW_NAMES.some((name) => text.text.includes(`"${name}"`))) return 0.9;
  if (OPENCLAW_NAMES.some((name) => kindAt(root, name) === "map")) return 0.9;
  const isLoose = (map: MapTree | null) => OPENCLAW_FIELDS.some((name) => map?.entries.has(name) ?? false);
  if (isLoose(metadata) || isLoose(root)) return 0.65;
  return ["command-dispatch", "command-tool", "command-arg-mode"].some((name) => root.entries.has(name)) ? 0.6 : 0;
};

export const judgeOpenClawDraft: Judge = (root) => {
  if (root.entries.has("claw_version")) return 0.92;
  return ["actions", "pip_requires"].some((name) => kindAt(root, name) === "list") ? 0.87 : 0;
};

/** Every SKILL.md is one, for want of a better reason. */
export const judgeAgentSkills: Judge = () => 0.5;

/** `detect` of a format that lives in a SKILL.md. One that cannot be parsed is nobody's but the standard's. */
export function detectBy(judge: Judge): (pkg: PackageView) => Detection | null {
  return (pkg) => {
    const file = findSkillFile(pkg);
    if (file === null) return null;
    const root = file.opened?.root;
    const confidence = root === undefined ? (judge === judgeAgentSkills ? 0.1 : 0) : judge(root);
    return confidence === 0 ? null : { manifestFile: file.path, confidence };
  };
}

function metadataOf(root: MapTree): MapTree | null {
  const value = root.entries.get("metadata")?.value;
  return value?.kind === "map" ? value : null;
}

function kindAt(map: MapTree | null, name: string): Tree["kind"] | undefined {
  return map?.entries.get(name)?.value.kind;
}

function itemsOf(root: MapTree, name: string): Tree[] {
  const value = root.entries.get(name)?.value;
  return value?.kind === "list" ? value.items : [];
}
