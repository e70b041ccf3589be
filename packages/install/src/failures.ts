import type { components } from "@gaia/client";

/** What a failure is, for whoever says it: a command line has an exit code for each, a server a status. */
export type FailureKind = "usage" | "not_found" | "refused" | "verification" | "unreachable" | "unexpected";

/** One of several things that are wrong, as the registry's problems list them. */
export type FailureRow = NonNullable<components["schemas"]["Problem"]["errors"]>[number];

/** Why nothing was done. `code` is stable, `message` a sentence, `hint` what to do about it. */
export class InstallError extends Error {
  override readonly name: string = "InstallError";
  readonly kind: FailureKind;
  readonly code: string;
  readonly hint: string | null;
  readonly errors: readonly FailureRow[];
  /** The skill that it is about, where there is one. */
  readonly subject: string | null;
  /** Of `tier_too_low`: the tier that it has, in the registry's word, and the one that was asked for. */
  readonly tiers: { has: string; asked: string } | null;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    more: {
      hint?: string | null;
      errors?: readonly FailureRow[];
      subject?: string;
      tiers?: { has: string; asked: string };
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.code = code;
    this.hint = more.hint ?? null;
    this.errors = more.errors ?? [];
    this.subject = more.subject ?? null;
    this.tiers = more.tiers ?? null;
  }
}

/** What was asked for is not there. */
export const notFound = (message: string, hint?: string): InstallError =>
  new InstallError("not_found", "not_found", message, { hint: hint ?? null });

/** Refused by a rule or for want of consent. */
export const refused = (code: string, message: string, hint?: string): InstallError =>
  new InstallError("refused", code, message, { hint: hint ?? null });

/** Why a step was refused; null: it was not. Any other failure is thrown on. */
export async function whyRefused(step: Promise<unknown>): Promise<InstallError | null> {
  try {
    await step;
    return null;
  } catch (error) {
    if (error instanceof InstallError && error.kind === "refused") return error;
    throw error;
  }
}

/** Why a step failed, whatever kind of failure it is; null: it did not. An error of any other class is thrown on. */
export async function whyFailed(step: Promise<unknown>): Promise<InstallError | null> {
  try {
    await step;
    return null;
  } catch (error) {
    if (error instanceof InstallError) return error;
    throw error;
  }
}

/** A digest, a signature or a statement that does not hold. */
export const unverified = (code: string, message: string, hint?: string): InstallError =>
  new InstallError("verification", code, message, { hint: hint ?? null });

/** A text that names nothing. */
export const misused = (message: string, hint?: string): InstallError =>
  new InstallError("usage", "usage", message, { hint: hint ?? null });

/** The home is damaged or busy. */
export const unexpected = (
  code: string,
  message: string,
  more: { hint?: string | null; cause?: unknown } = {},
): InstallError => new InstallError("unexpected", code, message, more);
