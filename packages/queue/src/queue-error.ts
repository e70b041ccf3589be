/**
 * - `unavailable`: the bell cannot be reached now. The ring may have been heard all the same.
 * - `closed`: this queue was closed.
 * - `invalid_job`: name, id or delay are not what `Job` says.
 * - `unknown_job`: given to `onError`: a job came that this worker has no handler for.
 */
export type QueueErrorCode = "unavailable" | "closed" | "invalid_job" | "unknown_job";

/** The one error of this room. `cause`, where there is one, is what the Redis client said; for logs only. */
export class QueueError extends Error {
  readonly code: QueueErrorCode;

  constructor(code: QueueErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "QueueError";
    this.code = code;
  }
}
