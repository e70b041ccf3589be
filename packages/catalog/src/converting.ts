// The door for the threads that rewrite packages: without the database, so that a thread is there soon.
export type { ConvertInput, OpenInput, RewriteInput } from "./kernel/package-converter.ts";
export { openPackage } from "./versions/open-package.ts";
export { convertPackage, digestPackage } from "./versions/convert-package.ts";
