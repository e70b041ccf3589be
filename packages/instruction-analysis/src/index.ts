export { instructionAnalyser } from "./instruction-analyser.ts";
export { ruledSentences } from "./told/ruled-sentences.ts";
