/** How a publisher's contest of a hold stands. `closed`: by itself, since there was nothing left to answer. */
export const CONTEST_STATUSES = ["open", "cleared", "released", "upheld", "closed"] as const;
export type ContestStatus = (typeof CONTEST_STATUSES)[number];
