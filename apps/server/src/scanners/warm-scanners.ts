import { dirname } from "node:path";
import { WARM_PROGRAMS } from "@gaia/scan/warm-programs";
import { scannerRevision } from "./scanner-revision.ts";

/** How the scanners are kept loaded, for `warmRunner` of `@gaia/sandbox`; `onCold` is told which was not, and why. */
export const warmScanners = (onCold: (module: string, why: string) => void) => ({
  programs: WARM_PROGRAMS,
  revisionOf: async (python: string) => scannerRevision(dirname(python)),
  onCold,
});
