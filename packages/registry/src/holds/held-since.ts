import type { VersionRow } from "@gaia/catalog";

/** What the audit row of a decision says of a version that waited for it: since when. The registry's status counts by it. */
export const heldSince = (version: Pick<VersionRow, "heldSince"> | undefined): { held_since?: string } =>
  version?.heldSince ? { held_since: version.heldSince.toISOString() } : {};
