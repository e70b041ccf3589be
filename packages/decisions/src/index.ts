export { writeLeaf } from "./write-leaf.ts";
export { catchUpStatement, sayStatementAgain, writeDecision } from "./write-statement.ts";
