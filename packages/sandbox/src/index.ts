export { sandboxRunner } from "./sandbox-runner.ts";
export {
  type Command,
  type CommandResult,
  type Isolation,
  type Run,
  SandboxError,
  type SandboxErrorCode,
} from "./command.ts";
