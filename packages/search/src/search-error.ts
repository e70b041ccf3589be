/**
 * `unavailable`: the index did not answer, or not in time; trying again may help. `refused`: it answered that it will not do
 * this (a wrong key, a document it does not take); trying again will not help.
 */
export type SearchErrorCode = "unavailable" | "refused";

/** The one error that leaves this room. Its message holds neither a key nor a document. */
export class SearchError extends Error {
  override name = "SearchError";
  readonly code: SearchErrorCode;

  constructor(code: SearchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
