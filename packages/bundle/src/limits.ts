/** What a bundle may cost who reads it; sizes in bytes. */
export interface BundleLimits {
  /** Of the whole file. */
  bundleBytes: number;
  /** Of the index. */
  indexBytes: number;
  /** Files beside the index and its signature. */
  files: number;
  /** Of one file. */
  fileBytes: number;
  releases: number;
}

const MIB = 1024 * 1024;

/** The defaults; a registry exports no more. Nothing inside is compressed but packages, which have limits of their own. */
export const BUNDLE_LIMITS: BundleLimits = Object.freeze({
  bundleBytes: 4 * 1024 * MIB,
  indexBytes: 8 * MIB,
  files: 20_000,
  fileBytes: 64 * MIB,
  releases: 1_000,
});
