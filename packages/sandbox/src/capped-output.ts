/** How long a pipe may stay open after the end: a process that left the group and kept it is not waited for. */
export const DRAIN_MS = 2_000;

/** Reads a stream to its end; of what it gives, `maxBytes` are kept. The function that comes back tells what there is so far. */
export function collect(stream: NodeJS.ReadableStream | null, maxBytes: number, onFull: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    const room = maxBytes - sizeBytes;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) onFull();
  });
  return () => Buffer.concat(chunks);
}
