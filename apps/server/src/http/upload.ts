import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Busboy } from "@fastify/busboy";
import { RegistryError } from "@gaia/catalog";
import { packageForm } from "./definitions/responses.ts";
import { shapeOf, type UnknownKey, unknownKeysOf } from "./known-keys.ts";
import { unknownKeys } from "./refuse-unknown-keys.ts";

/**
 * Reads the package of a publish request, counting as it streams: never more than `limitBytes` are held, whatever
 * `Content-Length` says (A25).
 * @throws RegistryError `package_too_large`, `unsupported_media_type`, `invalid_request`
 */
export async function readPackage(request: Request, limitBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? "0");
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "multipart/form-data") return readPart(request, limitBytes);
  if (!ARCHIVE_TYPES.has(type)) {
    throw new RegistryError(
      "unsupported_media_type",
      "Send the package as application/zip, application/gzip, or multipart/form-data with the part `package`.",
    );
  }
  if (declared > limitBytes) {
    if (request.body && declared <= limitBytes + MOST_DISCARDED) await discard(request.body[Symbol.asyncIterator]());
    throw tooLarge(limitBytes);
  }
  if (!request.body) throw new RegistryError("invalid_request", "The body is empty: send the package in it.");
  const bytes = await readBounded(request.body, limitBytes, () => tooLarge(limitBytes));
  if (bytes.byteLength === 0) throw new RegistryError("invalid_request", "The body is empty: send the package in it.");
  return bytes;
}

const ARCHIVE_TYPES = new Set([
  "application/zip",
  "application/x-zip-compressed",
  "application/gzip",
  "application/x-gzip",
  "application/x-tar+gzip",
  "application/x-tgz",
]);

const PARTS = shapeOf(packageForm);

/** A part's headers and delimiters cost something too; what comes on top of the package is bounded apart from it. */
const MULTIPART_OVERHEAD = 64 * 1024;

/** What is taken in and thrown away of a body that is refused. */
const MOST_DISCARDED = 24 * 1024 * 1024;

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

async function readPart(request: Request, limitBytes: number): Promise<Uint8Array> {
  const malformed = (cause: unknown) =>
    new RegistryError("invalid_request", "The multipart body is malformed, or lacks the part `package`.", { cause });
  let busboy: InstanceType<typeof Busboy>;
  try {
    busboy = new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: {
        fileSize: limitBytes,
        // One more than is taken, so that another one is told.
        files: 2,
        fields: 8,
        fieldSize: 1_024,
        fieldNameSize: 128,
        parts: 10,
        headerPairs: 32,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
  if (!request.body) throw malformed(undefined);
  let found: Promise<Uint8Array> | null = null;
  let refused: RegistryError | null = null;
  const unknown: UnknownKey[] = [];
  const noteName = (key: string): void => void unknown.push(...unknownKeysOf({ [key]: "" }, PARTS));
  const sent = request.body[Symbol.asyncIterator]();
  busboy.on("field", noteName);
  busboy.on("file", (field, stream) => {
    noteName(field);
    // The file name that came with it is never used (A25).
    if (field !== "package" || found) {
      stream.resume();
      return;
    }
    stream.on("limit", () => {
      refused = tooLarge(limitBytes);
    });
    found = collect(stream);
    // Awaited below; until then a failure must not count as unhandled.
    found.catch(() => undefined);
  });
  try {
    // The web stream type of the DOM and that of Node differ in name only.
    await pipeline(
      bounded(sent, limitBytes + MULTIPART_OVERHEAD, () => tooLarge(limitBytes)),
      busboy,
    );
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    await discard(sent);
    throw refused ?? malformed(error);
  }
  if (refused) throw refused;
  if (unknown.length > 0) throw unknownKeys("form", unknown);
  if (!found) throw malformed(undefined);
  return found;
}

const collect = async (stream: Readable): Promise<Uint8Array> => Buffer.concat(await stream.toArray());

/** Leaves the body open when it stops: closing it would close the connection before the answer is on it. */
async function* bounded(
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
async function discard(sent: AsyncIterator<Uint8Array>): Promise<void> {
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

const tooLarge = (limitBytes: number) =>
  new RegistryError("package_too_large", `The upload is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`);
