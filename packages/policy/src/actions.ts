import type { Actor, Scope } from "./actor.ts";

/**
 * How whoever asks has to stand to the target. `anybody`: whoever has a token. `member`: of the publisher. `other admin`: one who neither
 * belongs to the publisher nor had a hand in it, so that two people stand behind a decision (design §5). `owner`: a member who may speak
 * for the publisher.
 */
type Who = "anybody" | "member" | "admin" | "member or admin" | "owner or admin" | "other admin";

/** What an action is on: whoever asks, one skill, one publisher, or everything here. */
type On = "self" | "skill" | "publisher" | "everything";

/** The kinds of actors that may at all; people without it. */
type By = readonly Actor["kind"][];

export interface Row {
  who: Who;
  /** What a token must hold; null: nothing. */
  scope: Scope | null;
  on: On;
  by?: By;
}

export const PEOPLE = ["account", "token"] as const satisfies By;
const WITH_WORKLOADS = ["account", "token", "workload"] as const satisfies By;
const WITH_THE_REGISTRY = ["account", "token", "registry"] as const satisfies By;

/**
 * Who may do what. A row for each operation of `docs/openapi.json` that asks for a token, by its operationId, and below them one for
 * each thing that another answer depends on. Keys are `admin`: whoever registers one can sign, whoever revokes one takes versions down.
 */
export const ACTIONS = {
  // So that a client can choose its publisher, and tell a dead token from a narrow one.
  whoAmI: { who: "anybody", scope: null, on: "self" },

  publishSkill: { who: "member", scope: "publish", on: "skill" },
  addSignature: { who: "member", scope: "publish", on: "skill", by: WITH_WORKLOADS },
  requestPromotion: { who: "member", scope: "publish", on: "skill" },
  yankVersion: { who: "member", scope: "yank", on: "skill" },
  unyankVersion: { who: "member", scope: "yank", on: "skill" },
  // Of its own: a job that only publishes and signs must not confirm a signer that its token was stolen for.
  confirmSigner: { who: "owner or admin", scope: "confirm", on: "skill" },
  listSignerChanges: { who: "member", scope: "read", on: "publisher" },
  purgeVersion: { who: "member", scope: "yank", on: "skill" },
  addPublisherKey: { who: "member", scope: "admin", on: "publisher" },
  revokePublisherKey: { who: "member", scope: "admin", on: "publisher" },
  listNotices: { who: "member", scope: "read", on: "publisher" },
  readNotice: { who: "member", scope: "read", on: "publisher" },

  clearVersion: { who: "other admin", scope: "review", on: "skill" },
  approvePromotion: { who: "other admin", scope: "review", on: "skill" },
  rejectPromotion: { who: "other admin", scope: "review", on: "skill" },
  quarantineVersion: { who: "admin", scope: "review", on: "skill" },
  releaseVersion: { who: "admin", scope: "review", on: "skill" },
  demoteVersion: { who: "admin", scope: "review", on: "skill" },
  undoDemotion: { who: "other admin", scope: "review", on: "skill" },
  listAllSignerChanges: { who: "admin", scope: "read", on: "everything" },
  purgeAnyVersion: { who: "admin", scope: "admin", on: "skill" },
  listPromotions: { who: "admin", scope: "read", on: "everything" },
  listAudit: { who: "admin", scope: "read", on: "everything" },
  listRescans: { who: "admin", scope: "read", on: "everything" },
  getRescan: { who: "admin", scope: "read", on: "everything" },
  startRescan: { who: "admin", scope: "admin", on: "everything" },
  resumeRescan: { who: "admin", scope: "admin", on: "everything" },
  cancelRescan: { who: "admin", scope: "admin", on: "everything" },
  createAccount: { who: "admin", scope: "admin", on: "everything" },
  importAdvisories: { who: "admin", scope: "admin", on: "everything", by: WITH_THE_REGISTRY },

  // What is not public of a release: for its publisher, and for admins.
  seeOwnRelease: { who: "member", scope: "read", on: "skill", by: WITH_WORKLOADS },
  seeAnyRelease: { who: "admin", scope: "read", on: "skill" },
  seeUnprovenKeys: { who: "member or admin", scope: "read", on: "publisher" },
  // A name that begins with another publisher's reserved prefix (spec §2.3).
  useReservedName: { who: "admin", scope: "admin", on: "skill" },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof ACTIONS;

/** Whether a text, as an operationId, is an action. */
export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);
