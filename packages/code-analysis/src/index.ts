export { codeAnalyser } from "./code-analyser.ts";
export { toldByCode } from "./told/told-by-code.ts";
export { isVerb } from "./told/told-command.ts";
export type { CodeTools } from "./engine/code-tools.ts";
export { hostOf, isLocalHost, isRawAddress } from "./engine/host.ts";
export { secretPlace } from "./engine/sensitive-path.ts";
export { minerTold } from "./rules/mining-pools.ts";
