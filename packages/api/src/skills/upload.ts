import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import {
  bounded,
  discard,
  readPackageBody,
  Refusal,
  shapeOf,
  type UnknownKey,
  unknownKeys,
  unknownKeysOf,
  uploadTooLarge,
} from "@gaia/edge";
import { RegistryError } from "@gaia/catalog";
import { packageForm } from "../defining/responses.ts";

/**
 * Reads the package of a publish request, counting as it streams: never more than `limitBytes` are held, whatever
 * `Content-Length` says (A25).
 * @throws RegistryError `unsupported_media_type`, `invalid_request`; Refusal `package_too_large`, `invalid_request`
 */
export const readPackage = async (request: Request, limitBytes: number): Promise<Uint8Array> =>
  (await readPackageForm(request, limitBytes, PARTS)).bytes;

/** The same with the fields that stood before the package in a form, by name; of what is no form, none. */
export async function readPackageForm(
  request: Request,
  limitBytes: number,
  shape: ReturnType<typeof shapeOf>,
): Promise<{ bytes: Uint8Array; fields: Record<string, string> }> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "multipart/form-data") return readPart(request, limitBytes, shape);
  if (!ARCHIVE_TYPES.has(type)) {
    throw new RegistryError(
      "unsupported_media_type",
      "Send the package as application/zip, application/gzip, or multipart/form-data with the part `package`.",
    );
  }
  return { bytes: await readPackageBody(request, limitBytes), fields: {} };
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

async function readPart(
  request: Request,
  limitBytes: number,
  shape: ReturnType<typeof shapeOf>,
): Promise<{ bytes: Uint8Array; fields: Record<string, string> }> {
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
  let refused: Refusal | null = null;
  const unknown: UnknownKey[] = [];
  const noteName = (key: string): void => void unknown.push(...unknownKeysOf({ [key]: "" }, shape));
  const sent = request.body[Symbol.asyncIterator]();
  const fields: Record<string, string> = {};
  busboy.on("field", (key, value) => {
    noteName(key);
    fields[key] = value;
  });
  busboy.on("file", (field, stream) => {
    noteName(field);
    // The file name that came with it is never used (A25).
    if (field !== "package" || found) {
      stream.resume();
      return;
    }
    stream.on("limit", () => {
      refused = uploadTooLarge(limitBytes);
    });
    found = collect(stream);
    // Awaited below; until then a failure must not count as unhandled.
    found.catch(() => undefined);
  });
  try {
    // The web stream type of the DOM and that of Node differ in name only.
    await pipeline(
      bounded(sent, limitBytes + MULTIPART_OVERHEAD, () => uploadTooLarge(limitBytes)),
      busboy,
    );
  } catch (error) {
    if (error instanceof Refusal) throw error;
    await discard(sent);
    throw refused ?? malformed(error);
  }
  if (refused) throw refused;
  if (unknown.length > 0) throw unknownKeys("form", unknown);
  if (!found) throw malformed(undefined);
  return { bytes: await found, fields };
}

const collect = async (stream: Readable): Promise<Uint8Array> => Buffer.concat(await stream.toArray());
