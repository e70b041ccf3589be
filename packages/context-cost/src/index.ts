export { type ContextCost, contextCost, type ContextInput } from "./context-cost.ts";
