export { type RunContext, RunError, type RunnableSkill, type ToolOutcome } from "./context.ts";
export { resolveNpm } from "./environments/package-mounts.ts";
export { type TestedCase, type TestReport, testSkill } from "./testing/test-skill.ts";
export { nearText, wholeHosts } from "./permissions/near-hosts.ts";
export { listTools, runTool } from "./running/run-tool.ts";
