/** What is asked, and how much of an answer, in bytes and time, is waited for. */
interface Asked {
  /** POST when there is one. */
  body?: string;
  headers?: Record<string, string>;
  maxBytes: number;
  timeoutMs: number;
  abort?: AbortSignal;
}

/**
 * Asks a service that the operator named in a setting, wherever it lies, through the proxy that the environment names: nobody else chooses
 * its address, and its answer leads nowhere else, because redirects are refused (Q3). What others may have chosen goes through
 * `guardedFetch`.
 * @throws Error when no answer comes in time, or more than `maxBytes` of one
 */
export async function askOperators(
  url: string,
  { body, headers = {}, maxBytes, timeoutMs, abort }: Asked,
): Promise<{ status: number; body: Uint8Array }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body !== undefined && { body }),
    redirect: "error",
    signal: abort ? AbortSignal.any([timeout, abort]) : timeout,
  });
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength;
    // Leaving the loop ends the answer.
    if (total > maxBytes) throw new Error(`it answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, body: Buffer.concat(chunks) };
}
