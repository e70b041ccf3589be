import type { Proxy } from "./proxies.ts";

/** A proxy that refused, answered what no proxy would, or said nothing. */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
  /** Of the proxy, with nothing secret of its address. */
  readonly proxy: Pick<Proxy, "shown" | "variable"> & { hasUser: boolean };
  /** What it answered; null: nothing that could be read. */
  readonly status: number | null;

  constructor({ shown, variable, authorization }: Proxy, status: number | null, cause?: unknown) {
    super(`The proxy ${shown} ${status === null ? "broke off" : `answered ${status}`}`, { cause });
    this.proxy = { shown, variable, hasUser: authorization !== null };
    this.status = status;
  }
}

/** The failure of a proxy in an error of `fetch`, which wraps it; null: it is of something else. */
export function proxyFailureIn(error: unknown): ProxyFailure | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof ProxyFailure) return at;
  return null;
}
