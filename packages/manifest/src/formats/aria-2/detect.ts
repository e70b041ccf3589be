import { findJsonFile } from "../json-manifest.ts";
import type { Detection, PackageView } from "../format.ts";

const FILE = "skill.json";

/** What no other `skill.json` has. */
const SIGNS = ["layer", "focus_affinity", "tools", "dependencies"];

/** A `skill.json` at the root. One that cannot be read counts as well, so that nobody can hide a second manifest behind an error. */
export function detectAria(pkg: PackageView): Detection | null {
  const file = findJsonFile(pkg, FILE);
  if (file === null) return null;
  if (file.opened === null) return { manifestFile: FILE, confidence: 0.4 };
  const { entries } = file.opened.root;
  const name = entries.get("name")?.value;
  const isNamed = name?.kind === "scalar" && name.text.startsWith("aria-");
  const signs = SIGNS.filter((key) => entries.has(key)).length + (isNamed ? 2 : 0);
  return { manifestFile: FILE, confidence: signs >= 2 ? 0.96 : 0.5 };
}
