/** Some two hundred bytes for each of ten thousand files, in base64. */
export const MOST_BUNDLE_BYTES = 4_194_304;

/** A directory is signed once; so many signatures of it are looked at. */
export const MOST_DIRECTORY_SIGNATURES = 4;

/** How authors name the file, at the root of what they sign; `model-signing` writes `model.sig` unless it is told another name. */
const NAMED = /^(?:.+\.)?oms\.sig$/i;
const PREDICATE = "https://model_signing/";
const ENVELOPE = /"payload"\s*:\s*"([A-Za-z0-9+/_=\\-]+)"/;

/** A file of the directory, with its bytes. */
export interface DirectoryFile {
  path: string;
  bytes: Uint8Array;
}

/**
 * The directory's own signatures (OpenSSF Model Signing), at its root alone: a signature further down is about its own folder. Found by
 * what they are, a bundle around a statement of `model_signing`, whatever they are called; what is called `….oms.sig` is meant to be one.
 */
export function findDirectorySignatures(files: readonly DirectoryFile[]): string[] {
  return files
    .filter(({ path, bytes }) => !path.includes("/") && (NAMED.test(path) || isDirectorySignature(bytes)))
    .map(({ path }) => path);
}

function isDirectorySignature(bytes: Uint8Array): boolean {
  if (bytes.length > MOST_BUNDLE_BYTES) return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes("dev.sigstore.bundle") || !buffer.includes("dsseEnvelope")) return false;
  const payload = ENVELOPE.exec(buffer.toString("latin1"))?.[1];
  return payload !== undefined && Buffer.from(payload, "base64").includes(PREDICATE);
}
