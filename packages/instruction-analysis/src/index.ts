export { instructionAnalyser } from "./instruction-analyser.ts";
