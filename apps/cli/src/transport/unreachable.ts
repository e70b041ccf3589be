import { CliError, EXIT } from "../failures.ts";
import { isRecord } from "@gaia/install";

/** Name of the error of a peer that went silent; its message is after how many milliseconds. */
export const STALLED = "StallError";

/** What may be over in a moment. Who refuses a connection, or is unknown, is as it will be. */
const PASSING_CODES = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

/** Whether it is worth asking again after this error. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === STALLED || error.name === "PartError") return true;
  const code = codeOf(error) ?? codeOf(error.cause);
  return code !== null && PASSING_CODES.has(code);
}

/** A registry that gave no answer: exit 6. */
export const unreachable = (url: URL, error: unknown): CliError =>
  new CliError(
    EXIT.unreachable,
    "registry_unreachable",
    `The registry at ${url.origin} cannot be reached: ${reasonOf(error)}`,
    { hint: "check the address (--registry, GAIA_REGISTRY) and that it runs", cause: error },
  );

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  if (error.name === STALLED) return `nothing came for ${Number(error.message) / 1000} seconds`;
  if (error.name === "PartError") return "it answered with another part of the file than was asked for";
  const { cause } = error;
  const code = codeOf(cause);
  if (code !== null) return code === "ECONNREFUSED" ? "connection refused" : code;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}

const codeOf = (value: unknown): string | null => {
  const code = isRecord(value) ? value["code"] : null;
  return typeof code === "string" ? code : null;
};
