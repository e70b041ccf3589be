import type { Actor, Scope } from "./actor.ts";

/**
 * How whoever asks has to stand to the target. `anybody`: whoever has a token. Of the publisher: a `member` of any role, a `manager`,
 * which
 * is its owner or admin, its `owner` (`roles.ts`), an `outsider`: who does not belong to it. `admin`: of the registry. `other admin`:
 * one who neither belongs to the publisher nor
 * had a hand in it, so that two people stand behind a decision (design §5).
 */
type Who =
  | "anybody"
  | "outsider"
  | "member"
  | "manager"
  | "owner"
  | "admin"
  | "member or admin"
  | "manager or admin"
  | "owner or admin"
  | "other admin";

/** What an action is on: whoever asks, one skill, one publisher, or everything here. */
type On = "self" | "skill" | "publisher" | "everything";

/** The kinds of actors that may at all; people without it. */
type By = readonly Actor["kind"][];

export interface Row {
  who: Who;
  /** What a token must hold; null: nothing. */
  scope: Scope | null;
  /** What is enough instead while the version is staged: who may bring it may sign it. */
  stagedScope?: Scope;
  on: On;
  by?: By;
}

export const PEOPLE = ["account", "token"] as const satisfies By;
const WITH_WORKLOADS = ["account", "token", "workload"] as const satisfies By;
const WITH_THE_REGISTRY = ["account", "token", "registry"] as const satisfies By;

/**
 * Who may do what. A row for each operation of `docs/openapi.json` that asks for a token, by its operationId, and below them one for
 * each thing that another answer depends on. Keys are `admin`, and a manager's: whoever registers one can sign, whoever revokes one takes
 * versions down.
 */
