import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { reachOf } from "@gaia/sandbox/address-range";
import { namesOfOthers, type Resolve } from "./names-of-others.ts";

/** Why an address was not read; the message is for the operator's log and quotes nothing of an answer. */
export class GuardedFetchError extends Error {
  override readonly name = "GuardedFetchError";
  /** `unreachable` may be better later. */
  readonly code: "refused" | "too_large" | "unreachable";

  constructor(code: GuardedFetchError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface Guarded {
  /** The operator named this origin: it may lie in a network of theirs, on this machine too, and without TLS. */
  isOperators: boolean;
  maxBytes: number;
  /** A longer answer is cut there, and is no failure. */
  isCut?: boolean;
  timeoutMs: number;
  abort?: AbortSignal;
  /** POST when there is one. */
  body?: string | undefined;
  headers?: Record<string, string>;
  /** Unless given: the system's for an operator's origin, which may stand in /etc/hosts, and DNS alone for any other. */
  resolve?: Resolve;
}

/**
 * Asks an address that somebody else may have chosen (Q3): https alone, to public addresses alone, no redirect is followed, and both
 * bytes and time end. A name is resolved once, and the connection goes to the address that was judged, so that another answer of the
 * resolver changes nothing (DNS rebinding).
 * @returns status and body, as text
 * @throws GuardedFetchError
 */
export async function guardedFetch(address: string, guarded: Guarded): Promise<{ status: number; body: string }> {
  const { status, body } = await guardedRead(address, guarded);
  return { status, body: body.toString("utf8") };
}

/** What came: bytes, and where a redirect leads that was not followed. */
interface Read {
  status: number;
  body: Buffer;
  location: string | null;
}

/** The same in bytes. @throws GuardedFetchError */
export async function guardedRead(address: string, guarded: Guarded): Promise<Read> {
  const url = URL.parse(address);
  const isPlain = url?.protocol === "http:" && guarded.isOperators;
  if (url === null || !(url.protocol === "https:" || isPlain) || url.username !== "" || url.password !== "") {
    throw new GuardedFetchError("refused", "it is no https address without a user");
  }
  // `URL` has written decimal, octal and hexadecimal addresses as what they are.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const { resolve = guarded.isOperators ? bySystem : byDns } = guarded;
  const addresses = isIP(host) > 0 ? [host] : await inTime((signal) => resolve(host, signal), guarded);
  const allowed = guarded.isOperators ? addresses : addresses.filter((each) => reachOf(each) === "public");
  const [chosen] = allowed;
  if (chosen === undefined) {
    if (addresses.length === 0) throw new GuardedFetchError("unreachable", "its name has no address");
    throw new GuardedFetchError("refused", "it leads to no public address");
  }
  return read(url, chosen, guarded);
}

/** A resolver may take longer than a connection; it is told when nobody waits any more. */
async function inTime(look: (signal: AbortSignal) => Promise<string[]>, guarded: Guarded): Promise<string[]> {
  const { timeoutMs, abort } = guarded;
  const ended = new AbortController();
  const late = Promise.withResolvers<never>();
  const end = (why: string) => {
    late.reject(new GuardedFetchError("unreachable", why));
    ended.abort();
  };
  const broken = () => end("it broke off");
  if (abort?.aborted === true) throw new GuardedFetchError("unreachable", "it broke off");
  abort?.addEventListener("abort", broken, { once: true });
  const timer = setTimeout(() => end(`it took longer than ${timeoutMs} ms`), timeoutMs);
  return Promise.race([look(ended.signal), late.promise]).finally(() => {
    clearTimeout(timer);
    abort?.removeEventListener("abort", broken);
  });
}

const byDns = namesOfOthers();

const bySystem: Resolve = (host) =>
  systemLookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

function read(url: URL, address: string, guarded: Guarded): Promise<Read> {
  const { maxBytes, isCut = false, timeoutMs, abort, body, headers } = guarded;
  // Whatever asks for a name while connecting is told the address that was judged.
  const lookup: LookupFunction = (_host, options, callback) => {
    const family = isIP(address);
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const fail = (why: string, cause?: unknown, code: GuardedFetchError["code"] = "unreachable") =>
    reject(new GuardedFetchError(code, why, { cause }));
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = abort === undefined ? timeout : AbortSignal.any([timeout, abort]);
  const asked = { method: body === undefined ? "GET" : "POST", headers: { accept: "application/json", ...headers } };
  const request = send(url, { lookup, signal, agent: false, ...asked }, (response) => {
    const status = response.statusCode ?? 0;
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const read = () => ({ status, body: Buffer.concat(chunks), location: response.headers.location ?? null });
    response.on("data", (chunk: Buffer) => {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes && isCut) {
        resolve(read());
        request.destroy();
      } else if (sizeBytes > maxBytes) {
        fail(`it is larger than ${maxBytes} bytes`, undefined, "too_large");
        request.destroy();
      } else chunks.push(chunk);
    });
    response.on("end", () => resolve(read()));
    response.on("error", (error) => fail("it broke off", error));
  });
  request.on("error", (error) =>
    fail(timeout.aborted ? `it took longer than ${timeoutMs} ms` : "it cannot be reached", error),
  );
  request.end(body);
  return promise;
}
