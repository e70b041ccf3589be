/** What somebody may report of a skill. */
export const REPORT_KINDS = ["malware", "impersonation", "copyright", "spam", "other"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** How a case stands. By itself an open one does nothing to the skill. */
export const REPORT_STATUSES = ["open", "upheld", "dismissed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What upholding a report does to the version. */
export const REPORT_EFFECTS = ["demotion", "quarantine"] as const;
export type ReportEffect = (typeof REPORT_EFFECTS)[number];

/** How the publisher's appeal against an upheld report stands. */
export const APPEAL_STATUSES = ["pending", "granted", "rejected"] as const;
export type AppealStatus = (typeof APPEAL_STATUSES)[number];
