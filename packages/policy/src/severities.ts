/** How bad a finding is, mildest first. Alone in its file, because scanners' digests count what they import. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;

export type Severity = (typeof SEVERITIES)[number];
