import type { Actor, Scope } from "./actor.ts";

/**
 * How whoever asks has to stand to the target. `anybody`: whoever has a token. Of the publisher: a `member` of any role, a `manager`,
 * which is its owner or admin, its `owner` (`roles.ts`), an `outsider`: who does not belong to it. `admin`: of the registry. `other
 * admin`: one who neither belongs to the publisher nor had a hand in it, so that two people stand behind a decision (docs/lifecycle.md).
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

/**
 * What a stolen token or an open browser must not be enough for. `always`: asked with every call, once the caller is known to be allowed.
 * `when laxer`: the verb asks where the change lets others do more, makes or unmakes an owner, or is an admin's about what is not theirs.
 * `never`: what only reads, what a program does by itself (publish, sign), and what only takes back or holds back.
 */
type Confirm = "never" | "always" | "when laxer";

/** The kinds of actors that may at all; people without it. */
type By = readonly Actor["kind"][];

export interface Row {
  who: Who;
  /** What a token must hold; null: nothing. */
  scope: Scope | null;
  /** What is enough instead while the version is staged: who may bring it may sign it. */
  stagedScope?: Scope;
  on: On;
  /** Whether it asks for the second factor of an account that has one. */
  confirm: Confirm;
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
  whoAmI: { who: "anybody", scope: null, on: "self", by: WITH_WORKLOADS, confirm: "never" },

  // For good, and with everything: nothing narrower than the account itself asks for it.
  deleteAccount: { who: "anybody", scope: "admin", on: "everything", confirm: "always" },

  // One's own tokens. What makes others is as good as all of them, so it takes the scope that keys take.
  listTokens: { who: "anybody", scope: "read", on: "self", confirm: "never" },
  createToken: { who: "anybody", scope: "admin", on: "self", confirm: "always" },
  revokeToken: { who: "anybody", scope: "admin", on: "self", confirm: "never" },

  publishSkill: { who: "member", scope: "publish", on: "skill", by: WITH_WORKLOADS, confirm: "never" },
  // What a person approves before anybody else sees it: a token that was stolen from a job publishes nothing by it.
  stageSkill: { who: "member", scope: "stage", on: "skill", by: WITH_WORKLOADS, confirm: "never" },
  // An archive of many skills names any: a token that is for some names sends each by itself. Staging asks for `stage` besides.
  openBatch: { who: "anybody", scope: "publish", on: "everything", confirm: "never" },
  publishBatch: { who: "anybody", scope: "publish", on: "everything", confirm: "never" },
  getBatch: { who: "anybody", scope: "read", on: "everything", confirm: "never" },
  listBatches: { who: "anybody", scope: "read", on: "everything", confirm: "never" },
  listStaged: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  listPublisherVersions: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  approveVersion: { who: "member", scope: "confirm", on: "skill", confirm: "always" },
  rejectVersion: { who: "member or admin", scope: "confirm", on: "skill", confirm: "when laxer" },
  addSignature: {
    who: "member",
    scope: "publish",
    stagedScope: "stage",
    on: "skill",
    by: WITH_WORKLOADS,
    confirm: "never",
  },
  addProvenance: { who: "member", scope: "publish", on: "skill", by: WITH_WORKLOADS, confirm: "never" },
  requestPromotion: { who: "member", scope: "publish", on: "skill", confirm: "never" },
  yankVersion: { who: "member", scope: "yank", on: "skill", confirm: "never" },
  unyankVersion: { who: "member", scope: "yank", on: "skill", confirm: "never" },
  // Of its own: a job that only publishes and signs must not confirm a signer that its token was stolen for.
  confirmSigner: { who: "manager or admin", scope: "confirm", on: "skill", confirm: "always" },
  // Whoever may publish without a token is as good as one.
  listTrustedPublishers: { who: "member", scope: "read", on: "skill", confirm: "never" },
  addTrustedPublisher: { who: "manager", scope: "admin", on: "skill", confirm: "always" },
  removeTrustedPublisher: { who: "manager or admin", scope: "admin", on: "skill", confirm: "always" },
  getSkillSettings: { who: "member", scope: "read", on: "skill", confirm: "never" },
  changeSkillSettings: { who: "manager", scope: "admin", on: "skill", confirm: "when laxer" },
  listSignerChanges: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  purgeVersion: { who: "owner", scope: "yank", on: "skill", confirm: "always" },
  deprecateVersion: { who: "member", scope: "yank", on: "skill", confirm: "never" },
  undeprecateVersion: { who: "member", scope: "yank", on: "skill", confirm: "never" },
  addPublisherKey: { who: "manager", scope: "admin", on: "publisher", confirm: "always" },
  revokePublisherKey: { who: "manager", scope: "admin", on: "publisher", confirm: "always" },
  // Who belongs to a publisher. Whoever lets somebody in gives all that the role may, so it takes the scope that keys take.
  createPublisher: { who: "anybody", scope: "admin", on: "everything", confirm: "never" },
  listMembers: { who: "member or admin", scope: "read", on: "publisher", confirm: "never" },
  changeMember: { who: "manager or admin", scope: "admin", on: "publisher", confirm: "always" },
  removeMember: { who: "manager or admin", scope: "admin", on: "publisher", confirm: "always" },
  leavePublisher: { who: "member", scope: "admin", on: "publisher", confirm: "when laxer" },
  inviteMember: { who: "manager or admin", scope: "admin", on: "publisher", confirm: "always" },
  listInvitations: { who: "manager or admin", scope: "read", on: "publisher", confirm: "never" },
  withdrawInvitation: { who: "manager or admin", scope: "admin", on: "publisher", confirm: "never" },
  listOwnInvitations: { who: "anybody", scope: "read", on: "self", confirm: "never" },
  acceptInvitation: { who: "anybody", scope: "admin", on: "everything", confirm: "when laxer" },
  declineInvitation: { who: "anybody", scope: "admin", on: "everything", confirm: "never" },

