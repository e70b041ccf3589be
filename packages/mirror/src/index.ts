export { findUpstream, openUpstream } from "./open-upstream.ts";
export {
  DEFAULT_UPSTREAM_LIMITS,
  SOURCE_KINDS,
  type Fetched,
  type GitDoor,
  type GitFolder,
  type Upstream,
  type UpstreamDoor,
  type UpstreamEntry,
  type UpstreamLimits,
  type UpstreamPackage,
} from "./upstream/upstream.ts";
export { UpstreamError, type UpstreamErrorCode } from "./upstream/upstream-error.ts";
