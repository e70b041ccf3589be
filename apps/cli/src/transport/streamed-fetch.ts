import { CliError } from "../failures/failures.ts";
import { followRedirects } from "./follow-redirects.ts";
import { ensureOfRegistry } from "./stands-before.ts";
import { STALLED, unreachable } from "./unreachable.ts";

const STALL_MS = 60_000;

/**
 * A `fetch` for what may be longer than memory: its body comes piece by piece, and breaks off when nothing came for a minute. Throws
 * CliError `registry_unreachable` (exit 6) when there is no answer, `redirect_refused`.
 */
export async function streamedFetch(request: Request): Promise<Response> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new DOMException(`${STALL_MS}`, STALLED)), STALL_MS);
  timer.unref();
  try {
    const response = ensureOfRegistry(
      await followRedirects(request, { signal: stall.signal, mayLeaveOrigin: false }),
      0,
    );
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
