import { ANALYSER_NAMES, OUTSIDE_SCANNERS } from "@gaia/scan";
import { NPM_SCANNER } from "./npm/npm-requirement.ts";

/** Every name that a report may have, in the order of an inspection. */
export const SCANNER_NAMES: readonly string[] = [...OUTSIDE_SCANNERS, NPM_SCANNER, ...ANALYSER_NAMES];
