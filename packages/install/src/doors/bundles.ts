// Bundles as files: opened, and held against their index.
export { adoptBundle } from "../bundle/adopt-bundle.ts";
export { ensureBundleIsYoung, openTrustedBundle } from "../bundle/trusted-bundle.ts";
export { offeredSkill } from "../terms/offered-skill.ts";
export { withFileSource } from "../bundle/file-source.ts";
