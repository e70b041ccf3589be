/**
 * Why something could not be taken as what it should be. A signature, proof or quorum that does not hold is no error: the
 * functions that judge return it as a value.
 */
export type LogErrorCode =
  /** Not of its format: a note, checkpoint, key, policy, proof, leaf, tile path, bundle, or a witness's request. */
  | "malformed_note"
  | "malformed_checkpoint"
  | "malformed_key"
  | "malformed_policy"
  | "malformed_proof"
  | "malformed_leaf"
  | "malformed_tile"
  | "malformed_request"
  /** An index or a size that the tree does not have. */
  | "out_of_range"
  /** What was asked to be signed is no checkpoint, or one that this kind of key cannot sign. */
  | "unsignable"
  /** A tile or bundle that the tree must have is not there. */
  | "missing_tile"
  /** A tile or bundle that does not hash to the tree's root. */
  | "wrong_tile"
  /** The newer tree does not begin with the older one. */
  | "rewritten"
  /** The tree that came as the newer one is the smaller one. */
  | "rolled_back";

/** The room's only error. `message` is a sentence for whoever handed the input in; it never carries key material. */
export class LogError extends Error {
  override readonly name = "LogError";
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
