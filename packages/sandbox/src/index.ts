export { sandboxRunner } from "./sandbox-runner.ts";
export {
  type Command,
  type CommandResult,
  type Isolation,
  type PackageFile,
  type Run,
  SandboxError,
  type SandboxErrorCode,
} from "./command.ts";
