type BundleErrorCode =
  /** It is no bundle, or one of a form that this version does not know. */
  | "not_a_bundle"
  /** A byte is not what the index says, or something stands there that the index does not name. */
  | "altered"
  /** More than a limit allows. */
  | "too_large";

/** The room's only error. `message` is a sentence for the person who handed the bundle in; it may quote the bundle. */
export class BundleError extends Error {
  override readonly name = "BundleError";
  readonly code: BundleErrorCode;

  constructor(code: BundleErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const altered = (why: string): BundleError =>
  new BundleError("altered", `The bundle was altered, or is not whole: ${why}`);

export const notABundle = (why: string): BundleError => new BundleError("not_a_bundle", `This is no bundle: ${why}`);
