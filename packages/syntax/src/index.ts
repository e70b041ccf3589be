export { type Grammars, openGrammars } from "./grammars.ts";
export type { Language, SyntaxProblem } from "./language.ts";
export type { Point } from "./point.ts";
