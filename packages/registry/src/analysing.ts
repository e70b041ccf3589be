// The door for the threads that analyse packages: without the database, so that a thread is there soon.
export { type AnalyseInput, analysePackage } from "./inspection/analyse-package.ts";
export { tellPackage, type TellPackageInput } from "./inspection/tell-package.ts";
