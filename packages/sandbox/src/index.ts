export { sandboxRunner } from "./sandbox-runner.ts";
export {
  type Command,
  type CommandResult,
  type Isolation,
  PROGRAM_DIRECTORIES,
  type Run,
  SandboxError,
  type SandboxErrorCode,
} from "./command.ts";
export { identityOf } from "./confine/look-into.ts";
export { confinedRunner } from "./confine/confined-runner.ts";
export {
  type Confine,
  type Confined,
  type ConfinedResult,
  type Denial,
  type Limits,
  type Mount,
  type Network,
  WORK,
} from "./confine/confined.ts";
