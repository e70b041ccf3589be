import type { Hands } from "../terms/hands.ts";

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a request: the one it came with, when that has the shape of one, or a new one. */
export function requestIdOf(given: string | null): string {
  return given !== null && GIVEN_ID.test(given) ? given : crypto.randomUUID();
}

/** What is remembered of an answered request: never a query, a header or a body. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  path: string;
  /** The pattern that `path` matched. */
  route: string;
  status: number;
  milliseconds: number;
  /** The handle of who asked. */
  account: string | null;
  /** Asked by the marketplace in this process: part of a request that has its own line. */
  internal: boolean;
}

/** Ends a request: its metrics, and one log line, without a token that somebody put into the address (T4). */
export function recordRequest({ log, metrics }: Pick<Hands, "log" | "metrics">, answered: AnsweredRequest): void {
  const { requestId, method, path, route, status, milliseconds, account, internal } = answered;
  metrics.request({ method, route, status, milliseconds });
  if (internal) return;
  log.info(
    {
      event: "request",
      request_id: requestId,
      method,
      path: path.includes("gsk_") ? path.replaceAll(/gsk_[\w-]+/g, "gsk_(secret)") : path,
      route,
      status,
      duration_ms: Math.round(milliseconds * 100) / 100,
      ...(account === null ? {} : { account }),
    },
    "request",
  );
}
