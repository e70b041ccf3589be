/** Which versions of an upstream wait for an admin: none, those of publishers of which none was approved yet, or each. */
export const MIRROR_APPROVALS = ["none", "publisher", "each"] as const;

export type MirrorApproval = (typeof MIRROR_APPROVALS)[number];

/** `listing` and `taking` are work; the others wait for an admin, or for the next run. */
export const MIRROR_STATES = ["listing", "taking", "done", "failed", "stopped"] as const;

export type MirrorState = (typeof MIRROR_STATES)[number];

/**
 * What came of a version that an upstream listed. `there`: this registry had the same content under its name already. `refused`: the
 * registry does not take it. `left_out`: the mirror's options or the name do not let it in.
 */
export const MIRROR_OUTCOMES = ["waiting", "published", "staged", "there", "refused", "left_out"] as const;

export type MirrorOutcome = (typeof MIRROR_OUTCOMES)[number];
