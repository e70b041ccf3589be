import { Refusal } from "../terms/refusal.ts";
import { discard, MOST_DISCARDED, readBounded } from "./read-bounded.ts";

/**
 * An uploaded body whole, counting as it streams: never more than `limitBytes` are held, whatever `Content-Length` says (A25).
 * @throws Refusal `package_too_large`, `invalid_request` for an empty one
 */
export async function readPackageBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const { body, headers } = request;
  const declared = Number(headers.get("content-length") ?? "0");
  if (declared > limitBytes) {
    if (body && declared <= limitBytes + MOST_DISCARDED) await discard(body[Symbol.asyncIterator]());
    throw uploadTooLarge(limitBytes);
  }
  const bytes = body && (await readBounded(body, limitBytes, () => uploadTooLarge(limitBytes)));
  if (!bytes || bytes.byteLength === 0)
    throw new Refusal("invalid_request", "The body is empty: send the package in it.");
  return bytes;
}

/** That an upload has more than `limitBytes`. */
export const uploadTooLarge = (limitBytes: number): Refusal =>
  new Refusal("package_too_large", `The upload is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`);
