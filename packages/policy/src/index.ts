export { type Action, ACTIONS, isAction, type Row } from "./rights/actions.ts";
export { exceedingBounds, matchesName, SCOPES } from "./rights/actor.ts";
export type { AccountActor, Actor, Bounds, Scope, TokenActor, WorkloadActor } from "./rights/actor.ts";
export { asksEachTime, type AskedWhenLaxer, CONFIRMED_FOR_MS, refuseUnconfirmed } from "./rights/confirm-change.ts";
export { SCOPE_MEANINGS } from "./rights/scope-meanings.ts";
export { missingScope, refusalOf, standsAsAdmin, viewerOf } from "./rights/may.ts";
export type { ActorOf, Involvement, Target, TargetOf } from "./rights/may.ts";
export { firstReason, judge, MANDATORY_SCANNERS } from "./judging/judge.ts";
export { remediationOf, remediationText, type Remediation, type ToldFinding } from "./judging/remediation-text.ts";
export { BLOCK_FROM, HOLD_FROM, isWording, matterOf, MOST_REASONS, SHARE, weigh } from "./judging/judgement.ts";
export type { JudgedFinding, JudgedScanner } from "./judging/judge.ts";
export { communityObstacles, verifiedObstacles } from "./obstacles.ts";
export type { Standing } from "./obstacles.ts";
export type { Permission } from "./permissions/permission.ts";
export {
  canMove,
  isListed,
  showStatementsTo,
  showTo,
  STATUSES,
  PENDING_STATUSES,
  SERVED_STATUSES,
  TOLD_STATUSES,
  WITHHELD_STATUSES,
} from "./states.ts";
export type { ServedStatus, Status, Viewer } from "./states.ts";
export { whyAllYanked } from "./serving/all-yanked.ts";
export { type Protocol, PROTOCOLS, type Servable, type Unserved, whyNotServed } from "./serving/why-not-served.ts";
export { compareTiers, consentNeeded, grantFor, LOWER_TIERS, TIERS } from "./tiers.ts";
export type { Grant, Tier } from "./tiers.ts";
export { CONTEST_STATUSES, type ContestStatus } from "./contests.ts";
export { auditChecklist, type ChecklistItem } from "./judging/audit-checklist.ts";
export { LIFT_MOST, liftRanking, reputationOf } from "./reputation.ts";
export { APPEAL_STATUSES, REPORT_EFFECTS, REPORT_KINDS, REPORT_STATUSES } from "./reports.ts";
export type { AppealStatus, ReportEffect, ReportKind, ReportStatus } from "./reports.ts";
export { BATCH_OUTCOMES, BATCH_STATES, type BatchOutcome, type BatchState, isSentOutcome } from "./batches.ts";
export {
  MIRROR_APPROVALS,
  type MirrorApproval,
  MIRROR_OUTCOMES,
  type MirrorOutcome,
  MIRROR_STATES,
  type MirrorState,
} from "./mirrors.ts";
export {
  ADMINS_EVENTS,
  DELIVERY_STATES,
  type DeliveryState,
  WEBHOOK_EVENTS,
  WEBHOOK_STATES,
  WEBHOOK_TEST,
  type WebhookEvent,
  type WebhookState,
} from "./webhooks.ts";
export { MAX_ANNOUNCEMENT, MAX_ANNOUNCEMENT_BYTES } from "./announcement.ts";
export { MAIL_KINDS, type MailKind, NOTICE_KINDS, type NoticeKind } from "./notice-kinds.ts";
export { isSameSigner, type Signer, signersText, signerText } from "./signer-continuity.ts";
export {
  COLLECTION_VISIBILITIES,
  type CollectionVisibility,
  type Reach,
  reachesBeyondPublic,
  reachOf,
  VISIBILITIES,
  type Visibility,
} from "./rights/visibility.ts";
export { SEVERITIES } from "./severities.ts";
export type { Severity } from "./severities.ts";
export { VERDICT_ROWS } from "./judging/verdict-rows.ts";
export { VERDICTS } from "./verdicts.ts";
export type { Verdict } from "./verdicts.ts";
export { comparePermissions } from "./permissions/permission-truth.ts";
export type { Use } from "./permissions/permission-truth.ts";
export { unannouncedChanges } from "./permissions/version-difference.ts";
export type { Release, ReleaseChange } from "./permissions/version-difference.ts";
export { isLeakedSecret, mayOwnerPurge, PURGE_HOURS } from "./judging/purge.ts";
export { isManager, refusalOfMembership, type Role, ROLES } from "./rights/roles.ts";
export {
  DEFAULT_RESERVED_NAMES,
  readReservedNames,
  refusalOfHandle,
  refusalOfName,
  type ReservedName,
} from "./reserved-names.ts";
export { nearnessOf, type Nearness, readName } from "./near-names.ts";
export { matchesGlob } from "./permissions/scope.ts";
export { readWorkload } from "./workload/read-workload.ts";
export { refusePublishing, workloadOf } from "./rights/who-publishes.ts";
export { trustedSubject, workloadHandle } from "./workload/trusted-subject.ts";
export { isOfSameSource, ISSUER_KINDS, PUBLISHING, STAGING, whyNotTrusted } from "./workload/workload.ts";
export type { IssuerKind, PublishedVia, Publishing, Staging, Workload } from "./workload/workload.ts";
export { TOLD_KINDS, type ToldKind } from "./told-kinds.ts";
