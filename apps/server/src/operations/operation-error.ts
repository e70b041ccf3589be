/** An operation was refused or failed for a reason that the operator can act on; the message says what to do. */
export class OperationError extends Error {
  override readonly name = "OperationError";
}
