/**
 * - `unavailable`: the store did not answer, or refused us; the same call may work later.
 * - `corrupt`: it answered with other bytes than were put.
 * - `full`: no room is left (disk, quota).
 * - `invalid_key`: the key is not one of ours; nothing was touched.
 */
export type StorageErrorCode = "unavailable" | "corrupt" | "invalid_key" | "full";

/** The one error of this room. `cause` holds what the disk or the SDK said; it may name paths and hosts, so it is for logs only. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StorageError";
    this.code = code;
  }
}
