export { cpuBudget } from "./cpu-budget.ts";
export { cpuMs } from "./cpu-clock.ts";
export { readAsset } from "./asset.ts";
export { type Grammars, openGrammars } from "./grammars.ts";
export type { Language, SyntaxProblem } from "./language.ts";
export type { Point } from "./point.ts";
export { closesFence, openedFence, type Opened } from "./markdown-fences.ts";
