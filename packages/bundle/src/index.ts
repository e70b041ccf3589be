export { BundleError } from "./bundle-error.ts";
export { BUNDLE_LIMITS } from "./limits.ts";
export { BUNDLE_FORMAT, indexText, readIndex } from "./bundle-index.ts";
export type { BundledRelease, BundleFile, BundleIndex, LeftOut } from "./bundle-index.ts";
export { bundleBytes, writeBundle, writeRelease } from "./write-bundle.ts";
export { fromBytes, openBundle, openRelease } from "./read-bundle.ts";
export type { ByteSource, OpenBundle } from "./read-bundle.ts";
export { COMMON_FILES, goesWithRelease, logFile, PROOF_FILE, releaseFile } from "./release-files.ts";
