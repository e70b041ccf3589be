// The door for the threads that read packages: without the database, so that a thread is there soon.
export { examineUpload, readUpload } from "./publishing/read-upload.ts";
export { splitBatch } from "./batches/split-batch.ts";
export type { ReadUpload, ReadUploadInput } from "./kernel/packages.ts";
