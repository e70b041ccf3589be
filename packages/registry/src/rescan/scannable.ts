import { SERVED_STATUSES } from "@gaia/policy";
import { versions } from "@gaia/db";
import { and, eq, inArray, isNotNull, or, type SQL } from "drizzle-orm";

/** Versions that a re-scan may change: served, or withheld by a scan. What an admin withheld is the admin's. */
export const isScannable = (): SQL | undefined =>
  and(
    isNotNull(versions.inspectionId),
    or(
      inArray(versions.status, SERVED_STATUSES),
      and(eq(versions.status, "quarantined"), eq(versions.quarantinedBy, "scan")),
    ),
  );
