// The door for the threads that analyse packages: without the database, so that a thread is there soon.
export { type Grammars, openGrammars } from "@gaia/syntax";
export { type AnalyseInput, analysePackage } from "./inspection/analyse-package.ts";
