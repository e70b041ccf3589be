import type { components } from "@gaia/client";
import { type FailureKind, InstallError } from "@gaia/install";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { calledAs } from "./invocation.ts";
import { tierHint } from "./tier-hint.ts";

export type Problem = components["schemas"]["Problem"];
export type ProblemError = NonNullable<Problem["errors"]>[number];

export { EXIT, type ExitCode };

/** What ends a verb early. `problem` is the registry's answer, when the failure is one. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly hint: string | null;
  readonly problem: Problem | null;
  readonly errors: readonly ProblemError[];
  /** Of a refusal that says when to come again. */
  readonly retryAfterSeconds: number | null;

  constructor(
    exitCode: ExitCode,
    code: string,
    message: string,
    more: {
      hint?: string | null;
      problem?: Problem;
      errors?: readonly ProblemError[];
      retryAfterSeconds?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.exitCode = exitCode;
    this.code = code;
    this.hint = more.hint ?? null;
    this.problem = more.problem ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.errors = more.errors ?? more.problem?.errors ?? [];
  }
}

/** What was asked for is not there: exit 3. */
export const notFound = (message: string, hint?: string): CliError =>
  new CliError(EXIT.notFound, "not_found", message, { hint: hint ?? null });

/** Refused by a rule or for want of consent: exit 4. */
export const refused = (code: string, message: string, hint?: string): CliError =>
  new CliError(EXIT.refused, code, message, { hint: hint ?? null });

/** A digest, a signature or a statement that does not hold: exit 5. */
export const unverified = (code: string, message: string, hint?: string): CliError =>
  new CliError(EXIT.verification, code, message, { hint: hint ?? null });

/** Arguments that no run could take: exit 2. */
export const misused = (message: string, hint?: string): CliError =>
  new CliError(EXIT.usage, "usage", message, { hint: hint ?? null });

const CODE_EXITS: Readonly<Record<string, ExitCode>> = {
  signature_invalid: EXIT.verification,
  signer_unknown: EXIT.verification,
};

/**
 * The exit code of an HTTP error: by problem code first, then by status. `saysWhen`: it names the seconds after which the same request is
 * answered (`Retry-After`). Too many requests (429) without them are a bound of so many a day, which no repetition gets over.
 */
export function exitOfProblem({
  status,
  code,
  saysWhen,
}: {
  status: number;
  code: string;
  saysWhen: boolean;
}): ExitCode {
  const byCode = Object.hasOwn(CODE_EXITS, code) ? CODE_EXITS[code] : undefined;
  if (byCode !== undefined) return byCode;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 429) return saysWhen ? EXIT.unreachable : EXIT.refused;
  if (status === 502 || status === 503 || status === 504) return EXIT.unreachable;
  if (status >= 400 && status < 500) return EXIT.refused;
  return EXIT.unexpected;
}

const EXIT_OF: Record<FailureKind, ExitCode> = {
  usage: EXIT.usage,
  not_found: EXIT.notFound,
  refused: EXIT.refused,
  verification: EXIT.verification,
  unreachable: EXIT.unreachable,
  unexpected: EXIT.unexpected,
};

/**
 * Any failure as one of the command line's: with its exit code, and with the command that helps. `asker`: what asks for a tier, should it
 * be too low.
 */
export function toCliError(error: unknown, asker: "option" | "lock" = "option"): CliError | null {
  if (error instanceof CliError) return error;
  if (!(error instanceof InstallError)) return null;
  const { kind, code, message, errors, subject, tiers, cause } = error;
  const look = calledAs(`info ${subject ?? ""}`.trim());
  const hint =
    code === "tier_too_low"
      ? tierHint(subject ?? "NAME", tiers, asker)
      : code === "experimental_not_allowed"
        ? `only its author vouches for an experimental skill; look at it with \`${look}\`, then add --allow-experimental`
        : code === "held"
          ? `read why, and look at it with \`${look}\`; add --allow-held to take it all the same`
          : error.hint;
  return new CliError(EXIT_OF[kind], code, message, { hint, errors, cause });
}
