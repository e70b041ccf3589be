import type { CliError } from "./failures.ts";

/**
 * A failure as the one document of `--json`: `code`, `message`, `hint` and `exit`, in a problem document (RFC 9457) whose `status` is the
 * registry's, or null where the failure is this program's own.
 */
export function failureJson({ code, message, hint, exitCode, problem, errors }: CliError) {
  return {
    ...(problem ?? { type: "about:blank", title: code.replaceAll("_", " "), status: null, detail: message }),
    code,
    message,
    hint,
    exit: exitCode,
    ...(errors.length > 0 && { errors }),
  };
}
