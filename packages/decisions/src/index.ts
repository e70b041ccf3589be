export { type Decision, writeDecision } from "./write-decision.ts";
export { writeLeaf } from "./write-leaf.ts";
export { catchUpStatement, sayStatementAgain } from "./write-statement.ts";
