import { setTimeout as sleep } from "node:timers/promises";

/** What is taken in and thrown away of a body that is refused. */
export const MOST_DISCARDED = 24 * 1024 * 1024;

/**
 * A body as it streams in, until it has more than `limitBytes`: then what `onTooLarge` makes is thrown, once the rest of it
 * was taken in as far as `discard` does.
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  onTooLarge: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(body[Symbol.asyncIterator](), limitBytes, onTooLarge)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Leaves the body open when it stops: closing it would close the connection before the answer is on it. */
export async function* bounded(
  sent: AsyncIterator<Uint8Array>,
  limitBytes: number,
  onTooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for (;;) {
    const next = await sent.next();
    if (next.done) return;
    total += next.value.byteLength;
    if (total > limitBytes) {
      await discard(sent);
      throw onTooLarge();
    }
    yield next.value;
  }
}

const MOST_DISCARDING_MS = 10_000;
/** Who sends nothing for so long waits for the answer. */
const SILENT_MS = 1_000;

/**
 * Takes in what the client still sends, within bounds. An answer to a client that is in the middle of its sentence is lost
 * when the connection is closed upon what nobody reads (A25): most refused uploads end soon, and then the answer arrives.
 */
export async function discard(sent: AsyncIterator<Uint8Array>): Promise<void> {
  const deadline = performance.now() + MOST_DISCARDING_MS;
  try {
    for (let total = 0; total <= MOST_DISCARDED && performance.now() < deadline;) {
      const silence = new AbortController();
      const next = await Promise.race([sent.next(), sleep(SILENT_MS, null, { signal: silence.signal })]);
      silence.abort();
      if (next === null || next.done) return;
      total += next.value.byteLength;
    }
  } catch {
    // The client is gone; there is nobody to answer.
  }
}
