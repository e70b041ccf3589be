import type { Tree } from "../../model/yaml-tree.ts";
import { byNameOnly } from "../format.ts";
import type { Detection, PackageView } from "../format.ts";
import { findJsonFile } from "../json/json-manifest.ts";
import type { JsonFile } from "../json/json-manifest.ts";

export const PACKAGE_FILE = "package.json";
export const SKILL_FILE = "miaos.skill.json";

/** Where the skill object of a package can be: `package.json#skill`, or `miaos.skill.json` without that wrapper. */
export interface MiaosFiles {
  package: JsonFile | null;
  skill: JsonFile | null;
}

export function miaosFiles(pkg: PackageView): MiaosFiles {
  return { package: findJsonFile(pkg, PACKAGE_FILE), skill: findJsonFile(pkg, SKILL_FILE) };
}

/** The `skill` of a package.json, whatever it is. */
export function wrappedSkill(file: JsonFile | null): Tree | null {
  return file?.opened?.root.entries.get("skill")?.value ?? null;
}

/**
 * A package.json whose `skill` has what MiaOS needs, or a miaos.skill.json. One that cannot be read counts as well where it could hold a
 * skill, so that nobody can hide a second manifest behind an error.
 */
export function detectMiaos(pkg: PackageView): Detection | null {
  const files = miaosFiles(pkg);
  const skill = wrappedSkill(files.package);
  if (skill !== null) {
    const isSkill = skill.kind === "map" && ["id", "entryPoint", "parameters"].some((key) => skill.entries.has(key));
    return isSkill ? { manifestFile: PACKAGE_FILE, confidence: 0.95 } : byNameOnly(PACKAGE_FILE);
  }
  if (files.skill !== null) return { manifestFile: SKILL_FILE, confidence: files.skill.opened === null ? 0.4 : 0.95 };
  if (files.package !== null && files.package.opened === null && mayHoldSkill(files.package.bytes))
    return { manifestFile: PACKAGE_FILE, confidence: 0.2 };
  return null;
}

/** The key `skill` can be spelled out or hidden behind an escape; UTF-16 is not looked into, for no reader takes it for JSON. */
function mayHoldSkill(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('"skill"') || text.includes("\\u");
}

/** Which file would be read if somebody says that the package is a MiaOS skill. */
export function miaosManifestOf(pkg: PackageView): string | null {
  const files = miaosFiles(pkg);
  if (files.skill !== null && wrappedSkill(files.package) === null) return SKILL_FILE;
  return files.package === null ? null : PACKAGE_FILE;
}
