export type { BlobInfo, Blobs } from "./blobs.ts";
export { StorageError, type StorageErrorCode } from "./storage-error.ts";
