/** What a publisher's members are told about one of their versions, or about who belongs to it; `waiting` tells an admin what waits. */
export const NOTICE_KINDS = [
  "demoted",
  "quarantined",
  "restored",
  "clearance-void",
  "verdict-worse",
  "signer-change",
  "signer-confirmed",
  "audited",
  "cleared",
  "purged",
  "invited",
  "joined",
  "declined",
  "role-changed",
  "left",
  "removed",
  "report-upheld",
  "report-dismissed",
  "appeal-granted",
  "appeal-rejected",
  "review-removed",
  "trusted-publisher",
  "transfer-requested",
  "transferred",
  "transfer-ended",
  "staged",
  "approved",
  "visibility-changed",
  "sign-in-added",
  "sign-in-changed",
  "held",
  "hold-upheld",
  "contest-closed",
  "waiting",
  "upstream-changed",
  "withdrawn",
  "webhook-disabled",
  "webhook-made",
] as const;

/**
 * What people choose whether it comes by mail: that their versions are held, that a version they have was yanked or lost its tier, and,
 * for admins, what waits. What cannot be served any more, and what concerns an account's safety, is mailed whatever was chosen.
 */
export const MAIL_KINDS = ["held", "withdrawn", "waiting"] as const satisfies readonly NoticeKind[];

export type MailKind = (typeof MAIL_KINDS)[number];
export type NoticeKind = (typeof NOTICE_KINDS)[number];
