export {
  type RunContext,
  RunError,
  type RunErrorCode,
  type RunnableSkill,
  type RunnableTool,
  type ToolOutcome,
} from "./context.ts";
export { resolveNpm } from "./environments/package-mounts.ts";
export { PERMISSION_TABLE, type PermissionRow } from "./permissions/permission-table.ts";
export { type TestedCase, type TestReport, testSkill } from "./testing/test-skill.ts";
export { nearText, plainHost, wholeHosts } from "./permissions/near-hosts.ts";
export { listTools, RUN_LIMITS, runTool, type ToolCall } from "./running/run-tool.ts";
