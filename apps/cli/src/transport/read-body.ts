import { CliError, EXIT } from "../failures/failures.ts";

/** The beginning of a body that broke off, by the strong ETag of the whole. */
export interface BodyPart {
  etag: string;
  chunks: readonly Uint8Array[];
  sizeBytes: number;
}

/** Whether an answer is the rest of a body that broke off: from its very end on, and of the same ETag. */
export function isRestOf({ status, headers }: Response, part: BodyPart | null): boolean {
  if (part === null || status !== 206 || headers.get("etag") !== part.etag) return false;
  return headers.get("content-range")?.startsWith(`bytes ${part.sizeBytes}-`) === true;
}

/**
 * Reads a body to its end, after what came `before`; `moved` is told of every piece: how much has come, and of how much. What breaks off
 * is given back with the part that came,
 * when it can be gone on with. Throws CliError `answer_too_large`.
 */
export async function readBody(
  response: Response,
  {
    maxBytes,
    before,
    moved,
  }: { maxBytes: number; before: BodyPart | null; moved: (sizeBytes: number, ofBytes: number | null) => void },
): Promise<{ response: Response } | { error: unknown; part: BodyPart | null }> {
  const chunks = [...(before?.chunks ?? [])];
  let sizeBytes = before?.sizeBytes ?? 0;
  const ofBytes = wholeSizeOf(response, sizeBytes);
  moved(sizeBytes, ofBytes);
  try {
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.byteLength;
      moved(sizeBytes, ofBytes);
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    return { error, part: toPart(response, chunks, sizeBytes) };
  }
  const isEmpty = response.status === 204 || response.status === 304;
  const status = response.status === 206 ? 200 : response.status;
  const headers = withoutCoding(response.headers);
  return { response: new Response(isEmpty ? null : new Uint8Array(Buffer.concat(chunks)), { status, headers }) };
}

/** How much there will be once all has come, as the answer says; null where it does not, or says it of something compressed. */
function wholeSizeOf({ headers }: Response, before: number): number | null {
  const said = headers.has("content-encoding") ? null : headers.get("content-length");
  return said !== null && /^\d{1,15}$/.test(said) ? before + Number(said) : null;
}

function toPart(response: Response, chunks: Uint8Array[], sizeBytes: number): BodyPart | null {
  const etag = response.headers.get("etag");
  const isPlain = !response.headers.has("content-encoding") && (response.status === 200 || response.status === 206);
  return isPlain && sizeBytes > 0 && etag?.startsWith('"') === true ? { etag, chunks, sizeBytes } : null;
}

const tooLarge = (maxBytes: number): CliError =>
  new CliError(
    EXIT.unreachable,
    "answer_too_large",
    `The registry's answer is larger than ${maxBytes} bytes; it was not read further`,
  );

/** The body is whole and decoded by now, so the headers that describe its coding and its range would lie. */
function withoutCoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "content-range"]) kept.delete(name);
  return kept;
}
