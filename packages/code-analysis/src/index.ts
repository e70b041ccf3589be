export { codeAnalyser } from "./code-analyser.ts";
export type { CodeTools } from "./engine/code-tools.ts";
export { hostOf, isRawAddress } from "./engine/host.ts";
export { secretPlace } from "./engine/sensitive-path.ts";
export { minerTold } from "./rules/mining-pools.ts";
