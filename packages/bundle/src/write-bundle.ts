import { sha256Hex, TAR_END_BYTES } from "@gaia/archive";
import { type BundleFile, INDEX_PATH, SIGNATURE_PATH } from "./bundle-index.ts";
import { layOut } from "./bundle-layout.ts";

/** A bundle that is about to be written. */
export interface BundleToWrite {
  /** `indexText` of its index. */
  index: string;
  /** The envelope over the index, as JSON. */
  signature: string;
  /** The index's files. */
  files: readonly BundleFile[];
  /** The bytes of one of them; asked in order, one at a time. */
  read(file: BundleFile): Promise<Uint8Array>;
}

/** How long it is, in bytes. */
export const bundleBytes = (bundle: Omit<BundleToWrite, "read">): number => layOut(entriesOf(bundle)).sizeBytes;

/**
 * Writes a bundle piece by piece, with one of its files in memory at a time: a POSIX tar that `tar -x` reads, the same bytes for the same
 * content. Throws Error where a file is not what the index says, so that what leaves was complete.
 */
export async function* writeBundle(bundle: BundleToWrite): AsyncGenerator<Uint8Array> {
  const [index, signature] = [bytesOf(bundle.index), bytesOf(bundle.signature)];
  const { placed } = layOut(entriesOf(bundle));
  for (const [at, { path, head, bytesAt, sizeBytes, end }] of placed.entries()) {
    const file = bundle.files[at - 2];
    const bytes = file === undefined ? (at === 0 ? index : signature) : await readWhole(bundle, file);
    if (bytes.length !== sizeBytes) throw new Error(`${path} has another size than its bundle's index says`);
    yield head;
    yield bytes;
    yield new Uint8Array(end - bytesAt - sizeBytes);
  }
  yield new Uint8Array(TAR_END_BYTES);
}

/** Of a bundle the index, its signature and what `goesWithRelease`: what another registry is sent of it. */
export async function writeRelease(bundle: BundleToWrite): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeBundle(bundle)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readWhole(bundle: Pick<BundleToWrite, "read">, file: BundleFile): Promise<Uint8Array> {
  const bytes = await bundle.read(file);
  if (sha256Hex(bytes) !== file.sha256) throw new Error(`${file.path} is not what its bundle's index says`);
  return bytes;
}

const entriesOf = ({ index, signature, files }: Omit<BundleToWrite, "read">) => [
  { path: INDEX_PATH, sizeBytes: Buffer.byteLength(index) },
  { path: SIGNATURE_PATH, sizeBytes: Buffer.byteLength(signature) },
  ...files.map(toEntry),
];

const toEntry = ({ path, size_bytes: sizeBytes }: BundleFile) => ({ path, sizeBytes });

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
