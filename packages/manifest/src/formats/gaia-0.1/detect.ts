import type { Detection, PackageView } from "../format.ts";
import { findSkillFile } from "../skill-file.ts";

/** A SKILL.md. The only format so far that has one, so that whatever it is, it is judged by this. */
export function detectGaia01(pkg: PackageView): Detection | null {
  const file = findSkillFile(pkg);
  return file && { manifestFile: file.path, confidence: 0.5 };
}
