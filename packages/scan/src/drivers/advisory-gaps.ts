/** Why nobody could be asked about advisories; in the reasons of reports. */
export const ADVISORY_GAPS = {
  /** Asked, and it gave no answer that can be used. */
  silent: "the advisory service did not answer",
  /** Not asked: it has been away for a while. */
  away: "the advisory service cannot be reached",
  /** The service is this registry, and it knows nothing. */
  none: "no advisories have been imported",
} as const;
