import type { PackageFile } from "@gaia/archive";
import { type Diagnostic, readSkill, type SourceFormat } from "@gaia/manifest";
import { ariaDirectory, newReport, PACKAGE_ROWS, packageView, quoted, skillNameOfAria } from "@gaia/manifest/kernel";
import { checkAgentSkills } from "./agent-skills.ts";
import { checkGaia } from "./gaia.ts";

export interface ProfileOptions {
  /** The name of the folder that the package lies in, where it has one. */
  folder?: string | undefined;
  /** The version given at publish, for a manifest without one. */
  version?: string | undefined;
}

/**
 * Whether readers of a format accept a package: the diagnostics, of which an error means that they refuse it. For `agent-skills` these are
 * the rules of the reference validator; for the others, what this room's own reader of the format says at publish, less what their
 * readers never look at, and their rules on names.
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
  const said = read.diagnostics
    .filter(({ code }) => code !== "SK3010" || isVersioned(target))
    .map((one): Diagnostic => (isOfRegistry(one) ? asWarning(one) : one));
  if (target === "gaia") return asGaiaSays(said, checkGaia(packageView(files), { folder, version }));
  if (target === "aria-2") return [...said, ...ariaNameProblems(files, folder)];
  return said;
}

/** A version is the registry's demand; these formats do without: MiaOS's own example has none. */
const isVersioned = (target: SourceFormat): boolean =>
  !["gaia", "openclaw", "openclaw-draft", "miaos"].includes(target);

/** What other files of a package hold is refused by a registry, not by a reader. */
const isOfRegistry = ({ code, severity }: Diagnostic): boolean =>
  severity === "error" && code !== "SK2020" && Object.hasOwn(PACKAGE_ROWS, code);

const asWarning = (one: Diagnostic): Diagnostic => ({ ...one, severity: "warning" });

/** Errors are GAIA's alone; what this room says beyond that is worth knowing to whoever publishes. */
function asGaiaSays(said: readonly Diagnostic[], own: readonly Diagnostic[]): Diagnostic[] {
  const key = ({ code, file, line, column, message }: Diagnostic) =>
    JSON.stringify([code, file, line, column, message]);
  const errors = own.filter(({ severity }) => severity === "error");
  const known = new Set(said.map(key));
  const refused = new Set(errors.map(key));
  const unread = ({ code }: Diagnostic) => code === "SK1001";
  return [
    ...said.map((one) => (one.severity !== "error" || refused.has(key(one)) || unread(one) ? one : asWarning(one))),
    ...errors.filter((one) => !known.has(key(one))),
  ];
}

/** Standard v2, "Naming Convention": the directory is in snake_case, and the manifest's name is `aria-` and the directory's. */
function ariaNameProblems(files: readonly PackageFile[], folder: string | undefined): Diagnostic[] {
  const { skill } = readSkill(files, { format: "aria-2", mode: "import" });
  const written = skill?.aliases.find(({ value }) => skillNameOfAria(value) === skill.name.value);
  if (skill === null || written === undefined) return [];
  const report = newReport();
  const directory = ariaDirectory(skill.name.value);
  const place = { file: skill.provenance.manifestFile, line: written.origin.line, column: written.origin.column };
  if (written.value !== `aria-${directory}`)
    report.note(
      "SK3009",
      place,
      `The standard writes ${quoted(`aria-${directory}`)}: aria- and the directory's name.`,
      {
        fill: { suggestion: `aria-${directory}` },
      },
    );
  if (folder !== undefined && folder !== directory)
    report.note(
      "SK4122",
      place,
      `The manifest calls the skill ${quoted(written.value)}, its folder is ${quoted(folder)}.`,
      {
        hint: `Name the folder ${directory}.`,
      },
    );
  return report.diagnostics;
}
