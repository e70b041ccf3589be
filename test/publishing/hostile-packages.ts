import { hostileCode } from "../harness/hostile/code.ts";
import { hostileContainers } from "../harness/hostile/containers.ts";
import type { HostilePackage } from "../harness/hostile/hostile-package.ts";
import { hostileManifests } from "../harness/hostile/manifests.ts";
import { hostilePaths } from "../harness/hostile/paths.ts";

/**
 * Packages that were built to do harm, the same in each run: containers (A1-A24), manifests of every format (A26, Y1-Y15), code (S3-S5).
 * Each says what the registry must answer.
 */
export const HOSTILE_PACKAGES: readonly HostilePackage[] = [
  ...hostilePaths,
  ...hostileContainers,
  ...hostileManifests,
  ...hostileCode,
];
