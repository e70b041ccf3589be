export type { BlobInfo, Blobs } from "./blobs.ts";
export { StorageError } from "./storage-error.ts";
