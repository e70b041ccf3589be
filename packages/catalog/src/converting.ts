// The door for the threads that rewrite packages: without the database, so that a thread is there soon.
export type { ConvertInput } from "./kernel/package-converter.ts";
export { convertPackage } from "./versions/convert-package.ts";
