export { type Action, ACTIONS, isAction } from "./actions.ts";
export { SCOPES } from "./actor.ts";
export type { AccountActor, Actor, RegistryActor, Scope, TokenActor, WorkloadActor } from "./actor.ts";
export { refusalOf, viewerOf } from "./may.ts";
export type { ActorOf, Refusal, Target, TargetOf } from "./may.ts";
export { judge, MANDATORY_SCANNERS } from "./judge.ts";
export { HOLD_FROM, matterOf, SHARE, weigh } from "./judgement.ts";
export type { JudgedFinding, JudgedScanner } from "./judge.ts";
export { communityObstacles, verifiedObstacles } from "./obstacles.ts";
export type { Standing } from "./obstacles.ts";
export type { Permission } from "./permission.ts";
export {
  canMove,
  isListed,
  showStatementsTo,
  showTo,
  STATUSES,
  SERVED_STATUSES,
  TOLD_STATUSES,
  WITHHELD_STATUSES,
} from "./states.ts";
export type { ServedStatus, Shown, Status, Viewer } from "./states.ts";
export { compareTiers, consentNeeded, grantFor, LOWER_TIERS, TIERS } from "./tiers.ts";
export type { Grant, Tier } from "./tiers.ts";
export { auditChecklist, type AuditFacts, type ChecklistItem } from "./audit-checklist.ts";
export { NOTICE_KINDS, type NoticeKind } from "./notice-kinds.ts";
export { isSameSigner, type Signer, signersText, signerText } from "./signer-continuity.ts";
export { SEVERITIES } from "./severities.ts";
export type { Severity } from "./severities.ts";
export { VERDICT_ROWS } from "./verdict-rows.ts";
export type { Ground, VerdictRow } from "./verdict-rows.ts";
export { VERDICTS } from "./verdicts.ts";
export type { Verdict } from "./verdicts.ts";
export { comparePermissions, isDeclared } from "./permission-truth.ts";
export type { Evidence, PermissionTruth, Use } from "./permission-truth.ts";
export { unannouncedChanges } from "./version-difference.ts";
export type { Release, ReleaseChange } from "./version-difference.ts";
export { isLeakedSecret, mayOwnerPurge, PURGE_HOURS } from "./purge.ts";
