import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../failures/failures.ts";
import { followRedirects } from "./follow-redirects.ts";
import { type BodyPart, isRestOf, readBody } from "./read-body.ts";
import { ensureOfRegistry } from "./stands-before.ts";
import { isPassing, STALLED, unreachable } from "./unreachable.ts";
import { briefWait, waitBefore } from "./wait-before.ts";

export interface FetchLimits {
  /** Bounds the body. */
  maxBytes: number;
  /** Bounds the whole exchange, with what is asked again and waited for. */
  timeoutMs: number;
  /** Nothing may come for so long; 30 seconds unless given. */
  stallMs?: number;
  /** Lets a download follow to storage. */
  mayLeaveOrigin: boolean;
  /** How often a read is asked for until it is answered; once unless given. */
  attempts?: number;
  /** Of who is no registry: what its address is introduced by in failures. */
  peer?: string;
  /** Told of every piece of a body: how many bytes have come, and of how many, where the answer says that. */
  moved?: ((sizeBytes: number, ofBytes: number | null) => void) | undefined;
}

const STALL_MS = 30_000;
/** Of a registry that is busy or starting, and of a door before it. */
const BUSY = new Set([429, 502, 503, 504]);
/** How often somebody who names a moment to wait is asked again. */
const BRIEF_WAITS = 3;

/**
 * A `fetch` that reads a bounded body into memory. A read that broke off or met a busy registry is asked for again, after a wait that the
 * registry names (`Retry-After`) or that doubles; a body goes on where it stood, where its strong ETag says that it is the same one
 * (RFC 9110 §13.1.5, §14.2). A write is sent again only where a refusal (429, 503) names a wait of two seconds at most. Throws CliError
 * `registry_unreachable` (exit 6) when there is no answer, `redirect_refused`, `answer_too_large`, and what `stands-before.ts` says of
 * answers that no registry gave.
 */
export function boundedFetch(limits: FetchLimits): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const attempts = isRead ? (limits.attempts ?? 1) : 1;
    const deadline = performance.now() + limits.timeoutMs;
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    let part: BodyPart | null = null;
    let briefWaits = 0;
    for (let attempt = 1; ; attempt += 1) {
      const came: Came = await exchange(request, { limits, deadline, part, body });
      const leftMs = deadline - performance.now();
      const waitMs = attempt < attempts ? waitAfter(came, { attempt, leftMs }) : null;
      // A read that is asked for once takes a busy registry's word as it is: to whoever asks so, it says something.
      const briefMs =
        !("response" in came) || briefWaits >= BRIEF_WAITS ? null : briefWait(came.response, { isRead, leftMs });
      if (waitMs !== null) await sleep(waitMs);
      else if (briefMs !== null) {
        briefWaits += 1;
        await sleep(briefMs);
      } else if ("error" in came) throw unreachable(new URL(request.url), came.error, limits.peer);
      else {
        // As `fetch` says it: whoever reads a refusal has to know whose it is.
        Object.defineProperty(came.response, "url", { value: request.url });
        return limits.peer === undefined ? ensureOfRegistry(came.response, body?.byteLength ?? 0) : came.response;
      }
      part = "error" in came ? came.part : null;
    }
  };
}

/** How long to wait for the next attempt, in milliseconds; null: what came is the end of it. */
function waitAfter(came: Came, { attempt, leftMs }: { attempt: number; leftMs: number }): number | null {
  if ("error" in came) return isPassing(came.error) ? waitBefore({ attempt, retryAfter: null, leftMs }) : null;
  const retryAfter = came.response.headers.get("retry-after");
  return BUSY.has(came.response.status) ? waitBefore({ attempt, retryAfter, leftMs }) : null;
}

/** An answer with its whole body, or what broke it off and the part of it that came. */
type Came = { response: Response } | { error: unknown; part: BodyPart | null };

async function exchange(
  request: Request,
  {
    limits,
    deadline,
    part,
    body,
  }: { limits: FetchLimits; deadline: number; part: BodyPart | null; body: Uint8Array<ArrayBuffer> | null },
): Promise<Came> {
  const { stallMs = STALL_MS, maxBytes, mayLeaveOrigin } = limits;
  const stall = new AbortController();
  const signal = AbortSignal.any([
    request.signal,
    AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))),
    stall.signal,
  ]);
  const timer = setTimeout(() => stall.abort(new DOMException(`${stallMs}`, STALLED)), stallMs);
  const moved = (sizeBytes: number, ofBytes: number | null) => {
    timer.refresh();
    limits.moved?.(sizeBytes, ofBytes);
  };
  try {
    const asked = part === null ? request : new Request(request, { headers: headersForRest(request, part) });
    const response = await followRedirects(asked, { signal, mayLeaveOrigin, body });
    const isRest = isRestOf(response, part);
    if (response.status === 206 && !isRest) {
      await response.body?.cancel();
      return { error: new DOMException("", "PartError"), part: null };
    }
    return await readBody(response, { maxBytes, before: isRest ? part : null, moved });
  } catch (error) {
    if (error instanceof CliError) throw error;
    return { error, part };
  } finally {
    clearTimeout(timer);
  }
}

function headersForRest(request: Request, part: BodyPart): Headers {
  const headers = new Headers(request.headers);
  headers.set("range", `bytes=${part.sizeBytes}-`);
  headers.set("if-range", part.etag);
  // Places in a compressed body are no places in the file.
  headers.set("accept-encoding", "identity");
  return headers;
}
