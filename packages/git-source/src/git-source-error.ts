/**
 * What went wrong. `no_git`, `no_confinement`: this machine lacks a program · `bad_address` · `unreachable`: the host does not
 * answer, or refuses · `no_commit`: it is not there · `ambiguous`: a branch and a tag · `too_large`: a bound · `unsound`: an
 * object that is not what its id says, or that git itself would never write · `not_a_repository` · `borrowed_objects`: it
 * needs another clone
 */
export type GitSourceErrorCode =
  | "no_git"
  | "no_confinement"
  | "bad_address"
  | "unreachable"
  | "no_commit"
  | "ambiguous"
  | "too_large"
  | "unsound"
  | "not_a_repository"
  | "borrowed_objects";

/** Why nothing was read; the message is a sentence for people, and quotes no more of a repository than names. */
export class GitSourceError extends Error {
  override readonly name = "GitSourceError";
  readonly code: GitSourceErrorCode;

  constructor(code: GitSourceErrorCode, message: string, more: { cause?: unknown } = {}) {
    super(message, more);
    this.code = code;
  }
}
