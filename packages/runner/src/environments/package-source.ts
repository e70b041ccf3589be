import { isPlainPackage, neededPackages, type PackageManager, toNpmPins } from "@gaia/install/installed";
import { RunError } from "../context.ts";
import type { LoadedSkill } from "../loaded-skill.ts";

/** What is installed for a skill: exactly what it was pinned to, or what its author's manifest declares. */
export type PackageSource =
  | { manager: PackageManager; kind: "pinned"; text: string }
  | { manager: PackageManager; kind: "declared"; specs: string[] };

const missing = (message: string): RunError => new RunError("requirement_missing", message);

/**
 * The packages that a skill needs of an index; null: none. An installed skill gets what it was pinned to when it was installed and nothing
 * else; one that was not installed goes by its manifest.
 * @throws RunError `requirement_missing` for an installed one that is not pinned, and for what is no package of an index
 */
export function packageSource({ skill, manifest, files }: LoadedSkill, manager: PackageManager): PackageSource | null {
  const specs = neededPackages(manifest, files, manager).toSorted();
  if (specs.length === 0) return null;
  const odd = specs.find((spec) => !isPlainPackage(manager, spec));
  if (skill.pins === null && odd === undefined) return { manager, kind: "declared", specs };
  const text = skill.pins?.[manager] ?? null;
  if (text !== null) return { manager, kind: "pinned", text: ensurePins(manager, text) };
  // What is no package of an index is pinned nowhere.
  if (odd !== undefined) throw missing(`${JSON.stringify(odd)} is no package of an index: it is not installed.`);
  const variable = manager === "pip" ? "GAIA_PIP_INDEX" : "GAIA_NPM_INDEX";
  throw missing(
    `Its packages (${specs.join(", ").slice(0, 300)}) were not pinned when it was installed, and none but pinned ones are taken: ` +
      `install it again where ${variable} can be reached.`,
  );
}

const PIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}==[A-Za-z0-9.+!_-]{1,100} --hash=sha256:[0-9a-f]{64}$/;

/** They lie in a place that a repository may have written: no option is among them. */
function ensurePins(manager: PackageManager, text: string): string {
  if (manager === "npm") {
    const pins = toNpmPins(text);
    if (pins !== null) return pins;
  } else {
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    if (lines.every((line) => PIN.test(line))) return `${lines.join("\n")}\n`;
  }
  throw missing("What its packages are pinned to is more than names, versions and digests.");
}
