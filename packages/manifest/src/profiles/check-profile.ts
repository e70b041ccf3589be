import type { SourceFormat } from "../canonical.ts";
import type { PackageFile } from "../find-manifest.ts";
import { packageView } from "../formats/format.ts";
import { PACKAGE_ROWS } from "../package/package-rows.ts";
import { readSkill } from "../read-skill.ts";
import { newReport, quoted } from "../report.ts";
import type { Diagnostic } from "../report.ts";
import { checkAgentSkills } from "./agent-skills.ts";

export interface ProfileOptions {
  /** The name of the folder that the package lies in, where it has one. */
  folder?: string | undefined;
  /** The version given at publish, for a manifest without one. */
  version?: string | undefined;
}

/**
 * Whether readers of a format accept a package: the diagnostics, of which an error means that they refuse it. For `agent-skills` these are
 * the rules of the reference validator; for the others, what this room's own reader of the format says at publish, and their rules on names.
 */
export function checkProfile(
  files: readonly PackageFile[],
  target: SourceFormat,
  options: ProfileOptions = {},
): Diagnostic[] {
  const { folder, version } = options;
  if (target === "agent-skills") {
    const report = newReport();
    checkAgentSkills(packageView(files), folder, report);
    return report.diagnostics;
  }
  const read = readSkill(files, { format: target, version });
  // A version is the registry's demand; these formats do without.
  const isVersioned = target !== "gaia" && target !== "openclaw" && target !== "openclaw-draft";
  const said = read.diagnostics
    .filter(({ code }) => isVersioned || code !== "SK3010")
    .map((one): Diagnostic => (isOfRegistry(one) ? { ...one, severity: "warning" } : one));
  return [...said, ...(target === "gaia" ? gaiaNameProblems(files, folder) : [])];
}

/** What other files of a package hold is refused by a registry, not by a reader. */
const isOfRegistry = ({ code, severity }: Diagnostic): boolean =>
  severity === "error" && code !== "SK2020" && Object.hasOwn(PACKAGE_ROWS, code);

/** GAIA wants single hyphens, and the folder to have the skill's name. */
function gaiaNameProblems(files: readonly PackageFile[], folder: string | undefined): Diagnostic[] {
  const { skill } = readSkill(files, { format: "gaia", mode: "import" });
  if (skill === null) return [];
  const report = newReport();
  const { value, origin } = skill.name;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value))
    report.note("SK3002", origin, `GAIA refuses the name ${quoted(value)}.`, {
      fill: { suggestion: "single hyphens" },
    });
  if (folder !== undefined && folder !== value)
    report.note("SK3004", origin, `The name ${quoted(value)} differs from its folder ${quoted(folder)}.`, {
      severity: "error",
    });
  return report.diagnostics;
}