  // What it names together, for others to take.
  putCollection: { who: "member", scope: "publish", on: "publisher", confirm: "never" },
  deleteCollection: { who: "member", scope: "publish", on: "publisher", confirm: "never" },

  // What people say of a skill: `review` lets a token speak for its account.
  reviewSkill: { who: "outsider", scope: "review", on: "skill", confirm: "never" },
  deleteReview: { who: "anybody", scope: "review", on: "skill", confirm: "never" },
  answerReview: { who: "member", scope: "review", on: "skill", confirm: "never" },
  // Whom a skill pleases: a token that reads may say so.
  starSkill: { who: "anybody", scope: "read", on: "skill", confirm: "never" },
  unstarSkill: { who: "anybody", scope: "read", on: "skill", confirm: "never" },
  // Whoever found malware reports it, with whatever token they have that reads, whatever names it is for.
  reportSkill: { who: "anybody", scope: "read", on: "self", confirm: "never" },
  listOwnReports: { who: "anybody", scope: "read", on: "self", confirm: "never" },
  appealReport: { who: "member", scope: "review", on: "skill", confirm: "never" },

  // The publisher's word against a hold, and what was answered.
  contestHold: { who: "member", scope: "review", on: "skill", confirm: "never" },
  // Once a day: it costs what a publish costs.
  rescanVersion: { who: "member", scope: "publish", on: "skill", confirm: "never" },
  getContest: { who: "member or admin", scope: "read", on: "skill", confirm: "never" },

  // A skill goes to another publisher: its owner offers, a manager of the receiver decides.
  requestTransfer: { who: "owner or admin", scope: "admin", on: "skill", confirm: "always" },
  withdrawTransfer: { who: "owner or admin", scope: "admin", on: "skill", confirm: "never" },
  listTransfers: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  acceptTransfer: { who: "manager", scope: "admin", on: "publisher", confirm: "always" },
  declineTransfer: { who: "manager", scope: "admin", on: "publisher", confirm: "never" },

  listNotices: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  readNotice: { who: "member", scope: "read", on: "publisher", confirm: "never" },
  // What a person is not mailed any more, a thief's deeds are not told by: no token that only reads chooses it.
  getMailChoices: { who: "anybody", scope: "read", on: "self", confirm: "never" },
  setMailChoices: { who: "anybody", scope: "admin", on: "self", confirm: "never" },

