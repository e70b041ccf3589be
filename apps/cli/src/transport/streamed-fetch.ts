import { CliError } from "../failures/failures.ts";
import { followRedirects } from "./follow-redirects.ts";
import { ensureOfRegistry } from "./stands-before.ts";
import { STALLED, unreachable } from "./unreachable.ts";

const STALL_MS = 60_000;

/**
 * A `fetch` for what may be longer than memory: its body comes piece by piece, and breaks off when nothing came for a minute. Throws
 * CliError `registry_unreachable` (exit 6) when there is no answer, `redirect_refused`. `firstMs`: how long the answer may take to begin.
 */
export async function streamedFetch(request: Request, firstMs: number = STALL_MS): Promise<Response> {
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  const stall = new AbortController();
  const stalled = (ms: number) => setTimeout(() => stall.abort(new DOMException(`${ms}`, STALLED)), ms).unref();
  let timer = stalled(firstMs);
  try {
    const response = ensureOfRegistry(
      await followRedirects(request, { signal: stall.signal, mayLeaveOrigin: false, body }),
      0,
    );
    clearTimeout(timer);
    timer = stalled(STALL_MS);
    const alive = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        timer.refresh();
        controller.enqueue(piece);
      },
      flush: () => clearTimeout(timer),
    });
    const { status, statusText, headers } = response;
    return new Response(response.body?.pipeThrough(alive) ?? null, { status, statusText, headers });
  } catch (error) {
    clearTimeout(timer);
    throw error instanceof CliError ? error : unreachable(new URL(request.url), error);
  }
}
