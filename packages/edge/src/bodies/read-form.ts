import { Refusal } from "../terms/refusal.ts";

/**
 * Reads a multipart body that came whole.
 * @param type its `Content-Type`
 * @param most the parts that it may have: one of very many empty ones takes long to read. Counted by its boundary, which may stand in a
 *   text by chance.
 * @throws Refusal `invalid_request`
 */
export async function readForm(body: Uint8Array, type: string, most: number): Promise<FormData> {
  ensureFewParts(body, type, most);
  try {
    // A body that was read whole has memory of its own.
    return await new Response(body as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } }).formData();
  } catch {
    throw malformed();
  }
}

function ensureFewParts(body: Uint8Array, type: string, most: number): void {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const mark = Buffer.from(`--${boundary?.[1] ?? boundary?.[2] ?? ""}`);
  const sent = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found = 0;
  for (let at = sent.indexOf(mark); at >= 0 && found <= most; at = sent.indexOf(mark, at + mark.length)) found += 1;
  if (boundary === null || found > most) throw malformed();
}

const malformed = (): Refusal =>
  new Refusal("invalid_request", "The multipart body is malformed, or has too many parts.");
