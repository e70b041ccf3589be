import {
  BundleError,
  type BundledRelease,
  COMMON_FILES,
  fromBytes,
  type OpenBundle,
  openRelease,
  releaseFile,
} from "@gaia/bundle";
import { contentDigest, parseSums, releaseDigest } from "@gaia/archive";
import { RegistryError } from "@gaia/catalog";
import { judgeRevocations, readRegistryKey, verifyBundle } from "@gaia/trust";

/** One release of a bundle, every byte of which was held against an index that `keys` signed. */
export interface SignedRelease {
  bundle: OpenBundle;
  release: BundledRelease;
  keys: { key_id: string; public_key: string }[];
  /** Of the key that signed. */
  fingerprint: string;
  sums: string;
  package: Uint8Array;
}

/**
 * Opens one release of another registry's bundle, which the key of the caller's word has to have signed, and whose list of revocations
 * must not name it.
 * @param sent.key Ed25519, SPKI PEM
 * @throws RegistryError `invalid_request` for a key that is none, `signature_invalid` for what that key did not sign, `invalid_package`
 * for what is not the index's, and for a release that the list says was taken back
 */
export async function openSignedRelease(sent: {
  bytes: Uint8Array;
  name: string;
  version: string;
  key: string;
}): Promise<SignedRelease> {
  const { name, version } = sent;
  const info = readRegistryKey(sent.key)?.info;
  if (info === undefined) throw new RegistryError("invalid_request", "The key is no Ed25519 public key in PEM.");
  const keys = [{ key_id: info.key_id, public_key: info.public_key }];
  const bundle = await opened(sent.bytes, { name, version });
  const verdict = verifyBundle(bundle.signature, keys);
  if (!verdict.ok)
    throw new RegistryError(
      "signature_invalid",
      `The bundle is not signed by the key that you named: ${verdict.reason}.`,
    );
  const { head, indexSha256 } = verdict;
  if (indexSha256 !== bundle.indexSha256 || head.registry !== bundle.index.registry)
    throw new RegistryError("signature_invalid", "The bundle's index is not the one that was signed.");
  const release = bundle.index.releases.find((one) => one.name === name && one.version === version);
  if (release === undefined) throw notInside(`${name} ${version}`);
  ensureNotRevoked(parsed(await bundle.read(COMMON_FILES.revocations)), { release, bundle, keys });
  const sums = Buffer.from((await bundle.read(releaseFile(release, "sums"))) ?? []).toString("utf8");
  ensureSums(sums, release);
  const bytes = await bundle.read(releaseFile(release, "package"));
  if (bytes === null) throw notInside("its package");
  return { bundle, release, keys, fingerprint: info.fingerprint, sums, package: bytes };
}

async function opened(bytes: Uint8Array, release: { name: string; version: string }): Promise<OpenBundle> {
  try {
    const bundle = await openRelease(fromBytes(bytes), release);
    await bundle.checkAll();
    return bundle;
  } catch (error) {
    if (error instanceof BundleError) throw new RegistryError("invalid_package", error.message, { cause: error });
    throw error;
  }
}

/** What the other registry took back is not taken from it. Without its list nobody knows. */
function ensureNotRevoked(
  list: unknown,
  { release, bundle, keys }: Pick<SignedRelease, "release" | "bundle" | "keys">,
): void {
  const { envelope, entries } = (list ?? {}) as { envelope?: unknown; entries?: unknown };
  const judged = judgeRevocations({ envelope, entries: Array.isArray(entries) ? entries : [] }, keys);
  if ("reason" in judged)
    throw new RegistryError("signature_invalid", `The bundle's list of revocations does not hold: ${judged.reason}.`);
  const { registry, sequence } = judged.head;
  if (registry !== bundle.index.registry || sequence !== bundle.index.revocations.sequence)
    throw new RegistryError("signature_invalid", "The list of revocations is not the one that the index names.");
  const { name, version } = release;
  const found = judged.entries.find(
    (one) =>
      one.status !== "published" &&
      (one.release_digest === release.release_digest || (one.name === name && one.version === version)),
  );
  if (found === undefined) return;
  throw new RegistryError("invalid_package", `${name} ${version} was ${found.status} by ${registry} on ${found.at}.`);
}

/** What authors signed is about this release, and about these files. @throws RegistryError `invalid_package` */
function ensureSums(sums: string, release: BundledRelease): void {
  const { header } = readSums(sums);
  const isOf =
    header?.name === release.name &&
    header.version === release.version &&
    releaseDigest(sums) === release.release_digest;
  if (isOf && contentDigest(sums) === release.content_digest) return;
  throw new RegistryError("invalid_package", "The SHA256SUMS in the bundle are not those of the release.");
}

function readSums(sums: string): ReturnType<typeof parseSums> {
  try {
    return parseSums(sums);
  } catch (error) {
    throw new RegistryError("invalid_package", "The SHA256SUMS in the bundle cannot be read.", { cause: error });
  }
}

const notInside = (what: string): RegistryError =>
  new RegistryError("invalid_package", `The bundle does not have ${what}.`);

/** Null for what is not JSON, or not there. */
export function parsed(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString("utf8"));
  } catch {
    return null;
  }
}
