import { type Db, signerChanges } from "@gaia/db";
import { and, eq, exists, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** SQL: whether the version with this id waits for its owner to confirm who signs it. */
export const isSignerHeld = (db: Db, versionId: PgColumn): SQL =>
  exists(
    db
      .select({ held: signerChanges.versionId })
      .from(signerChanges)
      .where(and(eq(signerChanges.versionId, versionId), eq(signerChanges.status, "pending"))),
  );
