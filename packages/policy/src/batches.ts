/** A batch is an archive of many skills. `checking` and `publishing` are work; `checked` waits for its account's word. */
export const BATCH_STATES = ["checking", "checked", "publishing", "done", "failed"] as const;

export type BatchState = (typeof BATCH_STATES)[number];

/**
 * What would become of a skill of a batch (`new`, `there`, `refused`), or what did (`published`, `staged`, `there`, `refused`). `there`:
 * the registry had the same content under its name and version. `waiting`: it was not looked at yet.
 */
export const BATCH_OUTCOMES = ["waiting", "new", "there", "refused", "published", "staged"] as const;

export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];

/** Whether a skill of a batch became a version by it. */
export const isSentOutcome = (outcome: BatchOutcome): boolean => outcome === "published" || outcome === "staged";
