// The door for threads and programs that analyse: with every rule, every reader of a language and the model of wording.
export { analyseSkill } from "./analysis/analyse-skill.ts";
