// The door for the threads that read packages: without the database, so that a thread is there soon.
export { loadParsers } from "@gaia/manifest";
export { type ConvertInput, convertPackage } from "./convert-package.ts";
export { RegistryError } from "./errors.ts";
export { type ReadUpload, readUpload, type ReadUploadInput } from "./read-upload.ts";
