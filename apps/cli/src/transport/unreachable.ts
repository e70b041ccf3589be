import { CliError, EXIT } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";
import { isRecord } from "@gaia/install/installed";
import { type ProxyFailure, proxyFailureIn } from "./proxy-failure.ts";

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
  const ofProxy = proxyFailureIn(error);
  // One that listens and broke off may answer the next time.
  if (ofProxy !== null) return ofProxy.status === null ? isPassing(ofProxy.cause) : BUSY_PROXY.has(ofProxy.status);
  const code = codeOf(error) ?? codeOf(error.cause);
  return code !== null && PASSING_CODES.has(code);
}

/** Of a proxy that does not reach the registry just now. */
const BUSY_PROXY = new Set([502, 503, 504]);

/** Of OpenSSL, by way of Node: nobody whom this Node trusts vouches for the certificate. */
const UNKNOWN_AUTHORITY = new Set([
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** A registry that gave no answer: exit 6. What stood in between is named, with nothing secret of its address. */
export function unreachable(url: URL, error: unknown, peer = "The registry at "): CliError {
  const fail = (why: string, hint: string, code = "registry_unreachable") =>
    new CliError(EXIT.unreachable, code, `${peer}${url.origin} cannot be reached: ${why}`, { hint, cause: error });
  const code = codeOf(error) ?? codeOf(causeOf(error));
  const ofProxy = proxyFailureIn(error);
  const proxyCode = ofProxy === null ? null : (codeOf(ofProxy.cause) ?? codeOf(causeOf(ofProxy.cause)));
  const authorityOf = [code, proxyCode].some((one) => one !== null && UNKNOWN_AUTHORITY.has(one));
  if (authorityOf)
    return fail(
      `this Node.js does not know the authority of the certificate that was shown (${proxyCode ?? code})`,
      "if your network inspects TLS or the registry has a company's certificate, set NODE_EXTRA_CA_CERTS to the PEM file of that authority",
      "certificate_authority_unknown",
    );
  if (ofProxy === null) {
    const [named, names] = [calledAs("config get registry"), calledAs("config set registry URL")];
    return fail(
      reasonOf(error),
      `check that it runs, and the address: \`${named}\` says what named it, \`${names}\` names another`,
    );
  }
  const { shown, variable, hasUser } = ofProxy.proxy;
  if (ofProxy.status === 407)
    return fail(
      hasUser
        ? `the proxy ${shown} does not take the user name and password of ${variable} (407)`
        : `the proxy ${shown} asks for a user name and a password (407)`,
      `write ${variable} as http://user:password@host:port; a character of them such as @ or : is written as %40 or %3A`,
      "proxy_authentication_required",
    );
  const hint = `check ${variable}; NO_PROXY names hosts that are asked without a proxy`;
  if (ofProxy.status !== null) return fail(`the proxy ${shown} answered ${ofProxy.status}`, hint);
  return fail(`the proxy ${shown}: ${reasonOfProxy(ofProxy)}`, hint);
}

function reasonOfProxy({ cause }: ProxyFailure): string {
  const code = codeOf(cause) ?? codeOf(causeOf(cause));
  const inner = causeOf(cause) ?? cause;
  if (inner instanceof Error && inner.name === "HTTPParserError") return "its answer is not HTTP";
  if (code === "UND_ERR_SOCKET" || code === "ECONNRESET") return "it closed the connection";
  return reasonOf(cause);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  if (error.name === STALLED) return `nothing came for ${Number(error.message) / 1000} seconds`;
  if (error.name === "PartError") return "it answered with another part of the file than was asked for";
  const { cause } = error;
  const code = codeOf(cause) ?? codeOf(error);
  if (code !== null) return code === "ECONNREFUSED" ? "connection refused" : code;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : null);

const codeOf = (value: unknown): string | null => {
  const code = isRecord(value) ? value["code"] : null;
  return typeof code === "string" ? code : null;
};
