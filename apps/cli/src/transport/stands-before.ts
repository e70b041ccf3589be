import { CliError, EXIT } from "../failures/failures.ts";

const HTML = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const PROBLEM = /^application\/problem\+json\s*(?:;|$)/i;
const MB = 1_000_000;

/**
 * The answer, if a registry may have given it. Throws CliError for what only something in front of it says: `upload_too_large` (exit 4) for
 * a 413 that is no problem document, `unexpected_answer` (exit 6) for a web page. `sentBytes`: how much the request carried.
 */
export function ensureOfRegistry(response: Response, sentBytes: number): Response {
  const type = response.headers.get("content-type") ?? "";
  if (response.status === 413 && sentBytes > 0 && !PROBLEM.test(type))
    throw new CliError(
      EXIT.refused,
      "upload_too_large",
      `What stands before the registry takes no upload of ${(sentBytes / MB).toFixed(1)} MB (413)`,
      { hint: "who runs it can raise the limit (nginx: client_max_body_size); or leave files out with a .skillignore" },
    );
  if (HTML.test(type))
    throw new CliError(
      EXIT.unreachable,
      "unexpected_answer",
      `The registry answered what none would: something before it answered with a web page (${response.status})`,
      {
        hint: "is this the address of a skill registry? A proxy, a gateway or a page to sign in to the network may stand between",
      },
    );
  return response;
}
