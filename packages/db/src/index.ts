export type { Database, Db, Tx } from "./database.ts";
export { describeError, stackOf } from "./describe-error.ts";
export { nextAttestationSequence, passAttestationSequences } from "./attestation-sequence.ts";
export { appendAudit, type AuditEntry } from "./audit.ts";
export { lockDataDir } from "./data-dir-lock.ts";
export { DUMPED_SEQUENCES, DUMPED_TABLES, DumpError, dumpRows } from "./dump.ts";
export {
  DatabaseError,
  isSerializationFailure,
  isUnavailable,
  isUniqueViolation,
  sqlState,
  toLoggableError,
  unavailableReason,
} from "./errors.ts";
export { folded } from "./folded.ts";
export {
  hasActingManager,
  holdActingManager,
  holdCredential,
  holdPerson,
  holdStanding,
  speaksForItsPublisher,
} from "./holds-standing.ts";
export { settleReviews, settleStars } from "./settle-reviews.ts";
export { loadRows, prepareLoad } from "./load.ts";
export { migrate, pendingMigrations } from "./migrate.ts";
export { lookAtServer, openDatabase } from "./open.ts";
export { executeRows } from "./rows.ts";
export { inTransaction } from "./transaction.ts";
export * from "./tables/index.ts";
