import { sha256Hex, TAR_END_BYTES, tarEntryHead, tarPadding } from "@gaia/archive";
import { altered, BundleError, notABundle } from "./bundle-error.ts";
import { type BundleFile, type BundleIndex, INDEX_PATH, readIndex, SIGNATURE_PATH } from "./bundle-index.ts";
import { layOut, type Placed } from "./bundle-layout.ts";
import { BUNDLE_LIMITS, type BundleLimits } from "./limits.ts";
import { goesWithRelease } from "./release-files.ts";

/** Bytes that may be read anywhere: a file, or memory. */
export interface ByteSource {
  sizeBytes: number;
  /** Exactly these bytes; fewer only where the source ends. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** A bundle of which the index was read. Nothing of it is believed before `signature` was verified over `indexSha256`. */
export interface OpenBundle {
  index: BundleIndex;
  /** Lower-case hex. */
  indexSha256: string;
  indexText: string;
  /** The envelope, as JSON that came. */
  signature: unknown;
  /** Holds every byte against the index. @throws BundleError `altered` */
  checkAll(onProgress?: (done: number) => void): Promise<void>;
  /** A file, held against the index; null: the index names none of that path. @throws BundleError `altered` */
  read(path: string): Promise<Uint8Array | null>;
}

const SIGNATURE_BYTES = 16 * 1024;
const BLOCK_BYTES = 512;

/**
 * Opens a bundle: reads the index and its signature, and nothing else. A reader never looks for entries: where each stands, and what stands
 * around it, follows from the index, so there is no other path, no second entry of a name, and nothing to unpack.
 * @throws BundleError `not_a_bundle`, `too_large`, `altered`
 */
export const openBundle = (source: ByteSource, limits: BundleLimits = BUNDLE_LIMITS): Promise<OpenBundle> =>
  openFiles(source, limits, () => true);

/**
 * The same of one release that was taken out of a bundle: the whole index, its signature, and of its files those of this release, and the
 * list of revocations.
 * @throws as `openBundle`
 */
export const openRelease = (source: ByteSource, release: { name: string; version: string }): Promise<OpenBundle> =>
  openFiles(source, BUNDLE_LIMITS, (path) => goesWithRelease(path, release));

async function openFiles(
  source: ByteSource,
  limits: BundleLimits,
  isThere: (path: string) => boolean,
): Promise<OpenBundle> {
  if (source.sizeBytes > limits.bundleBytes)
    throw new BundleError("too_large", `It has ${source.sizeBytes} bytes; the limit is ${limits.bundleBytes}`);
  const index = await readAhead(source, { path: INDEX_PATH, at: 0, number: 0, most: limits.indexBytes });
  const envelope = await readAhead(source, {
    path: SIGNATURE_PATH,
    at: index.end,
    number: 1,
    most: SIGNATURE_BYTES,
  });
  const text = utf8(index.bytes);
  const read = readIndex(text, limits);
  const there = read.files.filter(({ path }) => isThere(path));
  const { placed, sizeBytes } = layOut([
    { path: INDEX_PATH, sizeBytes: index.bytes.length },
    { path: SIGNATURE_PATH, sizeBytes: envelope.bytes.length },
    ...there.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes })),
  ]);
  if (sizeBytes !== source.sizeBytes)
    throw altered(`it has ${source.sizeBytes} bytes, and what its index names takes ${sizeBytes}`);
  const places = new Map(placed.map((one) => [one.path, one]));
  const files = new Map(there.map((one) => [one.path, one]));
  return {
    index: read,
    indexSha256: sha256Hex(index.bytes),
    indexText: text,
    signature: parseSignature(envelope.bytes),
    async checkAll(onProgress) {
      for (const [done, place] of placed.entries()) {
        await readPlaced(source, place, files.get(place.path));
        onProgress?.(done + 1);
      }
      const end = await source.read(sizeBytes - TAR_END_BYTES, TAR_END_BYTES);
      if (end.length !== TAR_END_BYTES || !isZero(end)) throw altered("it does not end as it should");
    },
    async read(path) {
      const [place, file] = [places.get(path), files.get(path)];
      return place === undefined || file === undefined ? null : readPlaced(source, place, file);
    },
  };
}

/** Bytes in memory as a source. */
export const fromBytes = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
});

/** An entry of which only the path is known yet. */
async function readAhead(
  source: ByteSource,
  { path, at, number, most }: { path: string; at: number; number: number; most: number },
): Promise<{ bytes: Uint8Array; end: number }> {
  const head = await source.read(at, BLOCK_BYTES);
  const size = /^([0-7]{11})\0$/.exec(Buffer.from(head.subarray(124, 136)).toString("latin1"))?.[1];
  const sizeBytes = size === undefined ? Number.NaN : Number.parseInt(size, 8);
  if (head.length !== BLOCK_BYTES || Number.isNaN(sizeBytes)) throw notABundle(`it does not have ${path} in its place`);
  if (Buffer.compare(tarEntryHead({ path, sizeBytes }, number), head) !== 0)
    throw notABundle(`it does not have ${path} in its place`);
  if (sizeBytes > most) throw new BundleError("too_large", `Its ${path} has ${sizeBytes} bytes; the limit is ${most}`);
  const bytes = await source.read(at + BLOCK_BYTES, sizeBytes);
  if (bytes.length !== sizeBytes) throw altered(`it ends within ${path}`);
  return { bytes, end: at + BLOCK_BYTES + sizeBytes + tarPadding(sizeBytes) };
}

/** The bytes of one entry; what stands around them has to be what a writer puts there. */
async function readPlaced(source: ByteSource, place: Placed, file: BundleFile | undefined): Promise<Uint8Array> {
  const { path, head, at, end, bytesAt, sizeBytes } = place;
  const all = await source.read(at, end - at);
  if (all.length !== end - at) throw altered(`it ends within ${path}`);
  const [before, bytes] = [all.subarray(0, head.length), all.subarray(bytesAt - at, bytesAt - at + sizeBytes)];
  if (Buffer.compare(before, head) !== 0) throw altered(`another entry stands where ${path} should`);
  if (file !== undefined && sha256Hex(bytes) !== file.sha256) throw altered(`${path} is not what the index says`);
  if (!isZero(all.subarray(bytesAt - at + sizeBytes))) throw altered(`something stands behind ${path}`);
  return bytes;
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notABundle("its index is not UTF-8");
  }
}

function parseSignature(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8(bytes));
  } catch {
    throw notABundle("its signature is not JSON");
  }
}
