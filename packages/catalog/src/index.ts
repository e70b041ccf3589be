export type { Asker, Catalog, ReadCtx } from "./kernel/context.ts";
export { RegistryError, type ErrorDetail, type RegistryErrorCode } from "./kernel/errors.ts";
export { ensureConfirmed, ensureMay, ensureMayAtAll, ensureMayFor, ensureMayOn } from "./kernel/may.ts";
export { decidesFor, hiddenButReadable, readable } from "./kernel/readable.ts";
export { ensureMayOnName, ensureMayOnSkill, ensureVisibleSkill, type FoundSkill } from "./kernel/find-skill.ts";
export {
  ensureShown,
  ensureVisible,
  findVersion,
  type FoundVersion,
  subjectOf,
  versionNotFound,
  type VersionRow,
} from "./kernel/find-version.ts";
export { readCursor, writeCursor } from "./kernel/cursor.ts";
export { ensurePublisher } from "./kernel/ensure-publisher.ts";
export { isLive } from "./kernel/is-live.ts";
export { isPrerelease, isSortable, sortKeyOf } from "./kernel/sort-key.ts";
export { blobKey, sha256OfKey } from "./kernel/blob-keys.ts";
export { readBlob } from "./kernel/read-blob.ts";
export { sriOfHex } from "./kernel/sri-of-hex.ts";