export const ACTIONS = {
  // So that a client can choose its publisher, and tell a dead token from a narrow one.
  whoAmI: { who: "anybody", scope: null, on: "self", by: WITH_WORKLOADS },

  // For good, and with everything: nothing narrower than the account itself asks for it.
  deleteAccount: { who: "anybody", scope: "admin", on: "everything" },

  // One's own tokens. What makes others is as good as all of them, so it takes the scope that keys take.
  listTokens: { who: "anybody", scope: "read", on: "self" },
  createToken: { who: "anybody", scope: "admin", on: "self" },
  revokeToken: { who: "anybody", scope: "admin", on: "self" },

  publishSkill: { who: "member", scope: "publish", on: "skill", by: WITH_WORKLOADS },
  // What a person approves before anybody else sees it: a token that was stolen from a job publishes nothing by it.
  stageSkill: { who: "member", scope: "stage", on: "skill", by: WITH_WORKLOADS },
  listStaged: { who: "member", scope: "read", on: "publisher" },
  approveVersion: { who: "member", scope: "confirm", on: "skill" },
  rejectVersion: { who: "member or admin", scope: "confirm", on: "skill" },
  addSignature: { who: "member", scope: "publish", stagedScope: "stage", on: "skill", by: WITH_WORKLOADS },
  addProvenance: { who: "member", scope: "publish", on: "skill", by: WITH_WORKLOADS },
  requestPromotion: { who: "member", scope: "publish", on: "skill" },
  yankVersion: { who: "member", scope: "yank", on: "skill" },
  unyankVersion: { who: "member", scope: "yank", on: "skill" },
  // Of its own: a job that only publishes and signs must not confirm a signer that its token was stolen for.
  confirmSigner: { who: "manager or admin", scope: "confirm", on: "skill" },
  // Whoever may publish without a token is as good as one.
  listTrustedPublishers: { who: "member", scope: "read", on: "skill" },
  addTrustedPublisher: { who: "manager", scope: "admin", on: "skill" },
  removeTrustedPublisher: { who: "manager or admin", scope: "admin", on: "skill" },
  getSkillSettings: { who: "member", scope: "read", on: "skill" },
  changeSkillSettings: { who: "manager", scope: "admin", on: "skill" },
  listSignerChanges: { who: "member", scope: "read", on: "publisher" },
  purgeVersion: { who: "owner", scope: "yank", on: "skill" },
  deprecateVersion: { who: "member", scope: "yank", on: "skill" },
  undeprecateVersion: { who: "member", scope: "yank", on: "skill" },
  addPublisherKey: { who: "manager", scope: "admin", on: "publisher" },
  revokePublisherKey: { who: "manager", scope: "admin", on: "publisher" },
  // Who belongs to a publisher. Whoever lets somebody in gives all that the role may, so it takes the scope that keys take.
  createPublisher: { who: "anybody", scope: "admin", on: "everything" },
  listMembers: { who: "member or admin", scope: "read", on: "publisher" },
  changeMember: { who: "manager or admin", scope: "admin", on: "publisher" },
  removeMember: { who: "manager or admin", scope: "admin", on: "publisher" },
  leavePublisher: { who: "member", scope: "admin", on: "publisher" },
  inviteMember: { who: "manager or admin", scope: "admin", on: "publisher" },
  listInvitations: { who: "manager or admin", scope: "read", on: "publisher" },
  withdrawInvitation: { who: "manager or admin", scope: "admin", on: "publisher" },
  listOwnInvitations: { who: "anybody", scope: "read", on: "self" },
  acceptInvitation: { who: "anybody", scope: "admin", on: "everything" },
  declineInvitation: { who: "anybody", scope: "admin", on: "everything" },

  // What people say of a skill: `review` lets a token speak for its account.
  reviewSkill: { who: "outsider", scope: "review", on: "skill" },
  deleteReview: { who: "anybody", scope: "review", on: "skill" },
  answerReview: { who: "member", scope: "review", on: "skill" },
  // Whoever found malware reports it, with whatever token they have that reads, whatever names it is for.
  reportSkill: { who: "anybody", scope: "read", on: "self" },
  listOwnReports: { who: "anybody", scope: "read", on: "self" },
  appealReport: { who: "member", scope: "review", on: "skill" },

  // A skill goes to another publisher: its owner offers, a manager of the receiver decides.
  requestTransfer: { who: "owner or admin", scope: "admin", on: "skill" },
  withdrawTransfer: { who: "owner or admin", scope: "admin", on: "skill" },
  listTransfers: { who: "member", scope: "read", on: "publisher" },
  acceptTransfer: { who: "manager", scope: "admin", on: "publisher" },
  declineTransfer: { who: "manager", scope: "admin", on: "publisher" },

  listNotices: { who: "member", scope: "read", on: "publisher" },
  readNotice: { who: "member", scope: "read", on: "publisher" },

  clearVersion: { who: "other admin", scope: "review", on: "skill" },
  approvePromotion: { who: "other admin", scope: "review", on: "skill" },
  rejectPromotion: { who: "other admin", scope: "review", on: "skill" },
  quarantineVersion: { who: "admin", scope: "review", on: "skill" },
  unyankAnyVersion: { who: "admin", scope: "review", on: "skill" },
  releaseVersion: { who: "admin", scope: "review", on: "skill" },
  demoteVersion: { who: "admin", scope: "review", on: "skill" },
  undoDemotion: { who: "other admin", scope: "review", on: "skill" },
  listAllSignerChanges: { who: "admin", scope: "read", on: "everything" },
  purgeAnyVersion: { who: "admin", scope: "admin", on: "skill" },
  removeReview: { who: "admin", scope: "review", on: "skill" },
  listReports: { who: "admin", scope: "read", on: "everything" },
  getReport: { who: "admin", scope: "read", on: "everything" },
  upholdReport: { who: "other admin", scope: "review", on: "skill" },
  dismissReport: { who: "other admin", scope: "review", on: "skill" },
  listAppeals: { who: "admin", scope: "read", on: "everything" },
  grantAppeal: { who: "other admin", scope: "review", on: "skill" },
  rejectAppeal: { who: "other admin", scope: "review", on: "skill" },
  listPromotions: { who: "admin", scope: "read", on: "everything" },
  listAudit: { who: "admin", scope: "read", on: "everything" },
  // Who did what to a skill, for who answers for it; and what one's own account did, which speaks of more than some names.
  listSkillAudit: { who: "manager or admin", scope: "read", on: "skill" },
  listOwnAudit: { who: "anybody", scope: "read", on: "everything" },
  listRescans: { who: "admin", scope: "read", on: "everything" },
  getRescan: { who: "admin", scope: "read", on: "everything" },
  startRescan: { who: "admin", scope: "admin", on: "everything" },
  resumeRescan: { who: "admin", scope: "admin", on: "everything" },
  cancelRescan: { who: "admin", scope: "admin", on: "everything" },
  setPublisherQuota: { who: "admin", scope: "admin", on: "publisher" },
  listAccounts: { who: "admin", scope: "read", on: "everything" },
  suspendAccount: { who: "admin", scope: "admin", on: "everything" },
  reinstateAccount: { who: "admin", scope: "admin", on: "everything" },
  changeAccountRole: { who: "admin", scope: "admin", on: "everything" },
  createAccount: { who: "admin", scope: "admin", on: "everything" },
  importAdvisories: { who: "admin", scope: "admin", on: "everything", by: WITH_THE_REGISTRY },

  // What is not public of a release: for its publisher, and for admins.
  seeOwnRelease: { who: "member", scope: "read", on: "skill", by: WITH_WORKLOADS },
  seeAnyRelease: { who: "admin", scope: "read", on: "skill" },
  seeStorage: { who: "member or admin", scope: "read", on: "publisher" },
  seeUnprovenKeys: { who: "member or admin", scope: "read", on: "publisher" },
  // A name that begins with another publisher's reserved prefix (spec §2.3).
  useReservedName: { who: "admin", scope: "admin", on: "skill" },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof ACTIONS;

/** Whether a text, as an operationId, is an action. */
export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);
