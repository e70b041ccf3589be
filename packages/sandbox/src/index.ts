export { sandboxRunner } from "./running/sandbox-runner.ts";
export {
  type Command,
  type CommandResult,
  type Isolation,
  PROGRAM_DIRECTORIES,
  type Run,
  SandboxError,
} from "./command.ts";
export { identityOf } from "./confine/look-into.ts";
export { confinedRunner } from "./confine/confined-runner.ts";
export { giveToSkill, mayUse, ownUser, showToSkill } from "./confine/own-user.ts";
export { isShown } from "./confine/placements.ts";
export { finishRuns } from "./confine/run-marks.ts";
export {
  type Confine,
  type Confined,
  type ConfinedResult,
  type Denial,
  type Limits,
  type MadeRule,
  type Mount,
  type Network,
  NO_GUARDS,
  WORK,
} from "./confine/confined.ts";