  // A hook carries news of what is private to wherever it leads: its publisher's owners alone have any, and prove who they are.
  listWebhooks: { who: "owner", scope: "admin", on: "publisher", confirm: "never" },
  createWebhook: { who: "owner", scope: "admin", on: "publisher", confirm: "always" },
  deleteWebhook: { who: "owner", scope: "admin", on: "publisher", confirm: "never" },
  testWebhook: { who: "owner", scope: "admin", on: "publisher", confirm: "never" },
  rotateWebhookSecret: { who: "owner", scope: "admin", on: "publisher", confirm: "always" },
  enableWebhook: { who: "owner", scope: "admin", on: "publisher", confirm: "always" },
  listWebhookDeliveries: { who: "owner", scope: "admin", on: "publisher", confirm: "never" },
  redeliverWebhook: { who: "owner", scope: "admin", on: "publisher", confirm: "never" },
  listRegistryWebhooks: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  createRegistryWebhook: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  deleteRegistryWebhook: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  testRegistryWebhook: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  rotateRegistryWebhookSecret: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  enableRegistryWebhook: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  listRegistryWebhookDeliveries: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  redeliverRegistryWebhook: { who: "admin", scope: "admin", on: "everything", confirm: "always" },

  getOverview: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  getHealth: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  testSetting: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  listHeld: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  upholdHold: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  clearVersion: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  approvePromotion: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  rejectPromotion: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  quarantineVersion: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  unyankAnyVersion: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  releaseVersion: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  demoteVersion: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  undoDemotion: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  listAllSignerChanges: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  purgeAnyVersion: { who: "admin", scope: "admin", on: "skill", confirm: "always" },
  removeReview: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  // Who has what: for when it was taken back.
  listDownloaders: { who: "admin", scope: "read", on: "skill", confirm: "never" },
  notifyDownloaders: { who: "admin", scope: "review", on: "skill", confirm: "always" },
  listReports: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  getReport: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  upholdReport: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  dismissReport: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  listAppeals: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  grantAppeal: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  rejectAppeal: { who: "other admin", scope: "review", on: "skill", confirm: "always" },
  listPromotions: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  listAudit: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  // Who did what to a skill, for who answers for it; and what one's own account did, which speaks of more than some names.
  listSkillAudit: { who: "manager or admin", scope: "read", on: "skill", confirm: "never" },
  listOwnAudit: { who: "anybody", scope: "read", on: "everything", confirm: "never" },
  listRescans: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  getRescan: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  startRescan: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  resumeRescan: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  cancelRescan: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  setPublisherQuota: { who: "admin", scope: "admin", on: "publisher", confirm: "always" },
  listAccounts: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  suspendAccount: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  reinstateAccount: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  changeAccountRole: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  createAccount: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  inviteAccount: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  listAccountInvitations: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  revokeAccountInvitation: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  // The registry's own word on every page: whoever may say it may send everybody anywhere.
  setAnnouncement: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  clearAnnouncement: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  // What another registry offers is taken in on the word of an admin, as a member of the publisher that has it here.
  createMirror: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  listMirrors: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  getMirror: { who: "admin", scope: "read", on: "everything", confirm: "never" },
  runMirror: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  stopMirror: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  importAdvisories: { who: "admin", scope: "admin", on: "everything", by: WITH_THE_REGISTRY, confirm: "always" },
  // The registry signs what leaves it, and believes another one's word upon an admin's.
  importRelease: { who: "admin", scope: "admin", on: "everything", confirm: "always" },
  exportBundle: { who: "admin", scope: "admin", on: "everything", confirm: "always" },

  // What is not public of a release: for its publisher, and for admins.
  seeOwnRelease: { who: "member", scope: "read", on: "skill", by: WITH_WORKLOADS, confirm: "never" },
  seeAnyRelease: { who: "admin", scope: "read", on: "skill", confirm: "never" },
  // What would change its verdict: for whoever may publish it or clear it. Strangers are not told how to get around the scan.
  seeRemediation: { who: "member or admin", scope: "read", on: "skill", by: WITH_WORKLOADS, confirm: "never" },
  seeStorage: { who: "member or admin", scope: "read", on: "publisher", confirm: "never" },
  seeUnprovenKeys: { who: "member or admin", scope: "read", on: "publisher", confirm: "never" },
  // That a version is another registry's: a publisher's own word for it would lend them a name that is not theirs.
  sayMirrored: { who: "admin", scope: "admin", on: "everything", confirm: "never" },
  // A name that begins with another publisher's reserved prefix (docs/specification.md §2.3).
  useReservedName: { who: "admin", scope: "admin", on: "skill", confirm: "never" },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof ACTIONS;

/** Whether a text, as an operationId, is an action. */
export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);
