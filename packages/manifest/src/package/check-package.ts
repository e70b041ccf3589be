import type { CanonicalSkill } from "../model/canonical.ts";
import type { PackageView } from "../formats/format.ts";
import type { Report } from "../model/report.ts";
import { checkConflictMarkers } from "./conflict-markers.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkContents } from "./file-contents.ts";
import { checkPaths } from "./file-paths.ts";
import { checkLicenseFile } from "./license-file.ts";
import { checkLinks } from "./links.ts";
import type { PackageLimits } from "./package-limits.ts";
import { checkWords } from "./words.ts";

/**
 * What a package's files say beside its manifest: names that some system cannot write, what does not belong in a package, files that
 * the instructions link to, a license file of another license, dependencies without a version. Pure, linear, looks into no archive.
 * `skill` is null where no manifest could be read; `manifestFile` where there is none.
 */
export function checkPackage(
  pkg: PackageView,
  found: { skill: CanonicalSkill | null; manifestFile: string | null; limits: PackageLimits | null },
  report: Report,
): void {
  const { skill, manifestFile, limits } = found;
  checkPaths(pkg.files, limits, report);
  checkContents(pkg.files, manifestFile !== null, report);
  if (manifestFile !== null) checkConflictMarkers(pkg, manifestFile, report);
  if (skill === null) return;
  checkWords(skill, pkg, report);
  checkLicenseFile(skill, pkg, report);
  checkDependencies(skill, pkg, report);
  checkLinks(skill, pkg, report);
}
