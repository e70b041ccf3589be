const HEAD_END = Buffer.from("\r\n\r\n");
const MOST_HEAD_BYTES = 32_768;

/**
 * Reads HTTP/1.1 answers of a declared length that come one at a time, passing over their bodies without keeping them.
 * The returned function takes the next bytes and says false when they are no answer this can read.
 */
export function answerReader(onAnswer: (status: number) => void): (chunk: Buffer) => boolean {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** Bytes of the body still to come; null while the head is not complete. */
  let left: number | null = null;

  return (chunk) => {
    let rest = chunk;
    if (left === null) {
      const known = head.length;
      head = known === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return head.length <= MOST_HEAD_BYTES;
      const text = head.toString("latin1", 0, end);
      status = Number(text.slice(9, 12));
      left = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]);
      rest = chunk.subarray(end + HEAD_END.length - known);
    }
    left -= rest.length;
    if (left > 0) return true;
    if (left !== 0) return false;
    head = Buffer.alloc(0);
    left = null;
    onAnswer(status);
    return true;
  };
}
