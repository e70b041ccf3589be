import type { PackageFile } from "@gaia/archive";
import { compareFindings, type Fact, type Finding, type ScannerReport, withSnippets } from "@gaia/findings";
import { ANALYSER_NAMES } from "../scanner-names.ts";

/** What our own analysers said of a skill. */
export interface Analysis {
  /** One for each of our own analysers, in their order. */
  scanners: ScannerReport[];
  findings: Finding[];
  /** What the code does, for the permissions. */
  facts: Fact[];
}

/**
 * What analysers said, as one report: in the order of a report, whatever the order of their work. With the lines of `files` that they
 * are about, which only all of them together know to be free of secrets.
 */
export function joinParts(parts: readonly Analysis[], files: PackageFile[]): Analysis {
  return {
    scanners: parts
      .flatMap(({ scanners }) => scanners)
      .toSorted((a, b) => ANALYSER_NAMES.indexOf(a.name) - ANALYSER_NAMES.indexOf(b.name)),
    findings: withSnippets(parts.flatMap(({ findings }) => findings).toSorted(compareFindings), files),
    facts: parts.flatMap(({ facts }) => facts),
  };
}
