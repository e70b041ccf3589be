export { writeLeaf } from "./write-leaf.ts";
export { catchUpStatement, sayStatementAgain, writeStatement } from "./write-statement.ts";
