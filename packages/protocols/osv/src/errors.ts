import { type Asked, type Dialect, Refusal, type RefusalCode } from "@gaia/edge";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in OSV's terms: `code` is one of gRPC's (3 invalid argument, 5 not found, 8 too much). */
export class OsvError extends Error {
  override readonly name = "OsvError";
  readonly code: 3 | 5 | 8;

  constructor(code: OsvError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** gRPC's codes, as OSV answers with them, and their statuses. */
const STATUS: ReadonlyMap<number, ContentfulStatusCode> = new Map([
  [3, 400],
  [5, 404],
  [8, 429],
  [12, 405],
  [13, 500],
  [14, 503],
]);

type Failure = readonly [code: number, message: string];

const REFUSALS: Partial<Record<RefusalCode, Failure>> = {
  invalid_request: [3, "Invalid address: it is no text."],
  not_found: [5, "Not Found"],
  rate_limited: [8, "Too many requests."],
  method_not_allowed: [12, "Method Not Allowed"],
};
const FAILED: Failure = [13, "Something went wrong here."];

/**
 * Errors as OSV's API has them: `{code, message}`.
 * @param shutDoorOf why a door of the process is shut, for the log, where an error says so; null where it says something else
 */
export const osvDialect = (shutDoorOf: (error: Error) => string | null): Dialect => ({
  refuse: (c, code) => failure(c, ...(REFUSALS[code] ?? FAILED)),
  onError(error, c) {
    if (error instanceof OsvError) return failure(c, error.code, error.message);
    // A body that could not be read.
    if (error instanceof Refusal && (error.code === "invalid_request" || error.code === "package_too_large")) {
      return failure(c, 3, `Invalid query: ${error.message}`);
    }
    const { log } = c.var.edge;
    const shut = shutDoorOf(error);
    if (shut !== null) {
      log.warn({ event: "door_shut", request_id: c.var.requestId, error: shut }, "a door is shut");
      return failure(c, 14, "A part of the registry does not answer; try again.");
    }
    log.error({ event: "request_failed", request_id: c.var.requestId, err: error }, "unexpected error");
    return failure(c, ...FAILED);
  },
});

function failure(c: Asked, code: number, message: string): Response {
  return c.json({ code, message }, STATUS.get(code) ?? 500, { "cache-control": "no-store" });
}
