/** What a publisher's members are told about one of their versions. */
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
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];
